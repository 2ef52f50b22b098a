import Foundation
import PostgreSQL
import Testing

@testable import Chat

/// A PostgreSQL server of the test's own, in a folder of its own.
final class PostgresServer: @unchecked Sendable {
    // `@unchecked` because one task at a time starts and stops it.
    private let folder: String
    private var process: Program?

    /// The URL of its database.
    var url: String { "postgres:///postgres?host=\(folder)&user=postgres" }

    private static let binaries: String = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = versions.max { Int($0) ?? 0 < Int($1) ?? 0 }
        return newest.map { "/usr/lib/postgresql/\($0)/bin" } ?? "/usr/local/bin"
    }()

    private init(folder: String) { self.folder = folder }

    /// Runs a database for as long as `body` runs.
    static func run<R: Sendable>(_ body: (PostgresServer) async throws -> R) async throws -> R {
        try await withTemporaryFolder { folder in
            let database = PostgresServer(folder: folder)
            if getuid() == 0 {
                try FileManager.default.setAttributes([.ownerAccountName: "postgres"], ofItemAtPath: folder)
            }
            let creation = try database.run(
                "initdb", "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C",
                "--pgdata=\(folder)/data")
            #expect(await creation.status() == 0, "\(creation.errors)")
            defer { database.stop() }
            try await database.start()
            return try await body(database)
        }
    }

    /// Runs a database and two servers on it.
    static func runWithTwoServers(
        _ settings: [Setting] = [], body: @Sendable (PostgresServer, TestServer, TestServer) async throws -> Void
    ) async throws {
        try await run { database in
            try await withServer(settings, database: database.url) { first in
                try await withServer(settings, database: database.url) { second in
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

    /// The server refuses to run as root.
    private func run(_ program: String, _ arguments: String...) throws -> Program {
        let command = ["\(Self.binaries)/\(program)"] + arguments
        let user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        return try Program(getuid() == 0 ? user + command : command)
    }
}
