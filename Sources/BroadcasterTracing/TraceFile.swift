import Broadcaster
import Foundation

/// A file that broadcasts are appended to, each by one call of the system.
package final class TraceFile: Sendable {
    private struct Output {
        var events: TraceEvents
        /// `nil` after it couldn't be written.
        var file: OpenFile?
    }

    private let output: Locked<Output>

    /// Creates a file, or empties the one that exists.
    package convenience init(replacing url: URL) throws { try self.init(OpenFile(emptying: url)) }

    /// Creates a file that doesn't exist yet.
    package convenience init(creating url: URL) throws { try self.init(OpenFile(url, flags: O_EXCL)) }

    private init(_ file: OpenFile) throws {
        var events = TraceEvents()
        try file.append(Array("[\n".utf8) + events.bytes)
        events.removeAll()
        output = Locked(Output(events: events, file: file))
    }

    /// Creates a file of bytes, or replaces the one that exists.
    static func overwrite(_ url: URL, with bytes: [UInt8]) throws { try OpenFile(emptying: url).append(bytes) }

    /// Appends a broadcast that was delivered, with its messages; in a test, with the name of the test.
    package func append(
        _ broadcast: Broadcaster.Broadcast, _ delivery: Broadcaster.Delivery, _ messages: [String] = [],
        sentIn test: String? = nil
    ) {
        output.withLock { output in
            guard let file = output.file else { return }
            output.events.append(broadcast, delivery, messages, sentIn: test)
            defer { output.events.removeAll() }
            do {
                try file.append(output.events.bytes)
            } catch {
                output.file = nil
                StandardError.write("A trace ends here. \(error.localizedDescription)")
            }
        }
    }
}

/// A file that is open for writing, to which no other trace of the process writes.
private final class OpenFile {
    private let path: String
    private let descriptor: Int32
    /// `nil` for a device, to which several traces may write.
    private let identity: FileIdentity?

    convenience init(emptying url: URL) throws {
        try self.init(url, flags: 0)
        // Only now, because another trace may be writing to it.
        if identity != nil && ftruncate(descriptor, 0) != 0 { throw Self.error(errno, path) }
    }

    init(_ url: URL, flags: Int32) throws {
        let path = url.isFileURL ? url.path : url.absoluteString
        guard url.isFileURL else { throw Self.error(.fileWriteUnsupportedScheme, path, "It isn't the URL of a file") }
        var status = stat()
        // Opening a pipe would wait for its reader, and writing to one whose reader has gone would end the program.
        if fstatat(AT_FDCWD, path, &status, 0) == 0 && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) {
            throw Self.error(.fileWriteUnknown, path, "It is a pipe or a socket")
        }
        var descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | flags, 0o666)
        if descriptor < 0 { throw Self.error(errno, path) }
        if descriptor == STDERR_FILENO {
            // The program has no standard error, so what it writes there would be in the file.
            descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
            close(STDERR_FILENO)
        }
        if fstat(descriptor, &status) != 0 {
            let code = errno
            close(descriptor)
            throw Self.error(code, path)
        }
        if status.st_mode & S_IFMT == S_IFREG {
            // A device may have a negative number on a Mac.
            let device = UInt64(truncatingIfNeeded: status.st_dev)
            let identity = FileIdentity(device: device, file: UInt64(status.st_ino))
            let isNew = Self.openFiles.withLock { $0.insert(identity).inserted }
            if !isNew {
                close(descriptor)
                throw Self.error(.fileLocking, path, "Another trace of this process writes to it")
            }
            self.identity = identity
        } else {
            identity = nil
        }
        // Last, because `deinit` runs as soon as all properties are set, even if an initializer throws.
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        if let identity { _ = Self.openFiles.withLock { $0.remove(identity) } }
        close(descriptor)
    }

    func append(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let next = UnsafeRawBufferPointer(rebasing: rest)
                let count = write(descriptor, next.baseAddress, next.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw Self.error(errno, path)
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    private static func error(_ code: Int32, _ path: String) -> CocoaError {
        let cocoaCode: CocoaError.Code =
            switch code {
            case ENOENT, ENOTDIR: .fileNoSuchFile
            case EACCES, EPERM: .fileWriteNoPermission
            case EROFS: .fileWriteVolumeReadOnly
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            case EEXIST: .fileWriteFileExists
            default: .fileWriteUnknown
            }
        return error(cocoaCode, path, String(cString: strerror(code)))
    }

    private static func error(_ code: CocoaError.Code, _ path: String, _ reason: String) -> CocoaError {
        let description = "“\(path)” can't be written: \(reason)."
        return CocoaError(code, userInfo: [NSFilePathErrorKey: path, NSLocalizedDescriptionKey: description])
    }

    private struct FileIdentity: Hashable {
        let device: UInt64
        let file: UInt64
    }

    private static let openFiles = Locked<Set<FileIdentity>>([])
}
