import Foundation

/// A stream that is not read until it is asked to.
final class RawStream: Sendable {
    private let socket: CInt

    /// Connects with a small receive buffer, sends the request, and reads nothing.
    init(port: Int, path: String) throws {
        #if canImport(Glibc)
            socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #else
            socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var size: CInt = 4_096
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<CInt>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
        let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        _ = request.withCString { send(socket, $0, strlen($0), 0) }
    }

    deinit { close(socket) }

    /// Reads what is left, and returns the `id` of the last complete message and the last event.
    func readToEnd() -> (id: Int64, last: String) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 {
            bytes += buffer[..<count]
        }
        let events = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\n").dropLast()
        let ids = events.compactMap { event in
            event.split(separator: "\n").compactMap { $0.hasPrefix("id: ") ? Int64($0.dropFirst(4)) : nil }.first
        }
        return (ids.last ?? 0, events.last ?? "")
    }
}
