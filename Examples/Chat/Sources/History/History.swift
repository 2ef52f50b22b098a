import Broadcaster
import ChatChannels
import Dispatch
import Foundation
import Logging
import PostgreSQL
import ServiceLifecycle

/// Stores messages, and broadcasts each new one.
///
/// The database decides what is broadcast, and in which order. A wake-up only says that there is something to read, and
/// `History` broadcasts what it finds after the last `id`. So it doesn't matter which process stored a message, and a
/// wake-up that is lost or doubled does no harm.
package final class History: Sendable {
    private let table: MessageTable
    private let writer: MessageWriter
    private let broadcaster: Broadcaster
    /// A queue of its own, so that a slow observer of another module's news delays no message.
    private let queue = DispatchQueue(label: "History")
    private let logger: Logger
    private let lastID: Int64
    private let wakeUps = WakeUps()

    /// Opens the database, and creates what is missing in it.
    package init(location: DatabaseLocation, broadcaster: Broadcaster, logger: Logger) async throws {
        switch location {
        case .file(let path): table = MessageTable(database: try SQLiteDatabase(path: path))
        case .postgres(let url): table = MessageTable(database: PostgresDatabase(url: url))
        }
        try await table.create()
        lastID = try await table.lastID()
        writer = MessageWriter(table: table, logger: logger)
        self.broadcaster = broadcaster
        self.logger = logger
        broadcaster.register(StoreObserver.self, observer: self)
    }
}

extension History: MessageStore {
    /// Stores a draft, in one transaction with the drafts that arrive at the same time.
    package func store(_ draft: Draft) async throws -> Message {
        let message = try await writer.store(draft)
        storeDidGrow()
        return message
    }

    package func messages(in room: String, after id: Int64?, limit: Int) async throws -> [Message] {
        try await trying("read messages") { try await table.messages(in: room, after: id, limit: limit) }
    }

    /// Checks that nothing has failed lately, and that the database can be written to.
    package func check() async throws {
        guard await !writer.hasFailedLately else { throw StoreUnavailable() }
        try await trying("write to the database") { try await table.database.check() }
    }

    private func trying<R>(_ what: String, _ body: () async throws -> R) async throws -> R {
        do {
            return try await body()
        } catch {
            logger.debug("can't \(what)", metadata: ["error": "\(error)"])
            throw StoreUnavailable()
        }
    }
}

extension History: StoreObserver, Service {
    package func storeDidGrow() { wakeUps.wakeUp() }

    package func run() async {
        var cursor = lastID
        storeDidGrow()
        for await _ in wakeUps.stream.cancelOnGracefulShutdown() {
            do {
                try await broadcast(after: &cursor)
            } catch {
                logger.warning("can't read new messages", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: .seconds(0.5))
                storeDidGrow()
            }
        }
    }

    private func broadcast(after cursor: inout Int64) async throws {
        while true {
            let messages = try await table.messages(in: nil, after: cursor, limit: 500)
            guard let last = messages.last else { return }
            for message in messages {
                broadcaster.notify(MessageObserver.self, for: message.room, on: queue) { $0.messageWasPosted(message) }
            }
            cursor = last.id
            // Keeps one page of broadcasts pending. `settled()` would also wait for those of other modules.
            await withCheckedContinuation { delivered in queue.async { delivered.resume() } }
        }
    }
}
