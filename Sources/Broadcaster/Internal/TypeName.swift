import Foundation

/// Returns the full name of a type.
///
/// The runtime prints an address where a private or local type is declared, which would differ from run to run.
func typeName(_ type: Any.Type) -> String {
    // Swift 6.3 crashes when it prints the metatype of a protocol with a constrained associated type.
    if TypeKind(type) == .constrainedMetatype { return "a metatype" }
    let name = String(reflecting: type)
    guard name.utf8.contains(UInt8(ascii: "$")) else { return name }
    let address = #"\(unknown context at \$[0-9a-f]+\)\."#
    return name.replacingOccurrences(of: address, with: "", options: .regularExpression)
}
