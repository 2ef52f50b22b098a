import Testing

@testable import ChannelMap

@Suite("The documentation of a channel", .enabled(if: AppleIndex.isPossible), .timeLimit(.minutes(30)))
struct DocumentationTests {
    struct Comment: CustomTestStringConvertible {
        let testDescription: String
        let code: String
        let sentence: String?
    }

    private static let comments = [
        Comment(testDescription: "one sentence", code: "/// Hears the news.", sentence: "Hears the news."),
        Comment(
            testDescription: "the first of two sentences, which begins on another line",
            code: "/// Hears the\n/// news. Keep it.\n///\n/// More.", sentence: "Hears the news."),
        Comment(
            testDescription: "a paragraph without a period", code: "///Hears the news\n///\n/// - Note: no",
            sentence: "Hears the news"),
        Comment(
            testDescription: "an abbreviation, a version and code in a sentence",
            code: "/// Hears e.g. News of 2.0, i.e. `a.b`. Not more.", sentence: "Hears e.g. News of 2.0, i.e. `a.b`."),
        Comment(
            testDescription: "a quotation that ends a sentence", code: "/// Says \"No.\" Then more.",
            sentence: "Says \"No.\""),
        Comment(
            testDescription: "a block comment", code: "/**\n * Hears the news!\n * Again.\n */",
            sentence: "Hears the news!"),
        Comment(testDescription: "a question", code: "/// Is it new? Yes.", sentence: "Is it new?"),
        Comment(testDescription: "a list alone", code: "/// - Parameter x: nothing", sentence: nil),
        Comment(testDescription: "another kind of comment", code: "// Hears the news.", sentence: nil),
        Comment(testDescription: "a comment of nothing, above", code: "/// Of nothing.\n\n", sentence: nil),
        Comment(testDescription: "none", code: "", sentence: nil),
    ]

    @Test("is the first sentence of its comment, and so is that of a message", arguments: comments)
    func sentences(_ comment: Comment) throws {
        let found = try AppleIndex.channels(
            in: """
                import Broadcaster
                \(comment.code)
                protocol News {
                \(comment.code)
                    @available(*, noasync) func came()
                \(comment.code)
                    var title: String { get }
                }
                func run() { Broadcaster.notify(News.self, for: 1) { $0.came() } }
                """)
        let channel = try #require(found.report.channels.first)
        #expect(channel.documentation == comment.sentence)
        #expect(channel.messages.map(\.documentation) == [comment.sentence, comment.sentence])
    }

    @Test("of a notification is that of its declaration")
    func notifications() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                extension Notification.Name {
                    /// Is posted when it is paused. Not else.
                    @available(*, deprecated) static let paused = Notification.Name("paused")
                }
                func run() {
                    NotificationCenter.default.post(name: .paused, object: nil)
                    NotificationCenter.default.post(name: .init("other"), object: nil)
                }
                """)
        #expect(found.report.channels.map(\.documentation) == [nil, "Is posted when it is paused."])
    }
}
