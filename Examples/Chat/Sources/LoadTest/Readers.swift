import Foundation

/// Hands out numbers to threads.
final class Counter: @unchecked Sendable {
    // `@unchecked` because the lock guards it.
    private let lock = NSLock()
    private var value = 0

    func next(upTo limit: Int) -> Int? {
        lock.withLock {
            guard value < limit else { return nil }
            value += 1
            return value
        }
    }
}

/// Posts one message after another over one connection.
final class Poster: Sendable {
    private let server: Server
    private let socket: Int32

    init(server: Server) throws {
        self.server = server
        socket = try connectSocket(port: server.port)
    }

    func post(_ text: String) {
        let body = #"{"name":"load","text":"\#(text)"}"#
        let head = """
            POST /rooms/load/messages HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r\n\r\n
            """
        sendAll(Array((head + body).utf8), to: socket)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var answer = ""
        while !answer.hasSuffix("}"), case let count = recv(socket, &buffer, buffer.count, 0), count > 0 {
            answer += String(decoding: buffer[..<count], as: UTF8.self)
        }
        guard answer.hasPrefix("HTTP/1.1 201") else { server.fail("A message was refused: \(answer)") }
    }

    func finish() { close(socket) }
}

/// Many streams, read by one thread.
final class Readers: @unchecked Sendable {
    // `@unchecked` because the lock guards `slowestSeen` and `isFinished`, and the thread alone uses the rest.
    private let lock = NSLock()
    private var slowestSeen = -1
    private var isFinished = false
    private var streams: [Stream]
    private let done = DispatchSemaphore(value: 0)
    private let server: Server

    /// How many messages each stream got, at least; -1 until all streams are open.
    var slowest: Int { lock.withLock { slowestSeen } }

    init(server: Server, count: Int, areNamed: Bool = false) throws {
        self.server = server
        streams = try (0..<count).map { number in
            let name = areNamed ? "person-\(number)-with-a-name-as-long-as-it-may-be--------------------" : nil
            return Stream(socket: try server.openStream(in: "load", name: name))
        }
        Thread.detachNewThread { [self] in read() }
    }

    /// Ends the streams, and returns how many bytes of messages each got.
    func finish() -> Set<Int> {
        lock.withLock { isFinished = true }
        done.wait()
        return Set(streams.map(\.messageBytes))
    }

    private func read() {
        var descriptors = streams.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while !lock.withLock({ isFinished }) {
            guard poll(&descriptors, nfds_t(descriptors.count), 50) > 0 else { continue }
            for index in descriptors.indices where descriptors[index].revents != 0 {
                let count = recv(streams[index].socket, buffer.baseAddress, buffer.count, 0)
                guard count > 0 else { server.fail("A stream ended after \(streams[index].messages) messages.") }
                streams[index].take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                guard streams[index].isInOrder else {
                    server.fail("A stream has a gap or a double before message \(streams[index].messages).")
                }
            }
            let slowest = streams.allSatisfy(\.isOpen) ? streams.map(\.messages).min() ?? 0 : -1
            lock.withLock { slowestSeen = slowest }
        }
        for stream in streams { close(stream.socket) }
        done.signal()
    }
}

/// One stream, which is checked as it comes.
struct Stream {
    let socket: Int32
    /// Tells whether an event came.
    private(set) var isOpen = false
    /// Tells whether each message had the next `id`.
    private(set) var isInOrder = true
    private(set) var messages = 0
    private(set) var messageBytes = 0
    /// What isn't complete yet: bytes as they came, and text without the framing of chunks.
    private var raw: [UInt8] = []
    private var text: [UInt8] = []
    private var hasHead = false

    init(socket: Int32) {
        self.socket = socket
    }

    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        raw += bytes
        if !hasHead {
            guard let end = Self.end(of: "\r\n\r\n", in: raw, from: 0) else { return }
            raw.removeSubrange(..<end)
            hasHead = true
        }
        var start = 0
        while let sizeEnd = Self.end(of: "\r\n", in: raw, from: start) {
            let size = Int(String(decoding: raw[start..<sizeEnd - 2], as: UTF8.self), radix: 16) ?? 0
            guard sizeEnd + size + 2 <= raw.count else { break }
            text += raw[sizeEnd..<sizeEnd + size]
            start = sizeEnd + size + 2
        }
        raw.removeSubrange(..<start)
        takeEvents()
    }

    private mutating func takeEvents() {
        var start = 0
        while let end = Self.end(of: "\n\n", in: text, from: start) {
            if text[start] == UInt8(ascii: "i") {
                // Digits from "id: " to the end of the line.
                var id = 0
                var place = start + 4
                while text[place] != UInt8(ascii: "\n") {
                    id = id * 10 + Int(text[place] - UInt8(ascii: "0"))
                    place += 1
                }
                messages += 1
                messageBytes += end - start
                isInOrder = isInOrder && id == messages
            }
            isOpen = true
            start = end
        }
        text.removeSubrange(..<start)
    }

    private static func end(of mark: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress else { return nil }
            let length = mark.utf8CodeUnitCount
            var place = start
            while place + length <= bytes.count {
                guard let found = memchr(base + place, Int32(mark.utf8Start[0]), bytes.count - place) else {
                    return nil
                }
                place = UnsafeRawPointer(found) - base
                guard place + length <= bytes.count else { return nil }
                if memcmp(found, mark.utf8Start, length) == 0 { return place + length }
                place += 1
            }
            return nil
        }
    }
}
