import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTPTypes

/// Bounds what clients can hold: how many connections, and for how long without reading or sending.
///
/// Hummingbird closes a connection that is idle, between two requests or within one. It leaves two cases to these
/// handlers: a client that reads or sends a little at a time, and a connection too many, which Hummingbird would let wait
/// without an answer.
package final class ConnectionLimits: Sendable {
    private let maximum: Int
    private let timeout: Duration
    private let logger: Logger
    private let count = NIOLockedValueBox(0)
    private let fullLine = OccasionalLine()

    package init(maximum: Int, timeout: Duration, logger: Logger) {
        self.maximum = maximum
        self.timeout = timeout
        self.logger = logger
    }

    /// An HTTP server with these limits.
    package var server: HTTPServerBuilder {
        .http1(configuration: .init(additionalChannelHandlers: self.handlers(), idleTimeout: TimeAmount(timeout)))
    }

    private func handlers() -> [any RemovableChannelHandler] {
        // The deadline is later than the end of an idle connection, so that the last request on it has time for an answer.
        let deadline = IdleStateHandler(writeTimeout: TimeAmount(timeout * 1.5))
        return [ConnectionCounter(limits: self), deadline, WriteDeadline()]
    }

    /// Counts a connection, and tells whether there is room for it.
    fileprivate func add() -> Bool {
        let isAccepted = count.withLockedValue { count in
            count += 1
            return count <= maximum
        }
        if !isAccepted, fullLine.isDue {
            logger.warning("refusing connections, because there are \(maximum) already")
        }
        return isAccepted
    }

    fileprivate func remove() {
        count.withLockedValue { $0 -= 1 }
    }
}

/// Answers 503 on a connection too many.
private final class ConnectionCounter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ConnectionLimits
    private var isAccepted = true

    init(limits: ConnectionLimits) {
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        isAccepted = limits.add()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        limits.remove()
    }

    func channelActive(context: ChannelHandlerContext) {
        if !isAccepted {
            // Time to send a request, and to read the answer.
            context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(5)) { context.close(promise: nil) }
        }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isAccepted else { return context.fireChannelRead(data) }
        guard case .head = unwrapInboundIn(data) else { return }
        let headers: HTTPFields = [.connection: "close", .contentLength: "0", .retryAfter: "10"]
        context.write(
            wrapOutboundOut(.head(HTTPResponse(status: .serviceUnavailable, headerFields: headers))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // What the client sends is still read: closing both directions at once could discard the answer on its way.
        context.close(mode: .output, promise: nil)
    }
}

/// Closes a connection on which nothing has been written for a time: on a stream, because the reader takes nothing.
///
/// Streams get a sign of life more often than that.
private final class WriteDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

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

    package init(logger: Logger) {
        self.logger = logger
    }

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
