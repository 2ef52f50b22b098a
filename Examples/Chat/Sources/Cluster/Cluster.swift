import Broadcaster
import ChatChannels
import Dispatch
import Foundation
import Logging
import NIOConcurrencyHelpers
import PostgreSQL
import ServiceLifecycle

/// Connects this process to the others that share its PostgreSQL database.
///
/// It bridges two channels. When another process stores messages, a notification becomes a wake-up for `StoreObserver`.
/// The rosters of this process are forwarded to a table, and those of the others are read from it. They are two channels,
/// so what came from the table isn't forwarded again.
public final class Cluster: Sendable {
    private let url: String
    private let process = UUID().uuidString
    private let client: PostgresClient
    private let heartbeat: Duration
    private let broadcaster: Broadcaster
    private let queue = DispatchQueue(label: "Cluster")
    private let logger: Logger
    /// The names here, by room, as they are to be forwarded.
    private let here = NIOLockedValueBox<[String: [String]]>([:])
    /// The names elsewhere, by room, as they were last read.
    private let elsewhere = NIOLockedValueBox<[String: [String]]>([:])
    private let wakeUps = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Creates the bridge of this process, and its table.
    ///
    /// - Parameters:
    ///   - url: The URL of the database.
    ///   - heartbeat: How often this process says that it is alive. The others forget it after three times that.
    ///   - broadcaster: The broadcaster whose channels to bridge.
    ///   - logger: Where to log.
    /// - Throws: `PostgresError`.
    public init(
        url: String, heartbeat: Duration = .seconds(5), broadcaster: Broadcaster, logger: Logger
    ) async throws {
        self.url = url
        self.heartbeat = heartbeat
        self.broadcaster = broadcaster
        self.logger = logger
        client = PostgresClient(url: url, label: "PostgreSQL rosters")
        try await createTable()
        broadcaster.register(LocalRosterObserver.self, observer: self)
    }
}

extension Cluster {
    private func createTable() async throws {
        try await client.withSession { session in
            try session.transaction {
                // Processes that start together create it one after another.
                try session.run("SELECT pg_advisory_xact_lock(hashtext('chat migrations'))")
                try session.run(
                    """
                    CREATE UNLOGGED TABLE IF NOT EXISTS attendance (
                        process TEXT NOT NULL,
                        room TEXT NOT NULL,
                        names TEXT NOT NULL,
                        expires TIMESTAMPTZ NOT NULL,
                        PRIMARY KEY (process, room)
                    )
                    """)
            }
        }
    }
}

// MARK: Out: an observer that forwards

extension Cluster: LocalRosterObserver {
    /// Forwards the names of the people here.
    public func localRosterDidChange(_ roster: Roster) {
        here.withLockedValue { $0[roster.room] = roster.names.isEmpty ? nil : roster.names }
        wakeUps.continuation.yield()
    }

    /// Writes all rosters of this process.
    ///
    /// Because it writes the state and not a change, nothing is lost while the database can't be reached.
    private func forwardRosters() async throws {
        let rosters = here.withLockedValue { $0 }
        let lifetime = String((heartbeat * 3).milliseconds)
        try await client.withSession { [process] session in
            try session.transaction {
                let rows = try session.query(
                    "DELETE FROM attendance WHERE process = $1 RETURNING room, names", [process])
                _ = try session.query("DELETE FROM attendance WHERE expires < now()")
                var known: [String: String] = [:]
                for (room, names) in rosters {
                    let json = String(decoding: try JSONEncoder().encode(names), as: UTF8.self)
                    _ = try session.query(
                        """
                        INSERT INTO attendance (process, room, names, expires)
                        VALUES ($1, $2, $3, now() + $4::bigint * interval '1 millisecond')
                        """, [process, room, json, lifetime])
                    known[room] = json
                }
                if known != Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) }) {
                    _ = try session.query("SELECT pg_notify('chat', 'rosters')")
                }
            }
        }
    }
}

// MARK: In: a listener that notifies

extension Cluster: Service {
    /// Bridges the channels until the service is shut down.
    public func run() async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.listen() }
                group.addTask { await self.forward() }
                group.addTask { await self.beat() }
            }
        }
        here.withLockedValue { $0 = [:] }
        try? await forwardRosters()
    }

    private func listen() async {
        var pauses = Pauses()
        while !Task.isCancelled {
            do {
                let notifications = try await PostgresClient.notifications(url: url, channel: "chat")
                // The tables hold what was sent before.
                try await receive("messages")
                try await receive("rosters")
                logger.info("listening to the other processes")
                pauses = Pauses()
                for try await notification in notifications {
                    try await receive(notification)
                }
            } catch {
                logger.warning("not listening to the other processes", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: .seconds(pauses.next()))
        }
    }

    private func receive(_ notification: String) async throws {
        switch notification {
        case "messages": broadcaster.notify(StoreObserver.self, on: queue) { $0.storeDidGrow() }
        case "rosters": try await readRosters()
        default: logger.debug("unknown notification", metadata: ["payload": "\(notification)"])
        }
    }

    private func forward() async {
        for await _ in wakeUps.stream {
            do {
                try await forwardRosters()
            } catch {
                // The next heartbeat repeats it.
                logger.debug("can't forward rosters", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Says that this process is alive, and notices which others aren't.
    private func beat() async {
        while (try? await Task.sleep(for: heartbeat)) != nil {
            wakeUps.continuation.yield()
            broadcaster.notify(StoreObserver.self, on: queue) { $0.storeDidGrow() }
            try? await readRosters()
        }
    }

    private func readRosters() async throws {
        // All of it in the session, so that an older result never comes after a newer one.
        try await client.withSession { try self.readRosters(in: $0) }
    }

    private func readRosters(in session: PostgresSession) throws {
        let rows = try session.query(
            "SELECT room, names FROM attendance WHERE process <> $1 AND expires > now()", [process])
        var names: [String: [String]] = [:]
        for row in rows {
            names[row[0], default: []] += try JSONDecoder().decode([String].self, from: Data(row[1].utf8))
        }
        let rosters = names.map { Roster(room: $0.key, names: $0.value) }
        let current = Dictionary(uniqueKeysWithValues: rosters.map { ($0.room, $0.names) })
        let previous = elsewhere.withLockedValue { elsewhere in
            defer { elsewhere = current }
            return elsewhere
        }
        for room in Set(current.keys).union(previous.keys) where current[room] != previous[room] {
            let roster = Roster(room: room, names: current[room] ?? [])
            broadcaster.notify(RemoteRosterObserver.self, on: queue) { $0.remoteRosterDidChange(roster) }
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
