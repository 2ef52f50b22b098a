import Foundation

/// Returns the full name of a type.
///
/// The runtime prints an address where a private or local type is declared, which would differ from run to run.
package func typeName(_ type: Any.Type) -> String {
    // Swift 6.3 crashes when it prints the metatype of a protocol with a constrained associated type.
    if TypeKind(type) == .constrainedMetatype { return "a metatype" }
    return withoutAddresses(String(reflecting: type))
}

/// Returns what the runtime prints, without the addresses of private and local declarations.
func withoutAddresses(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    let address = #"\(unknown context at \$[0-9a-f]+\)\."#
    return text.replacingOccurrences(of: address, with: "", options: .regularExpression)
}
