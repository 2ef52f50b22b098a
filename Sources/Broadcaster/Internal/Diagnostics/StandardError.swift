internal import BroadcasterAtomics

/// What the library writes to standard error.
package enum StandardError {
    /// Writes a line, if standard error can be written.
    ///
    /// Foundation's `FileHandle` traps if it can't be.
    package static func write(_ line: String) {
        var text = "Broadcaster: \(line)\n"
        text.withUTF8 { BroadcasterWriteToStandardError($0.baseAddress, $0.count) }
    }

    /// Writes a line, once in a process for each subject.
    static func writeOnce(_ line: String, about subject: String) {
        if subjects.withLock({ $0.insert(subject).inserted }) { write(line) }
    }

    private static let subjects = Locked<Set<String>>([])
}
