import ChatChannels
import Foundation
import PostgreSQL

/// The messages in a database that any number of processes share.
struct PostgresDatabase: MessageDatabase {
    private static let columns = "id, room, name, text, sent"

    private let writer: PostgresClient
    private let reader: PostgresClient

    init(url: String) {
        writer = PostgresClient(url: url, label: "PostgreSQL writer")
        reader = PostgresClient(url: url, label: "PostgreSQL reader")
    }

    func migrate() async throws {
        let migrations = [
            """
            CREATE TABLE message (
                id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                room TEXT NOT NULL,
                name TEXT NOT NULL,
                text TEXT NOT NULL,
                sent BIGINT NOT NULL,
                key TEXT NOT NULL UNIQUE
            );
            CREATE INDEX message_by_room ON message (room, id);
            """
        ]
        try await writer.withSession { session in
            try session.transaction {
                // Processes that start together migrate one after another.
                try session.run("SELECT pg_advisory_xact_lock(hashtext('chat migrations'))")
                try session.run("CREATE TABLE IF NOT EXISTS message_migration (number INT PRIMARY KEY)")
                let done = try session.query("SELECT number FROM message_migration").count
                for (number, migration) in migrations.enumerated().dropFirst(done) {
                    try session.run(migration)
                    _ = try session.query("INSERT INTO message_migration VALUES ($1)", [String(number)])
                }
            }
        }
    }

    func append(_ drafts: [Draft], sent: Date) async throws -> [Message] {
        try await writer.withSession { session in
            try session.transaction {
                // Held until the commit is visible to others, so that the order of `id`s is the order of commits.
                _ = try session.query("SELECT pg_advisory_xact_lock(hashtext('chat messages'))")
                let messages = try drafts.map { draft in
                    _ = try session.query(
                        """
                        INSERT INTO message (room, name, text, sent, key) VALUES ($1, $2, $3, $4, $5)
                        ON CONFLICT (key) DO NOTHING
                        """, [draft.room, draft.name, draft.text, String(sent.milliseconds), draft.key])
                    let rows = try session.query("SELECT \(Self.columns) FROM message WHERE key = $1", [draft.key])
                    guard let row = rows.first else { throw StoreUnavailable() }
                    return Message(row)
                }
                // Part of the transaction: no process can die between the commit and the wake-up of the others.
                _ = try session.query("SELECT pg_notify('chat', 'messages')")
                return messages
            }
        }
    }

    func messages(in room: String?, after id: Int64, limit: Int) async throws -> [Message] {
        if let room {
            try await page(where: "room = $1 AND id > $2 ORDER BY id LIMIT $3", [room, String(id), String(limit)])
        } else {
            try await page(where: "id > $1 ORDER BY id LIMIT $2", [String(id), String(limit)])
        }
    }

    func latestMessages(in room: String, limit: Int) async throws -> [Message] {
        try await page(where: "room = $1 ORDER BY id DESC LIMIT $2", newestFirst: true, [room, String(limit)])
    }

    private func page(
        where condition: String, newestFirst: Bool = false, _ parameters: [String]
    ) async throws -> [Message] {
        let order = newestFirst ? "DESC" : "ASC"
        // The database adds up the sizes, because libpq holds all rows in memory before it returns the first one.
        let statement = """
            SELECT \(Self.columns) FROM (
                SELECT *, sum(octet_length(text)) OVER (ORDER BY id \(order)) - octet_length(text) AS preceding
                FROM (SELECT \(Self.columns) FROM message WHERE \(condition)) AS longest
            ) AS page WHERE preceding < \(pageSize) ORDER BY id
            """
        return try await reader.withSession { try $0.query(statement, parameters).map(Message.init) }
    }

    func lastID() async throws -> Int64 {
        try await reader.withSession { session in
            try session.query("SELECT coalesce(max(id), 0) FROM message").first.flatMap { Int64($0[0]) } ?? 0
        }
    }

    func check() async throws {
        // An assigned transaction number is written to the log at the commit.
        try await writer.withSession { session in try session.transaction { try session.run("SELECT txid_current()") } }
    }
}

extension Message {
    fileprivate init(_ row: [String]) {
        self.init(
            id: Int64(row[0]) ?? 0, room: row[1], name: row[2], text: row[3],
            sent: Date(milliseconds: Int64(row[4]) ?? 0))
    }
}
