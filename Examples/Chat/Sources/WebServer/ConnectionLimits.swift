import Hummingbird
import HummingbirdCore
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// Answers 503 while as many requests and streams are served as are allowed.
package final class ServiceLimit<Context: RequestContext>: RouterMiddleware {
    /// The place of a request, which is free again when its answer is written or dropped.
    private final class Place: Sendable {
        private let taken: NIOLockedValueBox<Int>

        init?(among taken: NIOLockedValueBox<Int>, atMost maximum: Int) {
            self.taken = taken
            let count = taken.withLockedValue { count in
                count += 1
                return count
            }
            if count > maximum { return nil }
        }

        deinit { taken.withLockedValue { $0 -= 1 } }
    }

    private let maximum: Int
    private let logger: Logger
    private let taken = NIOLockedValueBox(0)
    private let line = OccasionalLine()

    package init(maximum: Int, logger: Logger) { (self.maximum, self.logger) = (maximum, logger) }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let place = Place(among: taken, atMost: maximum) else {
            if line.isDue { logger.warning("refusing connections, because there are \(maximum) already") }
            throw HTTPError(.serviceUnavailable, message: "There are too many connections. Try again.")
        }
        var response = try await next(request, context)
        response.body = ResponseBody(contentLength: response.body.contentLength) { [body = response.body] writer in
            defer { withExtendedLifetime(place) {} }
            try await body.write(writer)
        }
        return response
    }
}

/// An HTTP server that closes connections on which nothing happens for a time.
///
/// Hummingbird closes a connection that is idle, between two requests or within one. A second handler closes one on
/// which nothing is written: the reader of a stream takes nothing, or a client sends its request a little at a time.
package func httpServer(timeout: Duration) -> HTTPServerBuilder {
    // The deadline is later than the end of an idle connection, so that the last request on it has time for an answer.
    .http1(
        configuration: .init(
            additionalChannelHandlers: [IdleStateHandler(writeTimeout: TimeAmount(timeout * 1.5)), WriteDeadline()],
            idleTimeout: TimeAmount(timeout)))
}

/// Closes a connection on which nothing has been written for longer than a quiet stream waits for a sign of life.
private final class WriteDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case IdleStateHandler.IdleStateEvent.write = event { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}

/// Logs why connections can't be accepted, which is that no file descriptors are left, and tries again a second later.
///
/// NIO's own handler for this error only delays the next request to read. A socket that failed to accept still has the
/// last one, so it would try again without a pause.
package final class AcceptErrors: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    package typealias InboundIn = any Channel

    private let logger: Logger
    private let line = OccasionalLine()

    package init(logger: Logger) { self.logger = logger }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if line.isDue { logger.error("can't accept connections", metadata: ["error": "\(error)"]) }
        let socket = context.channel
        socket.setOption(.autoRead, value: false).whenComplete { _ in
            socket.eventLoop.scheduleTask(in: .seconds(1)) { socket.setOption(.autoRead, value: true) }
        }
        context.fireErrorCaught(error)
    }
}

/// A line of the log that is written once a minute at most.
private final class OccasionalLine: Sendable {
    private let next = NIOLockedValueBox(ContinuousClock.now)

    var isDue: Bool {
        next.withLockedValue { next in
            guard .now >= next else { return false }
            next = .now + .seconds(60)
            return true
        }
    }
}
