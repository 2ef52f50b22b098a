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
public final class History: Sendable {
    private let database: any MessageDatabase
    private let writer: MessageWriter
    private let broadcaster: Broadcaster
    private let queue = DispatchQueue(label: "History")
    private let logger: Logger
    private let lastID: Int64
    private let wakeUps = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Opens the database, migrates it, and registers as the broadcaster's store.
    ///
    /// - Parameters:
    ///   - location: The path of a file, or the URL of a PostgreSQL database.
    ///   - broadcaster: The broadcaster to register with.
    ///   - logger: Where to log.
    /// - Throws: What the database says.
    public init(location: String, broadcaster: Broadcaster, logger: Logger) async throws {
        database = Self.isPostgres(location) ? PostgresDatabase(url: location) : try SQLiteDatabase(path: location)
        try await database.migrate()
        lastID = try await database.lastID()
        writer = MessageWriter(database: database, logger: logger)
        self.broadcaster = broadcaster
        self.logger = logger
        broadcaster.register(MessageStore.self, observer: self)
        broadcaster.register(StoreObserver.self, observer: self)
    }

    /// Tells whether a location is the URL of a PostgreSQL database.
    public static func isPostgres(_ location: String) -> Bool {
        location.hasPrefix("postgres://") || location.hasPrefix("postgresql://")
    }
}

extension History: MessageStore {
    /// Stores a draft, in one transaction with the drafts that arrive at the same time.
    public func store(_ draft: Draft) async throws -> Message {
        let message = try await writer.store(draft)
        broadcaster.notify(StoreObserver.self, on: queue) { $0.storeDidGrow() }
        return message
    }

    /// Reads the first messages of a room after an `id`.
    public func messages(in room: String, after id: Int64, limit: Int) async throws -> [Message] {
        try await reading { try await database.messages(in: room, after: id, limit: limit) }
    }

    /// Reads the last messages of a room.
    public func latestMessages(in room: String, limit: Int) async throws -> [Message] {
        try await reading { try await database.latestMessages(in: room, limit: limit) }
    }

    private func reading(_ body: () async throws -> [Message]) async throws -> [Message] {
        do {
            return try await body()
        } catch {
            logger.debug("can't read messages", metadata: ["error": "\(error)"])
            throw StoreUnavailable()
        }
    }
}

extension History: StoreObserver, Service {
    /// Wakes up the loop in ``run()``, which merges wake-ups that arrive while it reads.
    public func storeDidGrow() {
        wakeUps.continuation.yield()
    }

    /// Broadcasts each new message until the service is shut down.
    public func run() async {
        var cursor = lastID
        var pauses = Pauses()
        storeDidGrow()
        for await _ in wakeUps.stream.cancelOnGracefulShutdown() {
            do {
                try await broadcast(after: &cursor)
                pauses = Pauses()
            } catch {
                logger.warning("can't read new messages", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: .seconds(pauses.next()))
                storeDidGrow()
            }
        }
    }

    private func broadcast(after cursor: inout Int64) async throws {
        while true {
            let messages = try await database.messages(in: nil, after: cursor, limit: 500)
            guard let last = messages.last else { return }
            for message in messages {
                broadcaster.notify(MessageObserver.self, on: queue) { $0.messageWasPosted(message) }
            }
            cursor = last.id
            // Keeps at most one page of broadcasts pending.
            await broadcaster.settled()
        }
    }
}
