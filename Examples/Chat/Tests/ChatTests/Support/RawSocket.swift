import Foundation

@testable import LoadTest

/// A connection that sends what no client would, and reads only when it is asked to.
final class RawSocket: Sendable {
    private let socket: CInt

    /// Connects, with a receive buffer of a given size or of the usual one.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
        socket = try connectSocket(port: port, receiveBuffer: receiveBuffer)
    }

    /// Opens a stream with a small receive buffer, and reads nothing.
    convenience init(streamAt path: String, port: Int) throws {
        try self.init(port: port, receiveBuffer: 4_096)
        try send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }

    deinit { close(socket) }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        guard sendAll(bytes, to: socket) else { throw POSIXError(.EPIPE) }
    }

    /// Says that nothing more will be sent.
    func finishSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Reads until the server closes or the text is as wanted, and returns the text.
    func read(
        within limit: Duration = .seconds(90), until isComplete: (String) -> Bool = { _ in false }
    ) async throws -> String {
        let deadline = ContinuousClock.now + limit
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                bytes += buffer[..<count]
                let text = String(decoding: bytes, as: UTF8.self)
                if isComplete(text) { return text }
            } else if count < 0, errno == EAGAIN {
                guard ContinuousClock.now < deadline else { throw Late() }
                try await Task.sleep(for: .milliseconds(5))
            } else {
                // The end, or the server has closed without reading all.
                return String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// Reads a stream to its end, and returns the `id` of the last complete message and the last event.
    func readEvents() async throws -> (id: Int64, last: String) {
        // Without the carriage returns of the chunks, whose sizes are lines then.
        let text = try await read().replacingOccurrences(of: "\r\n", with: "\n")
        let events = text.components(separatedBy: "\n\n").dropLast().filter { $0.contains("event: ") }
        let ids = events.compactMap { event in
            event.split(separator: "\n").compactMap { $0.hasPrefix("id: ") ? Int64($0.dropFirst(4)) : nil }.first
        }
        return (ids.last ?? 0, events.last ?? "")
    }
}

/// What was to come didn't.
struct Late: Error {}
