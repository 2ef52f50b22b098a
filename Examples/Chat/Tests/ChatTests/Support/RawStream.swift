import Foundation

@testable import LoadTest

/// A stream that is not read until it is asked to.
final class RawStream: Sendable {
    private let socket: CInt

    /// Connects with a small receive buffer, sends the request, and reads nothing.
    init(port: Int, path: String) throws {
        socket = try connectSocket(port: port, receiveBuffer: 4_096)
        writeAll("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", to: socket)
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
