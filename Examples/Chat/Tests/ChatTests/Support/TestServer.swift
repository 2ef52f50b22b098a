import Broadcaster
import Foundation
import History
import Logging
import ServiceLifecycle
import Testing

@testable import Chat

/// A server of the test's own, on a free port.
struct TestServer: Sendable {
    let client: ChatClient
    let broadcaster: Broadcaster
    let group: ServiceGroup
}

/// Runs a server for as long as `body` runs, with a broadcaster of its own.
func withServer<R: Sendable>(
    database: String, _ configure: (inout ChatServer.Configuration) -> Void = { _ in },
    _ body: @Sendable (TestServer) async throws -> R
) async throws -> R {
    var configuration = ChatServer.Configuration(database: try #require(DatabaseLocation(database)))
    configuration.port = 0
    configuration.rosterInterval = .milliseconds(100)
    configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    configure(&configuration)

    let broadcaster = Broadcaster()
    let (ports, ready) = AsyncStream.makeStream(of: Int.self)
    let server = try await ChatServer(configuration, broadcaster: broadcaster) { ready.yield($0) }
    let services = ServiceGroup(configuration: .init(services: [server], logger: configuration.logger))
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { ready.finish() }
            try await services.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await group.waitForAll()
            throw CancellationError()
        }
        do {
            let server = TestServer(client: ChatClient(port: port), broadcaster: broadcaster, group: services)
            let result = try await body(server)
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
            return result
        } catch {
            await services.triggerGracefulShutdown()
            throw error
        }
    }
}

/// Runs a server with a database of its own for as long as `body` runs.
func withServer<R: Sendable>(
    _ configure: (inout ChatServer.Configuration) -> Void = { _ in },
    _ body: @Sendable (TestServer) async throws -> R
) async throws -> R {
    try await withTemporaryFolder { folder in
        try await withServer(database: folder + "/chat.sqlite", configure, body)
    }
}

/// Makes a folder that is deleted afterwards.
func withTemporaryFolder<R>(_ body: (String) async throws -> R) async throws -> R {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chat-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

/// Asks again until the answer is yes, or the time is over.
func eventually(within limit: Duration = .seconds(20), _ condition: () async throws -> Bool) async throws -> Bool {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(2))
    }
    return try await condition()
}
