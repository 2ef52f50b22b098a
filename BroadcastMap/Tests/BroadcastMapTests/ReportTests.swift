import Foundation
import Testing

@testable import ChannelMap

@Suite("The report of a map")
struct ReportTests {
    @Test("writes null for what isn't known, sorted keys, and slashes as they are")
    func format() throws {
        let json = try Report.sample.json
        #expect(json.contains("\"in\" : null"))
        #expect(json.contains("\"key\" : null"))
        #expect(json.contains("\"root\" : \"/App\""))
        #expect(!json.contains("\"object\""))
        let keys = [
            "\"channels\"", "\"notInThisBuild\"", "\"of\"", "\"package\"", "\"problems\"", "\"root\"", "\"unresolved\"",
            "\"version\" : 1",
        ]
        let places = keys.compactMap { json.range(of: "\n  \($0)")?.lowerBound }
        #expect(places.count == keys.count)
        #expect(places == places.sorted())
    }
}

@Suite("A filter")
struct FilterTests {
    @Test(
        "finds a channel by its name, its messages, its senders, its observers, and their module",
        arguments: ["Inbox", "received", "poll()", "Mail.List", "List.init", "Mail"])
    func channel(word: String) {
        let shown = Report.sample.showing(Filter(words: [word]))
        #expect(shown.channels == Report.sample.channels)
        #expect(shown.problems == Report.sample.problems)
        #expect(shown.unresolved.isEmpty)
    }

    @Test("finds the handler of an observer of notifications")
    func handler() {
        let observer = Report.Use.observer("List", in: "List.init()", at: 40, handles: nil).with(
            Report.NotificationUse(object: nil, handler: Nullable(wrappedValue: "open(_:)")))
        let report = Report.sample.with { $0.channels[0] = $0.channels[0].with(observers: [observer]) }
        #expect(!report.showing(Filter(words: ["open("])).channels.isEmpty)
    }

    @Test(
        "finds an unresolved use by its function and its module, and hides the channels", arguments: ["any(", "Tools"])
    func unresolved(word: String) {
        let shown = Report.sample.showing(Filter(words: [word]))
        #expect(shown.unresolved == Report.sample.unresolved)
        #expect(shown.channels.isEmpty)
        #expect(shown.problems.isEmpty)
        #expect(shown.notInThisBuild == [])
    }

    @Test("by kind shows the problems and the notes of that kind, and their channels")
    func kinds() {
        let report = Report.sample.with {
            let inbox = $0.channels[0]
            $0.channels.append(inbox.named("Mail.Outbox").with(notes: [Note(kind: .keys, text: "keys")]))
            $0.notInThisTrace = [
                Report.Connection(
                    channel: "Mail.Inbox", message: nil, sender: "send()", observer: "List", file: "Mail.swift",
                    line: 20)
            ]
        }
        func shown(_ kinds: String...) -> Report { report.showing(Filter(words: [], kinds: kinds)) }
        #expect(shown("echo").channels.map(\.name) == ["Mail.Inbox"])
        #expect(shown("echo").problems.isEmpty)
        #expect(shown("echo").unresolved.isEmpty)
        #expect(shown("echo").notInThisBuild.isEmpty)
        #expect(shown("echo").notInThisTrace == [])
        #expect(shown("uncalled").channels.map(\.notes) == [[]])
        #expect(shown("uncalled").problems == report.problems)
        #expect(shown("keys", "echo").channels.map(\.name) == ["Mail.Inbox", "Mail.Outbox"])
        #expect(shown("unsent").channels.isEmpty)
    }

    @Test("that finds nothing is an error that names the word")
    func misspelled() throws {
        try Filter(words: ["Inbox", "Tools"]).check(against: Report.sample.names)
        let failure = #expect(throws: Failure.self) {
            try Filter(words: ["Inbox", "Siren"]).check(against: Report.sample.names)
        }
        #expect(failure?.message == "Siren: no channel, message, sender, observer, or module has this in its name.")
        #expect(failure?.status == 66)
    }
}

@Suite("The names that --allow has")
struct AllowTests {
    @Test("accept a problem by its name, and leave the channel")
    func problem() throws {
        let report = try Report.sample.allowing(["Mail.Inbox.deleted()"])
        #expect(report.problems.isEmpty)
        #expect(report.unresolved == Report.sample.unresolved)
        #expect(report.channels == Report.sample.channels)
        #expect(report.hasProblem)
    }

    @Test("accept an unresolved use by its function")
    func unresolved() throws {
        let report = try Report.sample.allowing(["any(_:)", "Mail.Inbox.deleted()"])
        #expect(report.unresolved.isEmpty)
        #expect(!report.hasProblem)
    }

    @Test("are an error if the map has no such name")
    func unknown() {
        let failure = #expect(throws: Failure.self) { try Report.sample.allowing(["Mail.Inbox.remove()", "any(_:)"]) }
        #expect(failure?.message.hasPrefix("--allow Mail.Inbox.remove(): the map has no") == true)
    }
}
