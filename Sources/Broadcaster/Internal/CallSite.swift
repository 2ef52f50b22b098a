/// Where a client called, for the messages about misuse.
@frozen @usableFromInline
struct CallSite {
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt

    @inlinable
    init(_ file: StaticString, _ line: UInt) {
        (self.file, self.line) = (file, line)
    }

    /// Stops the program with a message that starts with the place of the call.
    func stop(_ message: String) -> Never {
        fatalError(message, file: file, line: line)
    }
}
