import Foundation
import Testing

@testable import MapBase

/// The fields of the JSON, of which the comments of the fixtures have only some.
@Suite("The JSON of a map", .timeLimit(.minutes(30)))
struct JSONTests {
    /// Returns the JSON of a part of a map, without its place, which the comments of the fixtures have.
    private func json(_ part: some Encodable) throws -> String {
        let lines = try jsonText(part).components(separatedBy: "\n")
        let others = lines.filter { !$0.hasPrefix("  \"file\" : \"") && !$0.hasPrefix("  \"line\" : ") }
        return others.joined(separator: "\n")
    }

    private func channel(
        _ name: String, in map: Result<FixtureMap, any Error>, _ subject: KeyPath<FixtureMap, Report> = \.channels
    ) throws -> Report.Channel {
        try #require(map.get()[keyPath: subject].channels.first { $0.name == name })
    }

    @Test("has of a channel its kind, its module, its messages, its conformers, and its notes")
    func channels() throws {
        var found = try channel("Handling.Alarm", in: Fixtures.package)
        #expect(found.conformers.map(\.name) == ["Handling.Bell", "Handling.Siren"])
        found = try channel("Handling.Gauge", in: Fixtures.package)
        let own = Report.Channel(
            name: found.name, module: found.module, kind: found.kind, file: nil, line: nil, methods: found.methods,
            senders: [], observers: [], conformers: [], notes: [Report.Note(kind: .echo, text: "a note")])
        #expect(
            try json(own) == """
                {
                  "conformers" : [

                  ],
                  "file" : null,
                  "kind" : "protocol",
                  "methods" : [
                    {
                      "isCalled" : false,
                      "isProperty" : true,
                      "name" : "level"
                    },
                    {
                      "isCalled" : true,
                      "isProperty" : false,
                      "name" : "drained()"
                    }
                  ],
                  "module" : "Handling",
                  "name" : "Handling.Gauge",
                  "notes" : [
                    {
                      "kind" : "echo",
                      "text" : "a note"
                    }
                  ],
                  "observers" : [

                  ],
                  "senders" : [

                  ]
                }
                """)
    }

    @Test("has of a sender the function, the type around it, its key, and the messages")
    func sender() throws {
        let channel = try channel("Channels.Outbox.Observer", in: Fixtures.package)
        let use = try #require(channel.senders.first { $0.name == "Mailbox.Draft.save()" })
        #expect(
            try json(use) == """
                {
                  "how" : "notify",
                  "in" : "Mail.Mailbox.Draft",
                  "key" : "\\"drafts\\"",
                  "keyValues" : [
                    "\\"drafts\\""
                  ],
                  "methods" : [
                    "outboxDidChange()"
                  ],
                  "module" : "Mail",
                  "name" : "Mailbox.Draft.save()",
                  "owner" : "Mailbox.Draft",
                  "summary" : "Mailbox.Draft.save()"
                }
                """)
    }

    @Test("has null for the type around top-level code, for no key, and for messages that aren't known")
    func nulls() throws {
        let script = try channel("Broadcaster.Broadcaster.Monitor", in: Fixtures.package)
        #expect(
            try json(#require(script.observers.first)) == """
                {
                  "handles" : null,
                  "how" : "register",
                  "in" : null,
                  "key" : null,
                  "module" : "Script",
                  "name" : "top-level code",
                  "owner" : "Printer",
                  "summary" : "Printer (registered in top-level code)",
                  "type" : "Script.Printer"
                }
                """)
    }

    @Test("has of an observer its type, and the messages that it handles")
    func observer() throws {
        let store = try channel("Channels.Store", in: Fixtures.package)
        let use = try #require(store.observers.first { $0.type?.wrappedValue == "Handling.Shelf" })
        #expect(
            try json(use) == """
                {
                  "form" : "Storing<Int>",
                  "handles" : [
                    "stored(_:)"
                  ],
                  "how" : "register",
                  "in" : "Handling.Shelf",
                  "key" : null,
                  "module" : "Handling",
                  "name" : "Shelf.open()",
                  "owner" : "Shelf",
                  "summary" : "Shelf (registered in its open) [Storing<Int>]",
                  "type" : "Handling.Shelf"
                }
                """)
    }

    @Test("has of a post its object and its keys, as they are written")
    func post() throws {
        let name = try channel("Document.didChange", in: Fixtures.notifications, \.notifications)
        #expect(name.kind == .declared)
        #expect(
            try json(#require(name.senders.first)) == """
                {
                  "how" : "post",
                  "in" : "App.Document",
                  "methods" : [

                  ],
                  "module" : "App",
                  "name" : "Document.change(_:)",
                  "object" : "self",
                  "owner" : "Document",
                  "summary" : "Document.change(_:)",
                  "userInfo" : [
                    "\\"isLast\\"",
                    "Names.text",
                    "\\"more\\""
                  ]
                }
                """)
    }

    @Test("has of an observer of notifications its queue, its handler, and how often its type removes observers")
    func closure() throws {
        let name = try channel("Notification.Name.Sync.began", in: Fixtures.notifications, \.notifications)
        #expect(
            try json(#require(name.observers.first)) == """
                {
                  "handler" : "began(_:)",
                  "handles" : null,
                  "how" : "closure",
                  "in" : "App.TitleBar",
                  "module" : "App",
                  "name" : "TitleBar.init(_:)",
                  "object" : "nil",
                  "owner" : "TitleBar",
                  "queue" : ".main",
                  "reads" : [

                  ],
                  "removals" : 1,
                  "summary" : "a closure in TitleBar.init(_:)",
                  "type" : null
                }
                """)
    }

    @Test("has the module of each problem's channel, of unresolved uses, and of what isn't in the build")
    func others() throws {
        let map = try Fixtures.package.get().channels
        let problem = try #require(map.problems.first { $0.name == "Handling.Audit.skipped()" })
        #expect(
            try json(problem) == """
                {
                  "channel" : "Handling.Audit",
                  "kind" : "unhandled",
                  "message" : "skipped()",
                  "name" : "Handling.Audit.skipped()",
                  "places" : [

                  ],
                  "text" : "Handling.Audit.skipped() is sent, but every observer leaves it to its default"
                }
                """)
        #expect(
            try json(#require(map.unresolved.first { $0.name == "Unresolved.variable(_:)" })) == """
                {
                  "how" : "notify",
                  "module" : "Problems",
                  "name" : "Unresolved.variable(_:)",
                  "reason" : "the type is in a variable"
                }
                """)
        #expect(
            try json(#require(map.notInThisBuild.first)) == """
                {
                  "condition" : "os(AmigaOS)",
                  "isUse" : true,
                  "module" : "Handling",
                  "text" : "Broadcaster.notify(Echo.self)"
                }
                """)
    }
}
