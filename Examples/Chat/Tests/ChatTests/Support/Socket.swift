import Foundation

/// A connection to a port of this machine, which sends anything, and reads only when it is asked to.
final class Socket {
    let descriptor: CInt
    private var unread: [UInt8] = []

    /// Connects, with a receive buffer of a given size or of the usual one.
    init(port: Int, receiveBuffer: CInt? = nil) throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<CInt>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// Opens a stream with a small receive buffer, and reads nothing.
    convenience init(streamAt path: String, port: Int) throws {
        try self.init(port: port, receiveBuffer: 4_096)
        try send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            // Without a signal when the other side has gone.
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw POSIXError(.EPIPE) }
            rest.removeFirst(count)
        }
    }

    /// Says that nothing more will be sent, or read either.
    func finish(reading: Bool = false) { shutdown(descriptor, CInt(reading ? SHUT_RDWR : SHUT_WR)) }

    func line() async throws -> String {
        while true {
            if let end = unread.firstIndex(of: 10) {
                return String(decoding: try await bytes(end + 1).dropLast(), as: UTF8.self)
            }
            try await receive()
        }
    }

    func bytes(_ count: Int) async throws -> [UInt8] {
        while unread.count < count { try await receive() }
        defer { unread.removeFirst(count) }
        return Array(unread.prefix(count))
    }

    /// Waits for bytes, and throws when the server has closed, even without reading all, or when the time limit of the
    /// suite cancels the test.
    private func receive() async throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var pause = Duration.microseconds(200)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
            if count >= 0 || errno != EAGAIN {
                guard count > 0 else { throw Incomplete() }
                return unread += buffer[..<count]
            }
            // Time: a pause between two attempts.
            try await Task.sleep(for: pause)
            pause = min(pause * 1.5, .milliseconds(10))
        }
    }
}

/// The server closed before it sent all.
struct Incomplete: Error {}
