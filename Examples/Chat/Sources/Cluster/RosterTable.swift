import ChatChannels
import Foundation
import NIOConcurrencyHelpers
import PostgreSQL

/// The table in which each process writes who is connected to it, until it expires.
final class RosterTable: Sendable {
    private let process = UUID().uuidString
    private let lifetime: String
    private let client: PostgresClient
    /// The names elsewhere, by room, as they were last read.
    private let elsewhere = NIOLockedValueBox<[String: [String]]>([:])

    init(url: String, lifetime: Duration) async throws {
        self.lifetime = "\(Int(lifetime / .milliseconds(1))) milliseconds"
        client = PostgresClient(url: url, label: "PostgreSQL rosters")
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

    /// Writes all rosters of this process, and tells the others if they changed.
    func write(_ rosters: [Roster]) async throws {
        try await client.withSession { [process, lifetime] session in
            try session.transaction {
                let rows = try session.query(
                    "DELETE FROM attendance WHERE process = $1 RETURNING room, names", [process])
                _ = try session.query("DELETE FROM attendance WHERE expires < now()")
                var known: [String: String] = [:]
                for roster in rosters {
                    let names = String(decoding: try JSONEncoder().encode(roster.names), as: UTF8.self)
                    _ = try session.query(
                        "INSERT INTO attendance VALUES ($1, $2, $3, now() + $4::interval)",
                        [process, roster.room, names, lifetime])
                    known[roster.room] = names
                }
                if known != Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) }) {
                    _ = try session.query("SELECT pg_notify('chat', 'rosters')")
                }
            }
        }
    }

    /// Reads the rosters of the other processes, and calls `body` with each that has changed since.
    func readChanges(_ body: @escaping @Sendable (Roster) -> Void) async throws {
        // All of it in the session, so that an older result never comes after a newer one.
        try await client.withSession { [process, elsewhere] session in
            let rows = try session.query(
                "SELECT room, names FROM attendance WHERE process <> $1 AND expires > now()", [process])
            var names: [String: [String]] = [:]
            for row in rows {
                names[row[0], default: []] += try JSONDecoder().decode([String].self, from: Data(row[1].utf8))
            }
            let current = names.mapValues { Set($0).sorted() }
            let previous = elsewhere.withLockedValue { elsewhere in
                defer { elsewhere = current }
                return elsewhere
            }
            for room in Set(current.keys).union(previous.keys) where current[room] != previous[room] {
                body(Roster(room: room, names: current[room] ?? []))
            }
        }
    }
}
