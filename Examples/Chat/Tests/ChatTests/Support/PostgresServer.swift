import Foundation
import PostgreSQL
import Testing

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

    private init(folder: String) {
        self.folder = folder
    }

    /// Runs a server for as long as `body` runs.
    static func withServer<R: Sendable>(_ body: (PostgresServer) async throws -> R) async throws -> R {
        try await withTemporaryFolder { folder in
            let server = PostgresServer(folder: folder)
            if getuid() == 0 {
                try FileManager.default.setAttributes([.ownerAccountName: "postgres"], ofItemAtPath: folder)
            }
            let creation = try server.run(
                "initdb", "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C",
                "--pgdata=\(folder)/data")
            let errors = await creation.allErrors()
            #expect(await creation.status() == 0, "\(errors)")
            try await server.start()
            do {
                let result = try await body(server)
                await server.stop()
                return result
            } catch {
                await server.stop()
                throw error
            }
        }
    }

    /// Starts, and returns when connections are accepted.
    func start() async throws {
        process = try run(
            "postgres", "-D", folder + "/data", "-k", folder, "-c", "listen_addresses=", "-c", "logging_collector=on")
        let client = PostgresClient(url: url, label: "start")
        #expect(
            try await eventually {
                await (try? client.withSession { try $0.run("SELECT 1") }) != nil
            })
    }

    /// Stops as in a crash: connections break, and what isn't committed is lost.
    func stop() async {
        process?.send(signal: SIGQUIT)
        _ = await process?.status()
        process = nil
    }

    /// The server refuses to run as root.
    private func run(_ program: String, _ arguments: String...) throws -> Program {
        let command = ["\(Self.binaries)/\(program)"] + arguments
        let user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        return try Program(getuid() == 0 ? user + command : command, executable: "/usr/bin/env")
    }
}
