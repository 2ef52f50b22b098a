import Foundation
import Testing

@testable import ChannelMap

/// The fields of the JSON, whose values the comments of the fixtures have.
@Suite("The JSON of a map", .timeLimit(.minutes(30)))
struct JSONTests {
    /// Returns the names of the fields of a part of a map, with `?` for one that is null, but not those of its place.
    private func fields(of part: some Encodable) throws -> String {
        let json = try JSONSerialization.jsonObject(with: Data(jsonText(part).utf8))
        let fields = try #require(json as? [String: Any]).filter { !["file", "line"].contains($0.key) }
        return fields.sorted { $0.key < $1.key }.map { $0.key + ($0.value is NSNull ? "?" : "") }.joined(separator: " ")
    }

    private func channel(
        _ name: String, in map: Result<FixtureMap, any Error>, _ subject: KeyPath<FixtureMap, Report> = \.channels
    ) throws -> Report.Channel {
        try #require(map.get()[keyPath: subject].channels.first { $0.name == name })
    }

    @Test("has the fields of a channel, its messages, its senders, and its observers")
    func channels() throws {
        let alarm = try channel("Handling.Alarm", in: Fixtures.package)
        #expect(alarm.conformers?.map(\.name) == ["Handling.Bell", "Handling.Siren"])
        #expect(try fields(of: alarm) == "conformers kind methods module name notes observers senders")
        let gauge = try channel("Handling.Gauge", in: Fixtures.package)
        #expect(gauge.messages.map(\.isProperty) == [true, false])
        #expect(gauge.messages.map(\.isCalled) == [false, true])
        let outbox = try channel("Channels.Outbox.Observer", in: Fixtures.package)
        let sender = try #require(outbox.senders.first { $0.name == "Mailbox.Draft.save()" })
        #expect(try fields(of: sender) == "how in key keyValues methods module name owner summary")
        let script = try channel("Broadcaster.Broadcaster.Monitor", in: Fixtures.package)
        let observer = try #require(script.observers.first)
        #expect(try fields(of: observer) == "handles? how in? key? module name owner summary type")
        let store = try channel("Channels.Store", in: Fixtures.package)
        let shelf = try #require(store.observers.first { $0.type?.wrappedValue == "Handling.Shelf" })
        #expect(try fields(of: shelf) == "form handles how in key? module name owner summary type")
    }

    @Test("has the fields of a post, and of an observer of notifications")
    func notifications() throws {
        let changes = try channel("Document.didChange", in: Fixtures.notifications, \.notifications)
        #expect(try fields(of: changes) == "kind module name notes observers senders")
        let post = try #require(changes.senders.first)
        #expect(try fields(of: post) == "how in module name object owner summary userInfo")
        #expect(post.notification?.userInfo?.wrappedValue == ["\"isLast\"", "Names.text", "\"more\""])
        let syncs = try channel("Notification.Name.Sync.began", in: Fixtures.notifications, \.notifications)
        let fields = try fields(of: #require(syncs.observers.first))
        #expect(fields == "handler how in module name object owner queue reads removals summary type?")
    }

    @Test("has the fields of problems, of unresolved uses, and of what isn't in the build")
    func others() throws {
        let map = try Fixtures.package.get().channels
        let problem = try #require(map.problems.first { $0.name == "Handling.Audit.skipped()" })
        #expect(try fields(of: problem) == "channel kind message name places text")
        let unresolved = try #require(map.unresolved.first { $0.name == "Unresolved.variable(_:)" })
        #expect(try fields(of: unresolved) == "how module name reason")
        #expect(try fields(of: #require(map.notInThisBuild.first)) == "condition isUse module text")
    }
}
