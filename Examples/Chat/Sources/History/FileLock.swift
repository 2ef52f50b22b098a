import Foundation

/// Keeps other processes from using what a file stands for, until this object is deallocated or the process ends.
final class FileLock: Sendable {
    /// The error for a file that another process has locked.
    struct Taken: Error, CustomStringConvertible {
        let description = "another process uses it"
    }

    private let descriptor: CInt

    init(path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw Taken()
        }
    }

    deinit { close(descriptor) }
}
