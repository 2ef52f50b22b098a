import ChatChannels
import Foundation
import GRDB

/// The messages in a file, for one process.
struct SQLiteDatabase: MessageDatabase {
    private let pool: DatabasePool
    private let lock: FileLock
    private let path: String
    private let fileNumber: Int

    init(path: String) throws {
        self.path = path
        lock = try FileLock(path: path + ".lock")
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // A message that was answered with 201 survives a power cut.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        pool = try DatabasePool(path: path, configuration: configuration)
        fileNumber = try Self.fileNumber(path)
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
        try checkFile()
        return try await pool.write { database in
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
        if let room {
            try await page(where: "room = ? AND id > ? ORDER BY id LIMIT ?", [room, id, limit])
        } else {
            try await page(where: "id > ? ORDER BY id LIMIT ?", [id, limit])
        }
    }

    func latestMessages(in room: String, limit: Int) async throws -> [Message] {
        try await page(where: "room = ? ORDER BY id DESC LIMIT ?", [room, limit]).reversed()
    }

    private func page(where condition: String, _ arguments: StatementArguments) async throws -> [Message] {
        try await pool.read { database in
            let select = try database.cachedStatement(
                sql: "SELECT id, room, name, text, sent FROM message WHERE \(condition)")
            let rows = try Row.fetchCursor(select, arguments: arguments)
            var messages: [Message] = []
            var byteCount = 0
            while byteCount < pageSize, let row = try rows.next() {
                messages.append(Message(row))
                byteCount += messages[messages.count - 1].text.utf8.count
            }
            return messages
        }
    }

    func lastID() async throws -> Int64 {
        try await pool.read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM message") ?? 0 }
    }

    func check() async throws {
        try checkFile()
        // Writes a page, although the number is the same as before.
        try await pool.write { try $0.execute(sql: "PRAGMA user_version = 1") }
    }

    /// Checks that the file still has its name: SQLite would go on to write to a file that was deleted.
    private func checkFile() throws {
        guard try Self.fileNumber(path) == fileNumber else { throw CocoaError(.fileNoSuchFile) }
    }

    private static func fileNumber(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int ?? 0
    }
}

extension Message {
    fileprivate init(_ row: Row) {
        self.init(id: row[0], room: row[1], name: row[2], text: row[3], sent: Date(milliseconds: row[4]))
    }
}
