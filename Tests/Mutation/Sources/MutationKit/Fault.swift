/// A change of the sources that a test must notice.
package struct Fault: Sendable, Hashable {
    /// The name of the target, which is that of its folder.
    package let module: String
    /// The path of the file, relative to the repository.
    package let path: String
    package let line: Int
    package let column: Int
    /// The declaration around it, as in `RegistrationList.insert(_:)`.
    package let function: String
    package let `operator`: Operator
    /// The position among the faults of the same operator in the same function, from 1.
    package internal(set) var ordinal: Int
    /// What was changed, in words.
    package let change: String
}

extension Fault: CustomStringConvertible {
    package var description: String { "\(path):\(line):\(column): \(change)" }
}
