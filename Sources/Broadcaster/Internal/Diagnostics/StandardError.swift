internal import BroadcasterAtomics

/// What the library writes to standard error.
package enum StandardError {
    /// Writes a line, if standard error can be written.
    ///
    /// Foundation's `FileHandle` traps if it can't be.
    package static func write(_ line: String) { BroadcasterWriteToStandardError("Broadcaster: \(line)\n") }

    /// Writes a line, once in a process for each subject.
    static func writeOnce(_ line: String, about subject: String) {
        let isNew = subjects.withLock { subjects in
            if subjects.contains(subject) { return false }
            subjects.append(subject)
            return true
        }
        if isNew { write(line) }
    }

    private static let subjects = Locked<[String]>([])
}
