import ChatChannels
import Foundation
import GRDB

/// The messages in a file, for one process.
struct SQLiteDatabase: MessageDatabase {
    private let pool: DatabasePool

    init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // A message that was answered with 201 survives a power cut.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        pool = try DatabasePool(path: path, configuration: configuration)
    }

    func migrate() async throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("messages") { database in
            try database.execute(
                sql: """
                    CREATE TABLE message (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        room TEXT NOT NULL,
                        name TEXT NOT NULL,
                        text TEXT NOT NULL,
                        sent INTEGER NOT NULL,
                        key TEXT NOT NULL UNIQUE
                    );
                    CREATE INDEX message_by_room ON message (room, id);
                    """)
        }
        try migrator.migrate(pool)
    }

    func append(_ drafts: [Draft], sent: Date) async throws -> [Message] {
        try await pool.write { database in
            let insert = try database.cachedStatement(
                sql: """
                    INSERT INTO message (room, name, text, sent, key) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (key) DO NOTHING
                    """)
            let select = try database.cachedStatement(
                sql: "SELECT id, room, name, text, sent FROM message WHERE key = ?")
            return try drafts.map { draft in
                try insert.execute(arguments: [draft.room, draft.name, draft.text, sent.milliseconds, draft.key])
                guard let row = try Row.fetchOne(select, arguments: [draft.key]) else { throw StoreUnavailable() }
                return Message(row)
            }
        }
    }

    func messages(in room: String?, after id: Int64, limit: Int) async throws -> [Message] {
        try await pool.read { database in
            let (condition, arguments): (String, StatementArguments) =
                room.map { ("room = ? AND id > ?", [$0, id, limit]) } ?? ("id > ?", [id, limit])
            let select = try database.cachedStatement(
                sql: "SELECT id, room, name, text, sent FROM message WHERE \(condition) ORDER BY id LIMIT ?")
            return try Row.fetchAll(select, arguments: arguments).map(Message.init)
        }
    }

    func latestMessages(in room: String, limit: Int) async throws -> [Message] {
        try await pool.read { database in
            let select = try database.cachedStatement(
                sql: "SELECT id, room, name, text, sent FROM message WHERE room = ? ORDER BY id DESC LIMIT ?")
            return try Row.fetchAll(select, arguments: [room, limit]).map(Message.init).reversed()
        }
    }

    func lastID() async throws -> Int64 {
        try await pool.read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM message") ?? 0 }
    }
}

extension Message {
    fileprivate init(_ row: Row) {
        self.init(id: row[0], room: row[1], name: row[2], text: row[3], sent: Date(milliseconds: row[4]))
    }
}
