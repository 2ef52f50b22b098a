import ChatChannels
import Foundation

/// A database of messages: SQLite or PostgreSQL.
protocol MessageDatabase: Sendable {
    /// Creates the tables, or brings them up to date.
    func migrate() async throws

    /// Stores drafts in one transaction, in order, and returns their messages.
    ///
    /// A later commit has greater `id`s, in whichever process it happens. Otherwise a reader that has seen an `id` could
    /// miss a lower one. A draft whose key is known already gets the message that was stored under that key.
    func append(_ drafts: [Draft], sent: Date) async throws -> [Message]

    /// Reads from one room, or from all, in order of `id`, at most a page of ``pageSize``.
    func messages(in room: String?, after id: Int64, limit: Int) async throws -> [Message]

    /// Reads the last messages of a room, in order of `id`, at most a page of ``pageSize``.
    func latestMessages(in room: String, limit: Int) async throws -> [Message]

    /// Returns the greatest `id` that is stored, or 0.
    func lastID() async throws -> Int64

    /// Commits a write that changes nothing.
    func check() async throws
}

/// The size in bytes at which a page ends, after the message that reaches it.
///
/// It bounds what a reader can make the server hold in memory.
let pageSize = 128 * 1_024

extension Date {
    /// The date as the databases store it.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
