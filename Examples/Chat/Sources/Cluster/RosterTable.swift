import ChatChannels
import Foundation
import NIOConcurrencyHelpers
import PostgreSQL

/// The table in which each process writes who is connected to it, until it expires.
final class RosterTable: Sendable {
    /// Names by room.
    typealias Names = [String: [String]]

    private let process = UUID().uuidString
    private let lifetime: String
    private let client: PostgresClient
    /// The names elsewhere, as they were last read.
    private let elsewhere = NIOLockedValueBox<Names>([:])

    init(url: String, lifetime: Duration) async throws {
        self.lifetime = "\(Int(lifetime / .milliseconds(1))) milliseconds"
        client = PostgresClient(url: url, label: "PostgreSQL rosters")
        try await client.withSession { session in
            try session.transaction {
                // Processes that start together create it one after another.
                try session.query("SELECT pg_advisory_xact_lock(hashtext('chat rosters'))")
                try session.query(
                    """
                    CREATE UNLOGGED TABLE IF NOT EXISTS roster (
                        process TEXT PRIMARY KEY,
                        names TEXT NOT NULL,
                        expires TIMESTAMPTZ NOT NULL
                    )
                    """)
            }
        }
    }

    /// Writes all names of this process, and tells the others if they changed.
    func write(_ here: Names) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let names = String(decoding: try encoder.encode(here), as: UTF8.self)
        try await client.withSession { [process, lifetime] session in
            try session.transaction {
                let known = try session.query("DELETE FROM roster WHERE process = $1 RETURNING names", [process])
                try session.query("DELETE FROM roster WHERE expires < now()")
                try session.query(
                    "INSERT INTO roster VALUES ($1, $2, now() + $3::interval)", [process, names, lifetime])
                if known != [[names]] { try session.query("SELECT pg_notify('chat', 'rosters')") }
            }
        }
    }

    /// Reads the rosters of the other processes, and calls `body` with each that has changed since.
    func readChanges(_ body: @escaping @Sendable (Roster) -> Void) async throws {
        // All of it in the session, so that an older result never comes after a newer one.
        try await client.withSession { [process, elsewhere] session in
            let rows = try session.query(
                "SELECT names FROM roster WHERE process <> $1 AND expires > now()", [process])
            let current = try rows.reduce(into: Names()) { names, row in
                names.merge(try JSONDecoder().decode(Names.self, from: Data(row[0].utf8))) { $0 + $1 }
            }
            .mapValues { Set($0).sorted() }
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
