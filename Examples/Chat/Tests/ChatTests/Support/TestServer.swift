import Broadcaster
import Foundation
import History
import Logging
import NIOConcurrencyHelpers
import ServiceLifecycle
import Testing

@testable import Chat

/// A server of the test's own, on a free port, with a broadcaster of its own.
struct TestServer: Client {
    let port: Int
    let broadcaster: Broadcaster
    let group: ServiceGroup
    let streams = NIOLockedValueBox<[Events]>([])

    /// How many connections there are.
    var attendees: Int {
        broadcaster.channels.reduce(0) { $0 + ($1.name == "ChatChannels.Attendee" ? $1.observers.count : 0) }
    }
}

typealias Setting = @Sendable (inout Configuration) -> Void

func set<V: Sendable>(_ path: WritableKeyPath<Configuration, V> & Sendable, _ value: V) -> Setting {
    { $0[keyPath: path] = value }
}

/// Runs a test, or each of its cases, with a server and a database of its own.
struct ServerTrait: TestTrait, TestScoping {
    @TaskLocal static var current: TestServer?
    let settings: [Setting]

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        try await withServer(settings) { try await Self.$current.withValue($0, operation: body) }
    }
}

extension Trait where Self == ServerTrait {
    static func server(_ settings: Setting...) -> Self { Self(settings: settings) }
}

/// The server of the test that runs.
var server: TestServer { ServerTrait.current! }

/// Runs a server for as long as `body` runs, by default with a database of its own.
func withServer<R: Sendable>(
    _ settings: [Setting] = [], database: String? = nil, _ body: @Sendable (TestServer) async throws -> R
) async throws -> R {
    try await withTemporaryFolder { folder in
        let location = try #require(DatabaseLocation(database ?? folder + "/chat.sqlite"))
        var configuration = Configuration(port: 0, database: location, rosterInterval: .milliseconds(100))
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        for set in settings { set(&configuration) }

        let broadcaster = Broadcaster()
        let (ports, ready) = AsyncStream.makeStream(of: Int.self)
        let server = try await ChatServer(configuration, broadcaster: broadcaster) { ready.yield($0) }
        let services = ServiceGroup(configuration: .init(services: [server], logger: configuration.logger))
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { ready.finish() }
                try await services.run()
            }
            defer { group.cancelAll() }
            guard let port = await ports.first(where: { _ in true }) else {
                try await group.waitForAll()
                throw CancellationError()
            }
            return try await body(TestServer(port: port, broadcaster: broadcaster, group: services))
        }
    }
}

/// Makes a folder that is deleted afterwards.
func withTemporaryFolder<R>(_ body: (String) async throws -> R) async throws -> R {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chat-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

/// Runs `body` for each number below `count`, all at the same time.
func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count { group.addTask { try await body(number) } }
        try await group.waitForAll()
    }
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
