import PostgreSQL

/// A database that any number of processes share.
struct PostgresDatabase: SQLDatabase {
    let idType = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
    private let writer: PostgresClient
    private let reader: PostgresClient

    init(url: String) {
        writer = PostgresClient(url: url, label: "PostgreSQL writer")
        reader = PostgresClient(url: url, label: "PostgreSQL reader")
    }

    func read<R: Sendable>(_ body: @escaping @Sendable (Query) throws -> R) async throws -> R {
        try await reader.withSession { try body($0.query) }
    }

    func write<R: Sendable>(_ body: @escaping @Sendable (Query) throws -> R) async throws -> R {
        try await writer.withSession { session in
            try session.transaction {
                // Held until the commit is visible to others, so that the order of `id`s is the order of commits.
                try session.query("SELECT pg_advisory_xact_lock(hashtext('chat messages'))")
                let result = try body(session.query)
                // Part of the transaction: no process can die between the commit and the wake-up of the others.
                try session.query("SELECT pg_notify('chat', 'messages')")
                return result
            }
        }
    }

    func check() async throws {
        // An assigned transaction number is written to the log at the commit. No lock, because it stores no message.
        try await writer.withSession { writer in try writer.transaction { try writer.query("SELECT txid_current()") } }
    }
}
