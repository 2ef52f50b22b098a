import Foundation

/// Returns the full name of a type.
///
/// The runtime prints an address where a private or local type is declared, which would differ from run to run.
func typeName(_ type: Any.Type) -> String {
    let name = String(reflecting: type)
    guard name.utf8.contains(UInt8(ascii: "$")) else { return name }
    let address = #"\(unknown context at \$[0-9a-f]+\)\."#
    return name.replacingOccurrences(of: address, with: "", options: .regularExpression)
}
