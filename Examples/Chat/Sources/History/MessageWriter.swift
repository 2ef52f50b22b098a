import ChatChannels
import Foundation
import Logging

/// Writes drafts in batches.
///
/// Drafts that arrive during a commit share the next one, so that many posts cost one wait for the disk.
actor MessageWriter {
    private typealias Waiting = (draft: Draft, continuation: CheckedContinuation<Message, any Error>)

    private let table: MessageTable
    private let logger: Logger
    private var waiting: [Waiting] = []
    private var isWriting = false
    /// When storing failed the last time, unless it has succeeded since.
    private var lastFailure: ContinuousClock.Instant?

    /// Tells whether storing failed in the last ten seconds, and hasn't succeeded since.
    var hasFailedLately: Bool { lastFailure.map { .now - $0 < .seconds(10) } ?? false }

    init(table: MessageTable, logger: Logger) { (self.table, self.logger) = (table, logger) }

    /// Stores a draft, and returns its message when it is committed.
    ///
    /// - Throws: `StoreUnavailable`, even without an attempt if too many drafts are waiting.
    func store(_ draft: Draft) async throws -> Message {
        guard waiting.count < 10_000 else { throw StoreUnavailable() }
        return try await withCheckedThrowingContinuation { continuation in
            waiting.append((draft, continuation))
            guard !isWriting else { return }
            isWriting = true
            Task { await writeAll() }
        }
    }

    private func writeAll() async {
        while !waiting.isEmpty {
            let batch = waiting.prefix(200)
            waiting.removeFirst(batch.count)
            do {
                let messages = try await append(batch.map(\.draft))
                if lastFailure != nil { logger.notice("messages can be stored again") }
                lastFailure = nil
                for (waiting, message) in zip(batch, messages) {
                    waiting.continuation.resume(returning: message)
                }
            } catch {
                // One line for each outage, not one for each message.
                if lastFailure == nil { logger.warning("can't store messages", metadata: ["error": "\(error)"]) }
                lastFailure = .now
                for waiting in batch { waiting.continuation.resume(throwing: StoreUnavailable()) }
            }
        }
        isWriting = false
    }

    /// Appends drafts, with a second attempt if the first fails.
    ///
    /// When a connection is lost during a commit, the outcome is unknown. The keys make a second attempt safe.
    private func append(_ drafts: [Draft]) async throws -> [Message] {
        let sent = Date()
        do {
            return try await table.append(drafts, sent: sent)
        } catch {
            logger.debug("storing again", metadata: ["error": "\(error)"])
            return try await table.append(drafts, sent: sent)
        }
    }
}
