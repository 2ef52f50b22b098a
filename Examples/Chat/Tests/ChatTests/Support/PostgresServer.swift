import Foundation
import PostgreSQL
import Testing

@testable import Chat

/// A PostgreSQL server of the test's own, in a folder of its own.
final class PostgresServer: @unchecked Sendable {
    // `@unchecked` because one task at a time starts and stops it.
    private let folder: String
    private var process: Program?

    var url: String { "postgres:///postgres?host=\(folder)&user=postgres" }

    private init(folder: String) { self.folder = folder }

    static func run<R: Sendable>(_ body: (PostgresServer) async throws -> R) async throws -> R {
        try await withTemporaryFolder { folder in
            let database = PostgresServer(folder: folder)
            if getuid() == 0 {
                try FileManager.default.setAttributes([.ownerAccountName: "postgres"], ofItemAtPath: folder)
            }
            let creation = try database.run(
                "initdb", "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C",
                "--pgdata=\(folder)/data")
            #expect(try await creation.status() == 0, "\(creation.errors)")
            defer { database.stop() }
            try await database.start()
            return try await body(database)
        }
    }

    static func runWithTwoServers(
        _ configure: Configure = { _ in }, body: @Sendable (PostgresServer, TestServer, TestServer) async throws -> Void
    ) async throws {
        try await run { database in
            try await withServer(configure, database: database.url) { first in
                try await withServer(configure, database: database.url) { second in
                    try await body(database, first, second)
                }
            }
        }
    }

    /// Runs a query, over the server's other database if `isAdministration`.
    func rows(_ query: String, isAdministration: Bool = false) async throws -> [[String]] {
        let url = isAdministration ? url.replacingOccurrences(of: "///postgres?", with: "///template1?") : url
        return try await PostgresClient(url: url, label: "test").withSession { try $0.query(query) }
    }

    /// Starts, and returns when connections are accepted.
    func start() async throws {
        process = try run(
            "postgres", "-D", folder + "/data", "-k", folder, "-c", "listen_addresses=", "-c", "logging_collector=on")
        #expect(try await eventually { (try? await rows("SELECT 1")) != nil })
    }

    /// Stops as in a crash: connections break, and what isn't committed is lost.
    func stop() {
        process?.send(signal: SIGQUIT)
        process?.wait()
        process = nil
    }

    /// Runs a program of the newest version, but not as root, which the server refuses.
    private func run(_ command: String...) throws -> Program {
        let user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        let setup = "PATH=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1):$PATH"
        return try Program(getuid() == 0 ? user + command : command, setup: setup)
    }
}
