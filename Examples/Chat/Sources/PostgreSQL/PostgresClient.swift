import Dispatch
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
    @discardableResult
    package func withSession<R: Sendable>(_ body: @escaping @Sendable (PostgresSession) throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.perform(body) }) }
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
