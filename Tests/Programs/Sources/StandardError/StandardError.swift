import Foundation

/// What the program writes to standard error from now on.
public final class StandardError {
    private let pipe = Pipe()
    private let original = dup(STDERR_FILENO)

    /// Starts the capture.
    public init() { dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO) }

    /// Waits until something is written, and returns it.
    public func next() -> String { String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self) }

    /// Returns what was written since, and ends the capture.
    public func rest() -> String {
        dup2(original, STDERR_FILENO)
        pipe.fileHandleForWriting.closeFile()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
