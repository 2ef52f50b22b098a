import Foundation

/// A call of the system that failed, and its reason.
package struct SystemError: Error {
    package let reason = String(cString: strerror(errno))
}

/// A file that is open for writing, by its descriptor, whose errors have the reason of the system.
package struct SystemFile {
    package static let standardOutput = SystemFile(descriptor: STDOUT_FILENO)
    package static let standardError = SystemFile(descriptor: STDERR_FILENO)

    private let descriptor: Int32

    /// Writes all of a text, where `print` wouldn't say that the disk is full or that a pipe is closed.
    package func writeAll(_ text: String) throws(SystemError) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                throw SystemError()
            }
        }
    }

    /// Replaces a file, or makes one, which has all of a text or stays as it was.
    static func replace(_ path: String, with text: String) throws(SystemError) {
        // In the folder of the file, because a file is renamed at once only within a file system.
        let new = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
        var old = stat()
        let isReplaced = fstatat(AT_FDCWD, path, &old, 0) == 0
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL, 0o666)
        guard descriptor >= 0 else { throw SystemError() }
        do throws(SystemError) {
            let isPermitted = !isReplaced || fchmod(descriptor, old.st_mode & 0o7777) == 0
            var failure = isPermitted ? nil : SystemError()
            do throws(SystemError) { try SystemFile(descriptor: descriptor).writeAll(text) } catch { failure = error }
            // The system may say only then that the disk is full.
            if close(descriptor) != 0, failure == nil { failure = SystemError() }
            if let failure { throw failure }
            if rename(new, path) != 0 { throw SystemError() }
        } catch {
            unlink(new)
            throw error
        }
    }
}
