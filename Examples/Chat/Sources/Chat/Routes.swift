import Broadcaster
import ChatChannels
import Foundation
import HTTPTypes
import Hummingbird
import Live
import NIOCore
import Rooms
import ServiceLifecycle

/// The context of a request, with the connection that it came by.
struct ChatContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

/// Describes the HTTP interface.
func makeRouter(rooms: Rooms, broadcaster: Broadcaster) -> Router<ChatContext> {
    let router = Router(context: ChatContext.self)
    router.add(middleware: ErrorsAsJSON())

    router.get("/") { _, _ in page }

    router.get("/health") { _, _ in
        json(["status": "ok"])
    }

    router.get("/channels") { _, _ in
        json(broadcaster.channels.map { ChannelDescription(name: $0.name, observers: $0.observers) })
    }

    router.post("/rooms/:room/messages") { request, context in
        let body = try await bytes(of: request)
        let content = try decode(MessageContent.self, from: body)
        let draft = Draft(
            room: try room(of: context), name: content.name, text: content.text,
            key: request.headers[.idempotencyKey] ?? UUID().uuidString)
        return json(try await rooms.post(draft), status: .created)
    }

    router.get("/rooms/:room/messages") { request, context in
        let room = try room(of: context)
        let limit = try number("limit", of: request, in: 1...1_000) ?? 100
        let store = try broadcaster.observers(of: MessageStore.self).first()
        if let id = try number("after", of: request, in: 0...Int64.max) {
            return json(try await store.messages(in: room, after: id, limit: Int(limit)))
        } else {
            return json(try await store.latestMessages(in: room, limit: Int(limit)))
        }
    }

    router.get("/rooms/:room/events") { request, context in
        let room = try room(of: context)
        let name = try query("name", of: request).map { try Rooms.checkedName($0, of: "name") }
        let seen = try number("Last-Event-ID", request.headers[.lastEventID], in: 0...Int64.max)
        let id = try seen ?? number("after", of: request, in: 0...Int64.max)
        return events(room: room, name: name, after: id, request: request, context: context, broadcaster: broadcaster)
    }
    return router
}

// MARK: Streams

private func events(
    room: String, name: String?, after id: Int64?, request: Request, context: ChatContext, broadcaster: Broadcaster
) -> Response {
    let body = ResponseBody { writer in
        // The only strong reference. When this block ends, the observer is deallocated.
        let connection = Connection(room: room, name: name, after: id, broadcaster: broadcaster) {
            context.channel.close(promise: nil)
        }
        try await request.body.consumeWithInboundCloseHandler { _ in
            try await withGracefulShutdownHandler {
                while let bytes = await connection.next() {
                    try await writer.write(bytes)
                }
            } onGracefulShutdown: { [weak connection] in
                connection?.end(reason: "the server is shutting down")
            }
        } onInboundClosed: { [weak connection] in
            connection?.close()
        }
        try await writer.finish(nil)
    }
    let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no"]
    return Response(status: .ok, headers: headers, body: body)
}

// MARK: Requests

private struct MessageContent: Decodable {
    let name: String
    let text: String
}

private struct ChannelDescription: Encodable {
    let name: String
    let observers: [String]
}

private func room(of context: ChatContext) throws -> String {
    guard let room = context.parameters.get("room")?.percentDecoded else {
        throw Rooms.Refusal.malformed("The room is not UTF-8 in percent-encoding.")
    }
    return try Rooms.checkedName(room, of: "room")
}

/// Returns a parameter of the query, and refuses one that isn't UTF-8.
private func query(_ name: String, of request: Request) throws -> String? {
    let pairs = (request.uri.query ?? "").split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
    guard let pair = pairs.first(where: { $0.first == name[...] }) else { return nil }
    guard let value = (pair.count == 2 ? String(pair[1]) : "").percentDecoded else {
        throw Rooms.Refusal.malformed("'\(name)' is not UTF-8 in percent-encoding.")
    }
    return value
}

private func number(_ name: String, of request: Request, in range: ClosedRange<Int64>) throws -> Int64? {
    try number(name, query(name, of: request), in: range)
}

private func number(_ name: String, _ value: String?, in range: ClosedRange<Int64>) throws -> Int64? {
    guard let value else { return nil }
    guard let number = Int64(value), range.contains(number) else {
        throw Rooms.Refusal.malformed("'\(name)' must be a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
}

private func bytes(of request: Request) async throws -> ByteBuffer {
    do {
        // The longest name and text, with every scalar escaped as a surrogate pair, fit.
        return try await request.body.collect(upTo: 64 * 1024)
    } catch is NIOTooManyBytesError {
        throw HTTPError(.contentTooLarge, message: "The body is larger than 64 KiB.")
    }
}

private func decode<T: Decodable>(_ type: T.Type, from body: ByteBuffer) throws -> T {
    let bytes = body.readableBytesView
    // The decoder would accept UTF-16, which has bytes of 0, and anything at all in members that aren't decoded.
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
        throw Rooms.Refusal.malformed("The body is not UTF-8.")
    }
    do {
        return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
        throw Rooms.Refusal.malformed("The body must be a JSON object with the strings 'name' and 'text'.")
    }
}

extension String {
    /// The string without percent-encoding, or `nil` if that is broken or isn't UTF-8.
    ///
    /// Foundation's `removingPercentEncoding` drops a byte-order mark, and two rooms must not become one.
    fileprivate var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
                guard digits.count == 2 else { return nil }
                rest.removeFirst(2)
                bytes.append(UInt8(digits[0] * 16 + digits[1]))
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension HTTPField.Name {
    fileprivate static let idempotencyKey = Self("Idempotency-Key")!
    fileprivate static let lastEventID = Self("Last-Event-ID")!
    fileprivate static let accelBuffering = Self("X-Accel-Buffering")!
}

// MARK: Answers

private func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
    let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
    return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: JSON.encode(value))))
}

/// Answers each error with its status, and with `{"error": …}`.
private struct ErrorsAsJSON: RouterMiddleware {
    func handle(
        _ request: Request, context: ChatContext, next: (Request, ChatContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch Rooms.Refusal.malformed(let reason) {
            return json(["error": reason], status: .badRequest)
        } catch Rooms.Refusal.objection(let reason) {
            return json(["error": reason], status: .unprocessableContent)
        } catch is StoreUnavailable {
            var response = json(["error": "The messages can't be reached. Try again."], status: .serviceUnavailable)
            response.headers[.retryAfter] = "1"
            return response
        } catch let error as HTTPError {
            return json(["error": error.body ?? error.status.reasonPhrase], status: error.status)
        }
    }
}
