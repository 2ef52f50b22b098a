@preconcurrency import Dispatch
import Foundation

/// A session on its own queue, so that no thread of Swift's pool waits for the database.
///
/// A lost session is replaced when it is next needed. While the database can't be reached, the client tries again after
/// growing pauses. A call during a pause fails at once.
package final class PostgresClient: @unchecked Sendable {
    // `@unchecked` because only `queue` uses the variables.
    private let url: String
    private let queue: DispatchQueue
    private var session: PostgresSession?
    private var pauses = Pauses()
    private var lastFailure: (any Error)?
    private var nextAttempt = DispatchTime.now()

    package init(url: String, label: String) {
        self.url = url
        queue = DispatchQueue(label: label)
    }

    /// Runs `body` with a session that is connected.
    package func withSession<R: Sendable>(_ body: @escaping @Sendable (PostgresSession) throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(with: Result { try self.perform(body) })
            }
        }
    }

    private func perform<R>(_ body: (PostgresSession) throws -> R) throws -> R {
        let session = try connectedSession()
        do {
            return try body(session)
        } catch let error as PostgresError where error.isConnectionLost {
            self.session = nil
            throw error
        }
    }

    private func connectedSession() throws -> PostgresSession {
        if let session { return session }
        if let lastFailure, DispatchTime.now() < nextAttempt { throw lastFailure }
        do {
            let session = try PostgresSession(url: url)
            self.session = session
            pauses = Pauses()
            lastFailure = nil
            return session
        } catch {
            lastFailure = error
            nextAttempt = .now() + pauses.next()
            throw error
        }
    }
}

/// Pauses that double from 50 milliseconds to 2 seconds, each varied by a fifth so that processes don't act in step.
package struct Pauses: Sendable {
    private var pause = 0.05

    package init() {}

    /// Returns the next pause in seconds.
    package mutating func next() -> TimeInterval {
        defer { pause = min(pause * 2, 2) }
        return pause * .random(in: 0.8...1.2)
    }
}

extension PostgresClient {
    /// Connects, listens to a channel, and returns the payloads of its notifications.
    ///
    /// The stream throws when the connection is lost, and closes the connection when it is no longer read.
    package static func notifications(
        url: String, channel: String
    ) async throws -> AsyncThrowingStream<String, any Error> {
        let queue = DispatchQueue(label: "PostgreSQL notifications")
        return try await withCheckedThrowingContinuation { connected in
            queue.async {
                connected.resume(with: Result { try listen(url: url, channel: channel, on: queue) })
            }
        }
    }

    private static func listen(
        url: String, channel: String, on queue: DispatchQueue
    ) throws -> AsyncThrowingStream<String, any Error> {
        // `nonisolated(unsafe)` because only `queue` uses it.
        nonisolated(unsafe) let session = try PostgresSession(url: url)
        try session.run("LISTEN \(channel)")
        let (stream, continuation) = AsyncThrowingStream<String, any Error>.makeStream()
        // A copy, because libpq closes its socket by itself, and a source must not watch a closed one.
        let socket = dup(session.socket)
        let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
        source.setEventHandler {
            do {
                for payload in try session.receiveNotifications() {
                    continuation.yield(payload)
                }
            } catch {
                continuation.finish(throwing: error)
            }
        }
        source.setCancelHandler {
            close(socket)
            withExtendedLifetime(session) {}
        }
        continuation.onTermination = { _ in source.cancel() }
        source.resume()
        return stream
    }
}
