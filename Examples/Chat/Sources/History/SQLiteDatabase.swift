import Foundation
import GRDB

/// A database in a file, for one process, which reads and writes one after the other.
struct SQLiteDatabase: SQLDatabase {
    let idType = "INTEGER PRIMARY KEY AUTOINCREMENT"
    private let queue: DatabaseQueue
    private let path: String
    private let fileNumber: Int

    init(path: String) throws {
        self.path = path
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase { database in
            // Keeps other processes out, until this one ends.
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            // A message that was answered with 201 survives a power cut.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        queue = try DatabaseQueue(path: path, configuration: configuration)
        fileNumber = try Self.fileNumber(path)
    }

    func read<R: Sendable>(_ body: @escaping @Sendable (Query) throws -> R) async throws -> R {
        try await queue.read { try body($0.query) }
    }

    func write<R: Sendable>(_ body: @escaping @Sendable (Query) throws -> R) async throws -> R {
        // SQLite would go on to write to a file that was deleted.
        guard try Self.fileNumber(path) == fileNumber else { throw CocoaError(.fileNoSuchFile) }
        return try await queue.write { try body($0.query) }
    }

    func check() async throws {
        // Writes a page, although the number is the same as before.
        try await write { _ = try $0("PRAGMA user_version = 1", []) }
    }

    private static func fileNumber(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int ?? 0
    }
}

extension Database {
    /// Runs a statement, which is prepared when it is first run, and returns its rows as texts.
    fileprivate func query(_ statement: String, _ parameters: [String]) throws -> [[String]] {
        try Row.fetchAll(cachedStatement(sql: statement), arguments: StatementArguments(parameters)).map { row in
            row.databaseValues.map { $0.storage.value.map { "\($0)" } ?? "" }
        }
    }
}
