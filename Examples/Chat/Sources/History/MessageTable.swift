import ChatChannels
import Foundation

/// Runs one statement, whose parameters are `$1`, `$2` and so on in this order, and returns its rows.
typealias Query = (_ statement: String, _ parameters: [String]) throws -> [[String]]

/// What differs between SQLite and PostgreSQL, which otherwise understand the same statements.
protocol SQLDatabase: Sendable {
    /// The type of a column that numbers its rows, and never uses a number twice.
    var idType: String { get }

    func read<R: Sendable>(_ body: @escaping @Sendable (Query) throws -> R) async throws -> R

    /// Runs statements in a transaction, one transaction after another.
    ///
    /// A later commit has greater `id`s, in whichever process it happens. Otherwise a reader that has seen an `id`
    /// could miss a lower one.
    func write<R: Sendable>(_ body: @escaping @Sendable (Query) throws -> R) async throws -> R

    /// Commits a write that changes nothing.
    func check() async throws
}

struct MessageTable: Sendable {
    /// The number of characters at which a page ends, after the message that reaches it.
    ///
    /// It bounds what a reader can make the server hold in memory.
    private static let pageSize = 128 * 1_024
    private static let columns = "id, room, name, text, sent"

    let database: any SQLDatabase

    func create() async throws {
        try await database.write { [database] query in
            _ = try query(
                """
                CREATE TABLE IF NOT EXISTS message (
                    id \(database.idType),
                    room TEXT NOT NULL,
                    name TEXT NOT NULL,
                    text TEXT NOT NULL,
                    sent BIGINT NOT NULL,
                    key TEXT NOT NULL UNIQUE
                )
                """, [])
            _ = try query("CREATE INDEX IF NOT EXISTS message_by_room ON message (room, id)", [])
        }
    }

    /// Stores drafts in one transaction, in order, and returns their messages.
    ///
    /// A draft whose key is known already gets the message that was stored under that key.
    func append(_ drafts: [Draft], sent: Date) async throws -> [Message] {
        try await database.write { query in
            try drafts.map { draft in
                // The update changes nothing, and makes the statement return the row that has the key.
                let rows = try query(
                    """
                    INSERT INTO message (room, name, text, sent, key) VALUES ($1, $2, $3, $4, $5)
                    ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING \(Self.columns)
                    """,
                    [draft.room, draft.name, draft.text, "\(Int64(sent.timeIntervalSince1970 * 1_000))", draft.key])
                guard let row = rows.first else { throw StoreUnavailable() }
                return Message(row)
            }
        }
    }

    /// Reads the first messages after an `id`, or without one the last messages, from one room, or from all.
    ///
    /// They come in order of `id`, at most a page of them.
    func messages(in room: String?, after id: Int64?, limit: Int) async throws -> [Message] {
        let condition = room == nil ? "id > $1" : "id > $1 AND room = $2"
        let parameters = ["\(id ?? 0)", room].compactMap(\.self) + ["\(limit)"]
        let order = id == nil ? "DESC" : "ASC"
        // The database adds up the sizes, because a client of PostgreSQL gets all rows at once.
        let statement = """
            SELECT \(Self.columns) FROM (
                SELECT *, sum(length(text)) OVER (ORDER BY id \(order)) - length(text) AS preceding
                FROM (SELECT * FROM message WHERE \(condition) ORDER BY id \(order) LIMIT $\(parameters.count)) AS longest
            ) AS page WHERE preceding < \(Self.pageSize) ORDER BY id
            """
        return try await database.read { try $0(statement, parameters).map(Message.init) }
    }

    func lastID() async throws -> Int64 {
        let rows = try await database.read { try $0("SELECT coalesce(max(id), 0) FROM message", []) }
        return rows.first.flatMap { Int64($0[0]) } ?? 0
    }
}

extension Message {
    fileprivate init(_ row: [String]) {
        let sent = Date(timeIntervalSince1970: (Double(row[4]) ?? 0) / 1_000)
        self.init(id: Int64(row[0]) ?? 0, room: row[1], name: row[2], text: row[3], sent: sent)
    }
}
