import Dispatch

/// A session on its own queue, so that no thread of Swift's pool waits for the database.
///
/// A lost session is replaced when it is next needed. If that fails, calls fail at once for half a second.
package final class PostgresClient: @unchecked Sendable {
    // `@unchecked` because only `queue` uses the variables.
    private let url: String
    private let queue: DispatchQueue
    private var session: PostgresSession?
    private var lastFailure: (any Error)?
    private var nextAttempt = DispatchTime.now()

    package init(url: String, label: String) {
        self.url = url
        queue = DispatchQueue(label: label)
    }

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
            lastFailure = nil
            return session
        } catch {
            lastFailure = error
            nextAttempt = .now() + 0.5
            throw error
        }
    }
}
