import Foundation
import Testing

@testable import MapBase

@Suite("A comparison of two maps")
struct ComparisonTests {
    private func compare(
        _ old: Report, _ new: Report, showing words: [String] = [], allowing names: Set<String> = []
    ) -> Comparison {
        Comparison(from: old, to: new, showing: Filter(words: words), allowing: names)
    }

    @Test("of the same map is one line")
    func same() {
        #expect(compare(.sample, .sample).text == "Nothing changed in who sends and who observes.")
        #expect(compare(.sample, .sample).markdown == "Nothing changed in who sends and who observes.")
        #expect(!compare(.sample, .sample).hasNewProblem)
    }

    @Test("takes lines that moved for the same")
    func moved() throws {
        let json = try Report.sample.json.replacing(/"line" : (\d+)/) { "\"line\" : 1\($0.1)" }
        let moved = try Report(json: Data(json.utf8))
        #expect(moved != .sample)
        #expect(compare(.sample, moved).isEmpty)
    }

    @Test("has a sender that is new under its message, and one that is gone")
    func senders() {
        let new = Report.sample.with {
            $0.channels[0] = $0.channels[0].with(senders: [.sender("Server.push()", at: 21, sends: ["received(_:)"])])
        }
        #expect(
            compare(.sample, new).text == """
                New: 1 sender. Gone: 1 sender.

                  Mail.Inbox
                    received(_:)
                +     sent by      Server.push()                            Mail.swift:21
                -     sent by      Server.poll()                            Mail.swift:20
                """)
    }

    @Test("takes a sender with another key for another one")
    func keys() {
        let new = Report.sample.with {
            $0.channels[0] = $0.channels[0].with(
                senders: [.sender("Server.poll()", at: 20, sends: ["received(_:)"], key: "1")])
        }
        #expect(compare(.sample, new).text.contains("Mail.swift:20    for: 1\n"))
    }

    @Test("takes an observer whose type isn't known for another one if it observes in another way")
    func waysToObserve() throws {
        let old = Report.sample.with {
            $0.channels[0] = $0.channels[0].with(
                observers: [.observer(nil, in: "Log.init()", at: 41, handles: ["received(_:)"])])
        }
        let json = try old.json.replacing("\"observe\"", with: "\"messages\"")
        let new = try Report(json: Data(json.utf8))
        #expect(compare(old, new).text.hasPrefix("New: 1 observer. Gone: 1 observer."))
    }

    @Test("counts a sender and an observer of several messages once, and lists them in order below each")
    func severalMessages() {
        let messages = ["deleted()", "received(_:)"]
        let new = Report.sample.with {
            $0.channels[0] = $0.channels[0].with(
                senders: $0.channels[0].senders + [.sender("Server.push()", at: 21, sends: messages)],
                observers: $0.channels[0].observers + [.observer("Log", in: "Log.init()", at: 41, handles: messages)])
        }
        let text = compare(.sample, new).text
        #expect(text.hasPrefix("New: 1 sender, 1 observer.\n"))
        let rows = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(rows.filter(messages.contains) == ["received(_:)", "deleted()"])
        #expect(text.components(separatedBy: "+     sent by      Server.push()").count == 3)
        #expect(text.components(separatedBy: "+     observed by  Log (registered in its init)").count == 3)
    }

    @Test("counts the second of two equal senders")
    func twice() {
        let new = Report.sample.with {
            $0.channels[0] = $0.channels[0].with(senders: $0.channels[0].senders + $0.channels[0].senders)
        }
        #expect(compare(.sample, new).text.hasPrefix("New: 1 sender.\n"))
    }

    @Test("has the words of the map for an observer")
    func observers() {
        let new = Report.sample.with {
            $0.channels[0] = $0.channels[0].with(observers: [.observer(nil, in: "watch()", at: 9, handles: nil)])
        }
        let text = compare(.sample, new).text
        #expect(text.contains("+   observed by    a closure in watch()"))
        #expect(text.contains("-     observed by  List (registered in its init)"))
    }

    @Test("has a new problem at column one, which --strict judges unless it is allowed")
    func problems() {
        let old = Report.sample.with { $0.problems = [] }
        #expect(compare(old, .sample).hasNewProblem)
        #expect(compare(old, .sample).text.hasSuffix("\n\nMail.swift:5: warning: Mail.Inbox.deleted() is never called"))
        #expect(!compare(.sample, old).hasNewProblem)
        #expect(compare(.sample, old).text.contains("No longer a problem:"))
        #expect(compare(old, .sample, allowing: ["Mail.Inbox.deleted()"]).isEmpty)
    }

    @Test("has a new unresolved use, which --strict judges")
    func unresolved() {
        let old = Report.sample.with { $0.unresolved = [] }
        #expect(compare(old, .sample).hasNewProblem)
        #expect(
            compare(old, .sample).markdown.contains("`any(_:)` at `Tools.swift:7`, because an expression chooses it"))
    }

    @Test("has a new feedback loop, which --strict doesn't judge")
    func feedbackLoops() {
        let old = Report.sample.with { $0.channels[0] = $0.channels[0].with(notes: []) }
        #expect(!compare(old, .sample).hasNewProblem)
        #expect(compare(old, .sample).markdown.contains("- New feedback loop: `Mail.Inbox: List.received(_:) sends it"))
        let text = compare(.sample, old).text
        #expect(text.contains("  No longer a feedback loop:\n-   Mail.Inbox: List.received(_:) sends it again"))
    }

    @Test("shows only what a filter finds, and the problems of its channels")
    func filter() {
        let none = Report.sample.with {
            $0.channels = []
            $0.problems = []
            $0.unresolved = []
        }
        let ofInbox = compare(none, .sample, showing: ["Inbox"])
        #expect(ofInbox.added.map(\.id.kind) == [.channel, .sender, .observer, .echo, .problem])
        #expect(compare(none, .sample, showing: ["any("]).added.map(\.id.kind) == [.unresolved])
        #expect(compare(none, .sample, showing: ["Tools"]).added.map(\.id.kind) == [.unresolved])
    }

    @Test("in JSON has null for what an entry doesn't have, and the channel of a problem")
    func json() throws {
        let old = Report.sample.with { $0.problems = [] }
        let json = try compare(old, .sample).json
        #expect(json.contains("\"channel\" : \"Mail.Inbox\""))
        #expect(json.contains("\"message\" : \"deleted()\""))
        #expect(json.contains("\"type\" : null"))
        #expect(json.contains("\"of\" : \"channels\""))
    }

    @Test("in JSON has of each part what the map has of it: the place, the names, the key, the object, and the words")
    func jsonFields() throws {
        let none = Report.sample.with {
            $0.channels = []
            $0.problems = []
            $0.unresolved = []
        }
        let new = Report.sample.with {
            $0.channels[0].senders[0].key = Nullable(wrappedValue: "1")
            $0.channels[0].senders[0].object = Nullable(wrappedValue: "self")
        }
        let json = try JSONSerialization.jsonObject(with: Data(compare(none, new).json.utf8)) as? [String: Any]
        let rows = try #require(json?["added"] as? [[String: Any]]).map { entry in
            entry.sorted { $0.key < $1.key }.map { "\($0): \($1 is NSNull ? "null" : "\($1)")" }.joined(separator: ", ")
        }
        let loop = "List.received(_:) sends it again"
        #expect(
            rows == [
                "channel: Mail.Inbox, file: Mail.swift, kind: channel, line: 3, message: null, name: Mail.Inbox, "
                    + "type: null",
                "channel: Mail.Inbox, file: Mail.swift, key: 1, kind: sender, line: 20, message: received(_:), "
                    + "name: Server.poll(), object: self, summary: Server.poll(), type: Mail.Server",
                "channel: Mail.Inbox, file: Mail.swift, kind: observer, line: 40, message: received(_:), "
                    + "name: List.init(), summary: List (registered in its init), type: Mail.List",
                "channel: Mail.Inbox, file: Mail.swift, kind: echo, line: 3, message: null, name: Mail.Inbox, "
                    + "text: \(loop), type: null",
                "channel: Mail.Inbox, file: Mail.swift, kind: problem, line: 5, message: deleted(), "
                    + "name: Mail.Inbox.deleted(), text: Mail.Inbox.deleted() is never called, type: null",
                "channel: null, file: Tools.swift, kind: unresolved, line: 7, message: null, name: any(_:), "
                    + "text: an expression chooses it, type: null",
            ])
    }

    @Test("in Markdown fences names that have backticks")
    func markdown() {
        let new = Report.sample.with {
            $0.channels[0] = $0.channels[0].with(senders: [.sender("```\n@everyone", at: 2, sends: [])])
        }
        let markdown = compare(.sample, new).markdown
        #expect(markdown.contains("````diff\n"))
        #expect(!markdown.contains("\n@everyone"))
    }
}
