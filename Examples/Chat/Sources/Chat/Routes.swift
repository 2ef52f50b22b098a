import Broadcaster
import ChatChannels
import Foundation
import HTTPTypes
import Hummingbird
import Live
import Rooms
import ServiceLifecycle
import WebServer

/// The HTTP interface, which the README describes.
func makeRouter(
    _ configuration: Configuration, rooms: Rooms, live: Live, store: any MessageStore, broadcaster: Broadcaster
) -> Router<BasicRequestContext> {
    let router = Router(context: BasicRequestContext.self)
    router.add(middleware: LogRequestsMiddleware(.info))
    router.add(middleware: MetricsMiddleware())
    router.add(middleware: ErrorsAsJSON())
    router.add(middleware: ServiceLimit(maximum: configuration.connections, logger: configuration.logger))
    router.add(middleware: KnownHosts(names: configuration.hostNames + [configuration.address]))

    addPage(to: router)

    router.get("/health") { _, _ in
        try await store.check()
        return json(["status": "ok"])
    }

    if configuration.showsChannels {
        router.get("/channels") { _, _ in broadcaster.description }
    }

    let room = router.group("/rooms/:room").add(middleware: OwnPageOnly())

    room.post("/messages") { request, context in
        // The longest name and text, with every scalar escaped as a surrogate pair, fit into the longest body.
        let content = try await request.object(
            MessageContent.self, description: "a JSON object with the strings 'name' and 'text'")
        let draft = Draft(
            room: try roomName(of: request, context), name: content.name, text: content.text,
            key: request.headers[.idempotencyKey] ?? UUID().uuidString)
        return json(try await rooms.post(draft), status: .created)
    }

    room.get("/messages") { request, context in
        let room = try roomName(of: request, context)
        let limit = Int(try request.number("limit", in: 1...1_000) ?? 100)
        let id = try request.number("after", in: 0...Int64.max)
        return json(try await store.messages(in: room, after: id, limit: limit))
    }

    room.get("/events") { request, context in
        let room = try roomName(of: request, context)
        let name = try request.uri.queryParameters.get("name").map { try checkedName($0, of: "name") }
        let seen = try request.number("Last-Event-ID", request.headers[.lastEventID], in: 0...Int64.max)
        let id = try seen ?? request.number("after", in: 0...Int64.max)
        return events(of: request) { live.join(room, name: name, after: id) }
    }
    return router
}

private struct MessageContent: Decodable {
    let name: String
    let text: String
}

private func roomName(of request: Request, _ context: BasicRequestContext) throws -> String {
    guard request.uri.string.removingPercentEncoding != nil else {
        throw HTTPError.malformed("The path or the query is not UTF-8 in percent-encoding.")
    }
    return try checkedName(context.parameters.get("room")?.removingPercentEncoding ?? "", of: "room")
}

extension HTTPField.Name {
    fileprivate static let idempotencyKey = Self("Idempotency-Key")!
    fileprivate static let lastEventID = Self("Last-Event-ID")!
    fileprivate static let accelBuffering = Self("X-Accel-Buffering")!
}

private func events(of request: Request, join: @escaping @Sendable () -> Connection) -> Response {
    let body = ResponseBody { writer in
        // The only strong reference. When this block ends, the observer is deallocated.
        let connection = join()
        try await request.body.consumeWithInboundCloseHandler { _ in
            try await withGracefulShutdownHandler {
                try await connection.run { try await writer.write($0) }
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

private func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
    let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
    return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: JSON.encode(value))))
}

/// Answers each error with its status, and with `{"error": …}`.
private struct ErrorsAsJSON: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let (status, reason): (HTTPResponse.Status, String) =
                switch error {
                case Refusal.malformed(let reason): (.badRequest, reason)
                case Refusal.objection(let reason): (.unprocessableContent, reason)
                case is StoreUnavailable: (.serviceUnavailable, "The messages can't be reached. Try again.")
                case let error as HTTPError: (error.status, error.body ?? error.status.reasonPhrase)
                default: throw error
                }
            return json(["error": reason], status: status)
        }
    }
}
