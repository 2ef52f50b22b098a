import Broadcaster
import BroadcasterTracing
import Foundation
import History
import Logging
import NIOConcurrencyHelpers
import ServiceLifecycle
import Testing

@testable import Chat

/// A server of the test's own, on a free port.
///
/// It shows a broadcaster for each test: tests that run at the same time don't receive each other's broadcasts.
struct TestServer: Client {
    let port: Int
    let broadcaster: Broadcaster
    let group: ServiceGroup
    let database: String
    let streams = NIOLockedValueBox<[Events]>([])

    var attendees: Int { ChatTests.attendees(in: broadcaster.description) }
}

/// How many connections the description of a broadcaster lists.
func attendees(in description: String) -> Int {
    description.matches(of: /ChatChannels\.Attendee for .+?: (\d+) observer/).reduce(0) { $0 + (Int($1.1) ?? 0) }
}

typealias Configure = @Sendable (inout Configuration) -> Void

let withoutSignsOfLife: Configure = {
    $0.keepAlive = .seconds(3_600)
    $0.timeout = .seconds(3_600)
}

/// Runs a test, or each of its cases, with a server and a database of its own.
struct ServerTrait: TestTrait, TestScoping {
    @TaskLocal static var current: TestServer?
    let configure: Configure

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        try await withServer(configure) { try await Self.$current.withValue($0, operation: body) }
    }
}

extension Trait where Self == ServerTrait {
    static var server: Self { server { _ in } }
    static func server(_ configure: @escaping Configure) -> Self { Self(configure: configure) }
}

var server: TestServer { ServerTrait.current! }

/// Runs a server for as long as `body` runs, by default with a database of its own.
func withServer<R: Sendable>(
    _ configure: Configure = { _ in }, database: String? = nil, _ body: @Sendable (TestServer) async throws -> R
) async throws -> R {
    try await withTemporaryFolder { folder in
        let database = database ?? folder + "/chat.sqlite"
        let location = try #require(DatabaseLocation(database))
        var configuration = Configuration(port: 0, database: location, rosterInterval: .milliseconds(100))
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        configure(&configuration)

        let broadcaster = Broadcaster()
        let trace = try trace(of: broadcaster)
        defer { withExtendedLifetime(trace) {} }
        let (ports, ready) = AsyncStream.makeStream(of: Int.self)
        let server = try await ChatServer(configuration, broadcaster: broadcaster) { ready.yield($0) }
        let services = ServiceGroup(configuration: .init(services: [server], logger: configuration.logger))
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { ready.finish() }
                try await services.run()
            }
            defer { group.cancelAll() }
            let port = try #require(await ports.first { _ in true })
            return try await body(
                TestServer(port: port, broadcaster: broadcaster, group: services, database: database))
        }
    }
}

/// Writes the broadcasts of a server into the folder that `BROADCAST_TRACE` names, as an isolated test does.
private func trace(of broadcaster: Broadcaster) throws -> BroadcastTrace? {
    guard let folder = ProcessInfo.processInfo.environment["BROADCAST_TRACE"], !folder.isEmpty else { return nil }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try BroadcastTrace(of: broadcaster, writingTo: URL(fileURLWithPath: "\(folder)/\(UUID()).json"))
}

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

/// Asks again until the answer is yes, or until the time limit of the suite cancels the test, which throws.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
    // Time: a pause between two questions.
    while try await !condition() { try await Task.sleep(for: .milliseconds(2)) }
    return true
}
