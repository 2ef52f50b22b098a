import Testing

@testable import ChannelMap

@Suite("The documentation of a channel", .enabled(if: AppleIndex.isPossible), .timeLimit(.minutes(30)))
struct DocumentationTests {
    @Test(
        "is the first sentence of its comment, and so is that of a message",
        arguments: [
            ("/// Hears the news.", "Hears the news."),
            // The second line goes on with the first sentence.
            ("/// Hears the\n/// news. Keep it.\n///\n/// More.", "Hears the news."),
            ("///Hears the news\n///\n/// - Note: no", "Hears the news"),
            ("/// Hears e.g. News of 2.0, i.e. `a.b`. Not more.", "Hears e.g. News of 2.0, i.e. `a.b`."),
            ("/// Says \"No.\" Then more.", "Says \"No.\""),
            ("/**\n * Hears the news!\n * Again.\n */", "Hears the news!"),
            ("/// Is it new? Yes.", "Is it new?"),
            ("/// - Parameter x: nothing", nil),
            ("// Hears the news.", nil),
            ("/// Of nothing.\n\n", nil),
            ("", nil),
        ] as [(String, String?)])
    func sentences(comment: String, sentence: String?) throws {
        let found = try AppleIndex.channels(
            in: """
                import Broadcaster
                \(comment)
                protocol News {
                \(comment)
                    @available(*, noasync) func came()
                \(comment)
                    var title: String { get }
                }
                func run() { Broadcaster.notify(News.self, for: 1) { $0.came() } }
                """)
        let channel = try #require(found.report.channels.first)
        #expect(channel.documentation == sentence)
        #expect(channel.messages.map(\.documentation) == [sentence, sentence])
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
