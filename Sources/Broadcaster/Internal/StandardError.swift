import Foundation

/// What the library writes to standard error.
enum StandardError {
    /// Writes a message, once in a process for each subject.
    static func writeOnce(_ message: String, about subject: String) {
        if lock.withLock({ subjects.insert(subject).inserted }) { write(message) }
    }

    private static let lock = NSLock()
    /// `nonisolated(unsafe)`: guarded by the lock.
    nonisolated(unsafe) private static var subjects: Set<String> = []

    static func write(_ message: String) {
        FileHandle.standardError.write(Data("Broadcaster: \(message)\n".utf8))
    }
}
