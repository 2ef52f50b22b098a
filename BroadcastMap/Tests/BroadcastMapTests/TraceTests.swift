import Foundation
import Testing

@testable import ChannelMap

/// The comments of the fixture `Traced` have the counts of a trace that a program wrote.
@Suite("A map with a trace", .timeLimit(.minutes(30)))
struct TraceTests {
    /// Returns a line of a trace that has a broadcast, and one for each observer that it called.
    private func lines(
        _ number: Int, _ channel: String, at place: String, process: Int = 7, calling observers: [String] = [],
        as kind: String = "object"
    ) -> [String] {
        let parts = place.split(separator: ":")
        let broadcast = """
            {"name":"\(channel)","cat":"broadcast","ph":"X","ts":5.000,"dur":1.000,"pid":\(process),"tid":1,\
            "args":{"broadcast":\(number),"fileID":"\(parts[0])","line":\(parts[1]),"key":false,"queued":0.100}},
            """
        let calls = observers.map { observer in
            """
            {"name":"\(observer)","cat":"call","ph":"X","ts":5.000,"dur":0.500,"pid":\(process),"tid":1,\
            "args":{"broadcast":\(number),"channel":"\(channel)","kind":"\(kind)"}},
            """
        }
        return [broadcast] + calls
    }

    private func write(_ text: String, to path: String? = nil) throws -> String {
        let path = try path ?? "\(Fixtures.newFolder("Trace"))/trace.json"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// The line of each broadcast is that of its key.
    private static let program = Result {
        let program = try TestProgram([
            "Mail.swift": """
            import Broadcaster
            protocol Inbox { func received() }
            protocol Outbox { func sent() }
            func send() {
                Broadcaster.notify(Inbox.self, for: 5) { $0.received() }
                Broadcaster.notify(Outbox.self, for: 6) { $0.sent() }
            }
            final class List: Inbox {
                func received() {}
                init() { Broadcaster.register(Inbox.self, observer: self) }
            }
            """
        ])
        try program.compile(options: Fixtures.moduleOptions.get())
        return program
    }

    private func join(_ lines: [String]) throws -> Report { try join(lines, with: Self.program.get()) }

    /// Joins a trace with the map of a program that has one file, App/Mail.swift.
    private func join(_ lines: [String], with code: String) throws -> Report {
        let program = try TestProgram(["Mail.swift": "import Broadcaster\n" + code])
        try program.compile(options: Fixtures.moduleOptions.get())
        return try join(lines, with: program)
    }

    private func join(_ lines: [String], with program: TestProgram) throws -> Report {
        let index = try program.index()
        let trace = try Trace([write((["["] + lines).joined(separator: "\n"))])
        return Report(of: .channels, in: index, package: "App", joining: trace)
    }

    private func message(_ failing: () throws -> Void) -> String {
        #expect(throws: Failure.self, performing: failing)?.message ?? ""
    }

    // Reading

    @Test("reads a file that isn't closed, and whose last line is incomplete")
    func incomplete() throws {
        let complete = lines(1, "App.Inbox", at: "App/Mail.swift:3", calling: ["App.List", "App.Log"])
        let text = (["["] + complete + lines(2, "App.Inbox", at: "App/Mail.swift:4")).joined(separator: "\n")
        let trace = try Trace([write(String(text.dropLast(30)))])
        let delivery = Trace.Delivery(
            channel: "App.Inbox", fileID: "App/Mail.swift", line: 3,
            observers: ["App.List", "App.Log"].map { Trace.Observer(name: $0, kind: .object) })
        #expect(trace.counts == [delivery: 1])
    }

    @Test("adds the files of a folder, and tells processes apart that number their broadcasts alike")
    func folder() throws {
        let folder = try Fixtures.newFolder("Traces")
        let first = lines(1, "A", at: "A/A.swift:1") + lines(1, "A", at: "A/A.swift:1", process: 8, calling: ["A.B"])
        _ = try write(first.joined(separator: "\n"), to: "\(folder)/one.json")
        _ = try write(lines(1, "A", at: "A/A.swift:1").joined(separator: "\n") + "\n]\n", to: "\(folder)/two.json")
        _ = try write("Notes", to: "\(folder)/notes.txt")
        _ = try write("[\n", to: "\(folder)/empty.json")
        let counts = try Trace([folder]).counts
        #expect(counts.values.sorted() == [1, 2])
        #expect(counts.first { $0.value == 1 }?.key.observers.map(\.name) == ["A.B"])
    }

    @Test("fails without a trace: no file, another file, an empty folder")
    func failures() throws {
        let folder = try Fixtures.newFolder("Traces")
        #expect(message { _ = try Trace(["missing.json"]) } == "--trace missing.json: the file can't be read.")
        #expect(message { _ = try Trace([folder]) } == "--trace \(folder): the folder has no trace.")
        let other = try write("{\"of\": \"channels\"}")
        #expect(message { _ = try Trace([other]) }.hasSuffix("this isn't a trace. Write one with BroadcastTrace."))
    }

    // Joining

    @Test("counts what each sender sent, and how often each observer was called")
    func counts() throws {
        let report = try join(
            lines(1, "App.Inbox", at: "App/Mail.swift:5", calling: ["App.List", "App.List"])
                + lines(2, "App.Inbox", at: "App/Mail.swift:5"))
        let inbox = try #require(report.channels.first { $0.name == "App.Inbox" })
        #expect(inbox.senders.map(\.broadcast?.traced) == [2])
        #expect(inbox.observers.map(\.broadcast?.traced) == [2])
        #expect(report.channels.last?.senders.map(\.broadcast?.traced) == [0])
        #expect(report.notInThisTrace == [])
        #expect(report.warningOfTrace == nil)
    }

    @Test("that a program wrote has counts for each way to send and to observe")
    func program() throws {
        let folder = "\(Fixtures.folder)/Traced"
        let home = try Fixtures.newFolder("Traced")
        let options = try ["-parse-as-library", "-swift-version", "5"] + Fixtures.moduleOptions.get()
        try Fixtures.compile(["\(folder)/Hotel.swift"], as: "Traced", into: home, options: options)
        let index = try Fixtures.index(of: [folder], in: "\(home)/index")
        let map = try FixtureMap(index, trace: Trace(["\(folder)/trace.json"]))
        for file in ExpectedFile.all(in: folder, ["."]) { try file.check(map) }
    }

    @Test("counts what a file sends that isn't mapped, such as a test, for the observers alone")
    func otherFiles() throws {
        let report = try join(lines(1, "App.Inbox", at: "AppTests/Mail.swift:5", calling: ["App.List"]))
        let inbox = try #require(report.channels.first { $0.name == "App.Inbox" })
        #expect(inbox.senders.map(\.broadcast?.traced) == [0])
        #expect(inbox.observers.map(\.broadcast?.traced) == [1])
        #expect(report.notInThisTrace?.map(\.text) == ["send() → received() → List"])
        #expect(report.warningOfTrace == nil)
    }

    @Test("counts a sender whose channel isn't known, with the names of the channels that it sent on")
    func unresolved() throws {
        let code = """
            protocol Inbox { func received() }
            protocol Outbox { func sent() }
            public func tell<C>(_ channel: C.Type, _ block: @escaping @Sendable (C) -> Void) {
                Broadcaster.notify(channel, block: block)
            }
            public func ask<C>(_ channel: C.Type, _ block: @escaping @Sendable (C) -> Void) {
                Broadcaster.notify(channel, block: block)
            }
            final class List: Inbox {
                init() { Broadcaster.register(Inbox.self, observer: self) }
                func received() {}
            }
            """
        let inbox = { self.lines($0, "App.Inbox", at: "App/Mail.swift:5", calling: ["App.List"]) }
        let report = try join(inbox(1) + lines(2, "App.Outbox", at: "App/Mail.swift:5") + inbox(3), with: code)
        let uses = report.unresolved.sorted { $0.line < $1.line }
        #expect(uses.map(\.traced) == [3, 0])
        #expect(uses.map(\.tracedChannels) == [["App.Inbox", "App.Outbox"], nil])
        #expect(report.channels.flatMap(\.observers).map(\.broadcast?.traced) == [2])
        #expect(report.warningOfTrace == nil)
    }

    @Test("counts a subclass for what registers it, and for what registers its superclass")
    func subclass() throws {
        let code = """
            protocol Inbox { func received() }
            class Lamp: Inbox { func received() {} }
            final class NightLamp: Lamp {}
            func light(_ lamp: Lamp) { Broadcaster.register(Inbox.self, observer: lamp) }
            func dim() { Broadcaster.register(Inbox.self, observer: NightLamp()) }
            func send() { Broadcaster.notify(Inbox.self) { $0.received() } }
            """
        let report = try join(lines(1, "App.Inbox", at: "App/Mail.swift:7", calling: ["App.NightLamp"]), with: code)
        let observers = try #require(report.channels.first).observers
        #expect(
            observers.map { "\($0.summary): \($0.broadcast?.traced ?? -1)" }
                == ["Lamp (registered in light(_:)): 1", "NightLamp (registered in dim()): 1"])
        #expect(observers.map(\.broadcast?.sharesTrace) == [true, true])
    }

    @Test(
        "counts an object, the closure of an owner, a closure, and a loop apart",
        arguments: [
            ("object", "App.List", [1, 0, 0, 0]), ("owner", "App.List", [0, 1, 0, 0]),
            ("closure", "App.Made", [0, 0, 1, 0]), ("loop", "App.Made", [0, 0, 0, 1]),
        ])
    func kinds(kind: String, name: String, counts: [Int]) throws {
        let lines = lines(1, "App.Inbox", at: "AppTests/Mail.swift:5", calling: [name], as: kind)
        let channel = try #require(join(lines, with: Self.observing.get()).channels.first)
        let ways: [ChannelMap.Operation] = [.register, .observe, .observe, .messages]
        let observers = channel.observers.sorted { $0.line < $1.line }
        #expect(observers.map(\.how) == ways)
        #expect(observers.map(\.broadcast?.traced) == counts)
    }

    /// A program that observes a channel in each way.
    private static let observing = Result {
        let program = try TestProgram([
            "Mail.swift": """
            import Broadcaster
            protocol Inbox { func received() }
            enum Mail: Broadcaster.Message {
                case received
                func send(to observer: any Inbox) { observer.received() }
                static func makeObserver(_ receive: @escaping @Sendable (Mail) -> Void) -> any Inbox { fatalError() }
            }
            @MainActor final class List: Inbox {
                init() {
                    Broadcaster.register(Inbox.self, observer: self)
                    Broadcaster.observe(Mail.self, owner: self) { _, _ in }
                }
                nonisolated func received() {}
            }
            @MainActor func watch() -> Any { Broadcaster.observe(Mail.self) { _ in } }
            func read() async { for await _ in Broadcaster.messages(of: Mail.self) {} }
            """
        ])
        try program.compile(options: Fixtures.moduleOptions.get())
        return program
    }

    @Test("counts the observers of the sender's channel alone, if private protocols share a name")
    func sharedNames() throws {
        let code = """
            import Broadcaster
            private protocol Life { func began() }
            private final class Cell: Life {
                func began() {}
                func start() { Broadcaster.register(Life.self, observer: self) }
                func send() { Broadcaster.notify(Life.self) { $0.began() } }
            }
            """
        let program = try TestProgram(["First.swift": code, "Second.swift": code])
        try program.compile(options: Fixtures.moduleOptions.get())
        let report = try join(lines(1, "App.Life", at: "App/First.swift:6", calling: ["App.Cell"]), with: program)
        #expect(report.channels.flatMap(\.observers).map(\.broadcast?.traced) == [1, 0])
    }

    @Test("has a warning at the first line that sends nothing in these sources, or another channel")
    func otherLines() throws {
        let late = lines(1, "App.Inbox", at: "App/Mail.swift:9")
        let early = lines(2, "App.Outbox", at: "App/Mail.swift:5", calling: ["App.List"])
        let report = try join(late + early)
        let warning = "/Mail.swift:5: warning: the trace has a broadcast from this line, and from 1 more, where the map"
        #expect(report.warningOfTrace?.contains(warning) == true)
        #expect(report.linesWithoutSender?.map(\.line) == [5, 9])
        #expect(report.channels.flatMap(\.senders).map(\.broadcast?.traced) == [0, 0])
    }

    @Test("finds types by the names that they have at run time")
    func names() {
        #expect("any App.Store<Self.App.Store.Item == Swift.Int>".tracedName == "App.Store")
        #expect("App.B & App.A & Swift.AnyObject".tracedName == "App.A & App.B")
        #expect("(extension in App):Kit.Box<(Swift.Int) -> ()>.Row".tracedName == "Kit.Box.Row")
    }

    // What it changes

    private func connection(_ sender: String, _ message: String? = "received(_:)") -> Report.Connection {
        Report.Connection(
            channel: "Mail.Inbox", message: message, sender: sender, observer: "List", file: "Mail.swift", line: 20)
    }

    private var untraced: Report {
        Report.sample.with {
            $0.problems = []
            $0.unresolved = []
            $0.channels[0].senders[0].broadcast?.traced = 0
            $0.channels[0].observers[0].broadcast?.traced = 3
            $0.channels[0].observers[0].broadcast?.sharesTrace = true
            $0.notInThisTrace = [connection("Server.poll()")]
        }
    }

    @Test("has connections by message, and none of what a sender misses")
    func pairs() {
        #expect(Report.sample.connections == [connection("Server.poll()")])
        func texts(sends: [String], misses: [Int]? = nil) -> [String] {
            let report = Report.sample.with {
                $0.channels[0].senders = [.sender("send()", at: 1, sends: sends)]
                $0.channels[0].senders[0].misses = misses
            }
            return report.connections.map(\.text)
        }
        #expect(texts(sends: ["received(_:)"]) == ["send() → received(_:) → List"])
        #expect(texts(sends: ["received(_:)"], misses: [0]).isEmpty)
        #expect(texts(sends: ["deleted()"]).isEmpty)
        #expect(texts(sends: []) == ["send() → an unknown message → List"])
    }

    @Test("as text has counts, and the connections below their channels")
    func text() {
        #expect(untraced.text.contains("Mail.swift:20    traced: 0\n"))
        #expect(untraced.text.contains("Mail.swift:40    traced: 3, shared\n"))
        let rows = """
            Not in this trace (each may lack a test):
              Mail.Inbox
                Server.poll() → received(_:) → List                   Mail.swift:20
            """
        #expect(untraced.text.contains(rows))
        let unresolved = Report.sample.with {
            $0.unresolved[0].traced = 2
            $0.unresolved[0].tracedChannels = ["A", "B"]
        }
        #expect(unresolved.text.contains("an expression chooses it\n                 traced: 2 (A, B)\n"))
    }

    @Test(
        "has a problem until its channel or its message is allowed",
        arguments: ["Mail.Inbox", "Mail.Inbox.received(_:)"])
    func strict(name: String) throws {
        #expect(untraced.hasProblem)
        #expect(try !untraced.allowing([name]).hasProblem)
        #expect(try untraced.allowing(["Mail.Inbox.deleted()"]).hasProblem)
        #expect(untraced.showing(Filter(words: ["Inbox"])).hasProblem)
        #expect(!untraced.showing(Filter(words: ["any("])).hasProblem)
    }

    @Test("as JSON has what the trace says, and nothing of it without one")
    func json() throws {
        let json = try untraced.json
        #expect(json.contains("\"traced\" : 0"))
        #expect(try !Report.sample.json.contains("race"))
    }
}
