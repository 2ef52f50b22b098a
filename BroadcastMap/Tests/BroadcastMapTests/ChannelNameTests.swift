import Testing

@testable import ChannelMap

@Suite("The name of a channel", .timeLimit(.minutes(30)))
struct ChannelNameTests {
    @Test("has the module if two modules declare it, in texts, for filters, and for --allow")
    func twoModules() throws {
        let program = try TestProgram()
        func compile(_ module: String, _ code: String) throws {
            try program.write("import Foundation\n" + code, to: "\(module).swift")
            let file = "\(program.sources)/\(module).swift"
            try Fixtures.compile([file], as: module, into: program.home, options: ["-parse-as-library"])
        }
        for module in ["First", "Second"] {
            let name = "Notification.Name(\"\(module)\")"
            try compile(module, "public enum Events { public static let done = \(name) }")
        }
        let posts = ["First", "Second"].map {
            "func post\($0)() { NotificationCenter.default.post(name: \($0).Events.done, object: nil) }\n"
        }
        try compile("App", "import First\nimport Second\n" + posts.joined())
        let report = try Report(of: .notifications, in: program.index(), package: "App")
        #expect(report.channels.map(\.name) == ["First.Events.done", "Second.Events.done"])
        #expect(report.text.contains("warning: First.Events.done is posted, but never observed\n"))
        let shown = report.showing(Filter(words: ["First.Events"]))
        #expect(shown.channels.count == 1)
        #expect(shown.problems.map(\.name) == ["First.Events.done"])
        #expect(try report.allowing(["Second.Events.done"]).problems.map(\.name) == ["First.Events.done"])
    }

    @Test("is listed if it has messages, and nothing uses it")
    func unused() throws {
        let code = """
            import Broadcaster
            /// Hears nothing.
            protocol Inbox { func received() }
            enum Mail: Broadcaster.Message {
                case received
                func send(to observer: any Inbox) { observer.received() }
                static func makeObserver(_ receive: @escaping @Sendable (Mail) -> Void) -> any Inbox { fatalError() }
            }
            """
        let program = try TestProgram(["App.swift": code])
        try program.compile(options: Fixtures.moduleOptions.get())
        let report = try Report(of: .channels, in: program.index(), package: "App")
        #expect(report.problems.map(\.text) == ["App.Inbox has messages, but is neither sent nor observed"])
        #expect(report.channels.map(\.documentation) == ["Hears nothing."])
        #expect(report.showing(Filter(words: [], kinds: ["unused"])).channels.count == 1)
    }
}
