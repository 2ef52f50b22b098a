import Foundation

/// A file that broadcasts are appended to, each by one call of the system.
///
/// `@unchecked` because the locks guard what changes.
package final class TraceFile: @unchecked Sendable {
    private let lock = NSLock()
    private let path: String
    private let identity: FileIdentity
    private var descriptor: Int32
    private var events = TraceEvents()

    /// Creates a file, or empties the one that exists.
    package convenience init(replacing url: URL) throws {
        try self.init(url, flags: 0)
        // Only now, because another trace may be writing to it.
        if ftruncate(descriptor, 0) != 0 && errno != EINVAL { throw Self.error(errno, path) }
        try begin()
    }

    /// Creates a file that doesn't exist yet.
    package convenience init(creating url: URL) throws {
        try self.init(url, flags: O_EXCL)
        try begin()
    }

    private init(_ url: URL, flags: Int32) throws {
        path = url.path
        guard url.isFileURL else { throw CocoaError(.fileWriteUnsupportedScheme, userInfo: [NSURLErrorKey: url]) }
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | flags, 0o666)
        if descriptor < 0 { throw Self.error(errno, path) }
        var status = stat()
        if fstat(descriptor, &status) != 0 {
            let code = errno
            close(descriptor)
            throw Self.error(code, path)
        }
        // A device may have a negative number on a Mac.
        let identity = FileIdentity(device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(status.st_ino))
        let isNew = Self.openLock.withLock { Self.openFiles.insert(identity).inserted }
        if !isNew {
            close(descriptor)
            let reason = "Another trace of this process writes to “\(path)”."
            throw CocoaError(.fileLocking, userInfo: [NSFilePathErrorKey: path, NSLocalizedDescriptionKey: reason])
        }
        // Last, because `deinit` runs as soon as all properties are set, even if an initializer throws.
        self.identity = identity
    }

    deinit {
        Self.openLock.withLock { _ = Self.openFiles.remove(identity) }
        if descriptor >= 0 { close(descriptor) }
    }

    private func begin() throws {
        let code = appendBytes(Array("[\n".utf8) + events.bytes)
        events.removeAll()
        if code != 0 { throw Self.error(code, path) }
    }

    /// Appends a broadcast that was delivered; in a test, with the name of the test.
    package func append(_ broadcast: RecordedBroadcast, sentIn test: String? = nil) {
        lock.withLock {
            if descriptor < 0 { return }
            events.append(broadcast, sentIn: test)
            let code = appendBytes(events.bytes)
            events.removeAll()
            if code == 0 { return }
            close(descriptor)
            descriptor = -1
            let reason = Self.error(code, path).localizedDescription
            FileHandle.standardError.write(
                Data("Broadcaster: The trace “\(path)” ends here, because it can't be written: \(reason)\n".utf8))
        }
    }

    /// Returns 0, or the code of the error.
    private func appendBytes(_ bytes: [UInt8]) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let next = UnsafeRawBufferPointer(rebasing: rest)
                let count = write(descriptor, next.baseAddress, next.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                rest = rest.dropFirst(count)
            }
            return 0
        }
    }

    private static func error(_ code: Int32, _ path: String) -> CocoaError {
        let reason = POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        let cocoaCode: CocoaError.Code =
            switch code {
            case ENOENT, ENOTDIR: .fileNoSuchFile
            case EACCES, EPERM: .fileWriteNoPermission
            case EROFS: .fileWriteVolumeReadOnly
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            case EEXIST: .fileWriteFileExists
            default: .fileWriteUnknown
            }
        return CocoaError(cocoaCode, userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: reason])
    }

    private struct FileIdentity: Hashable {
        let device: UInt64
        let file: UInt64
    }

    private static let openLock = NSLock()
    /// `nonisolated(unsafe)`: guarded by the lock.
    nonisolated(unsafe) private static var openFiles: Set<FileIdentity> = []
}
