import Foundation
import Testing

@testable import ChannelMap

@Suite("The outputs of a map")
struct OutputTests {
    @Test("text has each message with its senders and its observers, and problems from column one")
    func text() {
        #expect(
            Report.sample.text == """
                1 of 4 uses is not in this build: 1 in #else

                Mail.Inbox                                                Mail.swift:3
                  received(_:)
                    sent by      Server.poll()                            Mail.swift:20
                    observed by  List (registered in its init)            Mail.swift:40
                  deleted()
                  check          feedback loop: List.received(_:) sends it again

                Not in this build (search before you delete):
                  notify(Inbox.self)                                      Mail.swift:60    #else

                Unresolved (each may account for a problem):
                  any(_:)                                                 Tools.swift:7    sends: an expression chooses it

                Mail.swift:5: warning: Mail.Inbox.deleted() is never called

                1 channel, 1 sender, 1 observer, 1 feedback loop, 1 problem, 1 unresolved use
                """)
    }

    @Test("text has documentation below a channel, and beside a message, if it fits there")
    func documentation() throws {
        let report = Report.sample.with {
            $0.channels[0].documentation = "Hears what comes."
            $0.channels[0].methods?[0].documentation = "A letter came."
            $0.channels[0].methods?[1].documentation = String(repeating: "long ", count: 20)
        }
        let lines = report.with { $0.notInThisBuild = [] }.text.components(separatedBy: "\n")
        #expect(lines[1] == "  /// Hears what comes.")
        #expect(lines[2] == "  received(_:)                                            /// A letter came.")
        #expect(lines[5] == "  deleted()")
    }

    @Test("text has the key of a sender, and a sender whose message isn't known")
    func keys() {
        let report = Report.sample.with {
            $0.channels[0] = $0.channels[0].with(senders: [.sender("poll()", at: 1, sends: [], key: "room.id")])
        }
        #expect(report.text.contains("  an unknown message\n    sent by      poll()"))
        #expect(report.text.contains("Mail.swift:1    for: room.id\n"))
    }

    @Test("text has the arguments of an observer as they are written, and facts about its handler")
    func marks() {
        var observer = Report.Use.observer(nil, in: "watch()", at: 9, handles: nil)
        observer.center = "own"
        observer = observer.with(
            Report.NotificationUse(
                object: "nil", queue: Nullable(wrappedValue: ".main"), handler: Nullable(wrappedValue: "open(_:)"),
                reads: ["\"a\"", "\"b\""], removals: 2))
        let report = Report.sample.with { $0.channels[0] = $0.channels[0].with(observers: [observer]) }
        let arguments = "center: own    object: nil    queue: .main"
        let facts = "handler: open(_:)    reads: \"a\", \"b\"    removals: 2"
        let row = "Mail.swift:9    \(arguments)    \(facts)\n"
        // The row is longer than a line.
        let text = report.text.replacingOccurrences(of: "\n" + String(repeating: " ", count: 17), with: "    ")
        #expect(text.contains(row))
    }

    @Test("text has the keys of a post, or the variable that has them, but no object that is nil")
    func posts() {
        let written = Report.Use.sender("save()", at: 1, sends: []).with(
            Report.NotificationUse(object: "nil", userInfo: Nullable(wrappedValue: ["\"a\"", "b"])))
        let variable = Report.Use.sender("load()", at: 2, sends: []).with(
            Report.NotificationUse(object: nil, userInfoVariable: "info"))
        let report = Report.sample.with { $0.channels[0] = $0.channels[0].with(senders: [written, variable]) }
        #expect(report.text.contains("Mail.swift:1    userInfo: \"a\", b\n"))
        #expect(report.text.contains("Mail.swift:2    userInfo: in a variable, info\n"))
    }

    @Test("text has the places that mention a name, above what to check")
    func mentions() {
        let report = Report.sample.with {
            $0.channels[0].mentions = [SourceLine(file: "A.swift", line: 3), SourceLine(file: "B.swift", line: 4)]
        }
        let rows = "  mentioned at   A.swift:3, B.swift:4\n  check          feedback loop"
        #expect(report.text.contains(rows))
    }

    @Test("text has the expression of an unresolved use, and where its function is called")
    func unresolved() {
        let report = Report.sample.with {
            $0.unresolved[0].expression = "name"
            $0.unresolved[0].callers = [SourceLine(file: "A.swift", line: 3), SourceLine(file: "B.swift", line: 4)]
        }
        let row =
            "Tools.swift:7    sends: an expression chooses it: name\n                 called at A.swift:3, B.swift:4\n"
        #expect(report.text.contains(row))
    }

    @Test("text has what to check below a heading, and what needs no look above it")
    func heading() {
        let report = Report.sample.with {
            let inbox = $0.channels[0]
            $0.channels = ["A", "B", "C"].map { inbox.named($0).with(notes: $0 == "A" ? inbox.notes : []) }
            $0.problems = [
                Problem(
                    kind: .unsent, name: "B", channel: "B", message: nil, text: "B is observed, but never sent",
                    file: "Mail.swift", line: 5)
            ]
        }
        let heads = report.text.components(separatedBy: "\n").filter {
            ["A ", "B ", "C ", "To"].contains($0.prefix(2))
        }
        #expect(heads.map { String($0.prefix(8)) } == ["C       ", "To check", "A       ", "B       "])
        #expect(!report.with { $0.channels.removeLast() }.text.contains("To check"))
    }

    @Test("text says first how many uses are in code that this build leaves out, by condition")
    func inactive() {
        func code(_ condition: String, isUse: Bool = true) -> InactiveCode {
            InactiveCode(
                text: "notify()", module: "Mail", file: "Mail.swift", line: 60, condition: condition, isUse: isUse)
        }
        let report = Report.sample.with {
            $0.notInThisBuild = [code("DEBUG"), code("os(iOS)"), code("os(iOS)"), code("else", isUse: false)]
        }
        #expect(report.text.hasPrefix("3 of 6 uses are not in this build: 2 in #if os(iOS), 1 in #if DEBUG\n\n"))
    }

    @Test("the list has a line for each channel, with its senders and its observers")
    func list() {
        let report = Report.sample.with { $0.channels.append($0.channels[0].named("Mail.Outbox").with(senders: [])) }
        #expect(
            report.list == """
                Mail.Inbox (senders: 1, observers: 1)
                Mail.Outbox (senders: 0, observers: 1)
                """)
    }

    @Test("text has at most 120 columns, and goes on below where a mark or a word begins")
    func longLines() {
        let name = String(repeating: "x", count: 90)
        let long = Report.sample.with { report in
            report.channels[0] = report.channels[0].with(
                senders: [.sender("Server.poll()", at: 20, sends: ["received(_:)"], key: "\(name).id")],
                notes: [Note(kind: .keys, text: "\(name) and \(name) \(name)")])
            report.problems = [
                Problem(
                    kind: .unsent, name: "Mail.Inbox", channel: "Mail.Inbox", message: nil,
                    text: "Mail.Inbox is observed; also mentioned at \(name), \(name)", file: "Mail.swift", line: 5)
            ]
        }
        let lines = long.text.split(separator: "\n").map(String.init)
        let indentation = String(repeating: " ", count: 17)
        #expect(lines.contains("    sent by      Server.poll()                            Mail.swift:20"))
        #expect(lines.contains(indentation + "for: \(name).id"))
        #expect(lines.contains("  check          \(name) and"))
        #expect(lines.contains(indentation + name))
        // Xcode reads only the first line of a warning.
        let warning = "Mail.swift:5: warning: Mail.Inbox is observed; also mentioned at \(name), \(name)"
        #expect(lines.filter { $0.count > 120 } == [warning])
    }

    @Test("tables have each message with its senders, their keys, and the observers that may receive it")
    func markdown() {
        let report = Report.sample.with {
            var closure = Report.Use.observer(nil, in: "watch()", at: 9, handles: nil)
            closure.broadcast?.key = "a | b"
            $0.channels[0].documentation = "Hears what comes."
            $0.channels[0].senders += [
                .sender("Server.push()", at: 1, sends: ["received(_:)"], key: "room"),
                .sender("Server.any()", at: 1, sends: []),
            ]
            $0.channels[0].observers += [closure, .observer("Idle", in: "Idle.init()", at: 5, handles: [])]
        }
        #expect(
            report.markdown(listingFrameworks: false) == #"""
                ### `Mail.Inbox`

                Hears what comes.

                | Message | Sent by | Keys | Observed by |
                | --- | --- | --- | --- |
                | `received(_:)` | `Server.poll()`, `Server.push()` | `room` | `List`, `a closure in watch()` for `a \| b` |
                | `deleted()` | — | — | `a closure in watch()` for `a \| b` |
                | an unknown message | `Server.any()` | — | `a closure in watch()` for `a \| b` |
                | no message | — | — | `Idle` |

                Not in this build:

                - `notify(Inbox.self)` in `#else`

                Unresolved:

                - `any(_:)` sends, and an expression chooses it
                """#)
        #expect(!report.markdown(listingFrameworks: false).contains(".swift"))
    }

    @Test("tables of notifications have a row each, with the keys of all posts")
    func markdownOfNotifications() {
        let saved = Report.Use.sender("save()", at: 1, sends: []).with(
            Report.NotificationUse(object: nil, userInfo: Nullable(wrappedValue: ["\"a\"", "b"])))
        let loaded = Report.Use.sender("load()", at: 2, sends: []).with(
            Report.NotificationUse(object: nil, userInfoVariable: "info"))
        let list = Report.Use.observer("List", in: "List.init()", at: 3, handles: nil).with(
            Report.NotificationUse(object: nil))
        let report = Report(
            subject: .notifications, package: "App", root: "/App",
            channels: [ChannelID.Kind.declared, .framework].map { kind in
                Report.Channel(
                    name: kind.rawValue, module: nil, kind: kind, file: nil, line: nil, senders: [saved, loaded],
                    observers: [list], notes: [])
            }, unresolved: [], problems: [], notInThisBuild: [])
        let table = """
            | Posted by | Keys | Observed by |
            | --- | --- | --- |
            | `load()`, `save()` | `"a"`, `b`, `info` | `List` |
            """
        #expect(report.markdown(listingFrameworks: false) == "### `declared`\n\n\(table)")
        #expect(report.markdown(listingFrameworks: true).hasSuffix("\n\n### `framework`\n\n\(table)"))
    }

    @Test("a drawing has a group for each module and column, and the problems as comments")
    func mermaid() {
        let lines = Report.sample.mermaid.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.first == "flowchart LR")
        #expect(lines.filter { $0.hasPrefix("subgraph") }.count == 3)
        #expect(lines.contains { $0.hasSuffix("[\"Server\"]") })
        #expect(lines.contains { $0.hasSuffix("([\"Inbox\"])") })
        #expect(lines.contains { $0.hasSuffix("[\"List\"]") })
        #expect(lines.filter { $0.contains(" --> ") }.count == 2)
        #expect(lines.suffix(2) == ["%% unresolved: any(_:)", "%% Mail.Inbox.deleted() is never called"])
    }

    @Test("a drawing writes markup in names as codes, and numbers the ids that would be equal")
    func mermaidNames() {
        func shape(_ name: String) -> String {
            Flowchart.Vertex(column: .senders, module: "App", name: name).shape
        }
        #expect(shape("A.B.send(to:)") == "[\"A.B.send(to:)\"]")
        #expect(shape("**b** _x_") == "[\"#42;#42;b#42;#42; #95;x#95;\"]")
        #expect(shape("- 1. item()") == "[\"#45; 1#46; item#40;#41;\"]")
        #expect(shape("say \"hi\" <b>") == "[\"say #34;hi#34; #60;b#62;\"]")
        #expect(shape("style(_:a:<#b:)") == "[\"style#40;#95;#58;a#58;#60;#35;b#58;#41;\"]")
        var flowchart = Flowchart()
        for name in ["A.B", "A_B", "A.B"] {
            flowchart.vertices.insert(Flowchart.Vertex(column: .senders, module: "App", name: name))
        }
        flowchart.comments = ["%%{init: {}}%%"]
        #expect(
            flowchart.text == """
                flowchart LR
                    subgraph 0_App["App"]
                        0_App_A_B["A.B"]
                        0_App_A_B_2["A_B"]
                    end
                    %% %% {init: {}}%%
                """)
    }

    @Test("the page has the map and the link in place of its sample")
    func page() throws {
        let report = Report.sample.with { $0.package = "</script><b>" }
        let page = try report.html(link: "vscode://file{root}/{file}:{line}")
        let start = try #require(page.range(of: "id=\"map\">")?.upperBound)
        let end = try #require(page[start...].range(of: "</script>")?.lowerBound)
        let object = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8)) as? [String: Any]
        #expect(object?["package"] as? String == "</script><b>")
        #expect(object?["link"] as? String == "vscode://file{root}/{file}:{line}")
        #expect((object?["channels"] as? [Any])?.count == 1)
        #expect(!page[start..<end].contains("<"))
    }
}
