import Testing

@testable import BroadcastMapKit

@Suite("A filter")
struct FilterTests {
    @Test("without words shows everything")
    func noWords() {
        #expect(Filter(words: []).shows([]))
    }

    @Test("shows what has one of the words in a name")
    func words() {
        let filter = Filter(words: ["Mail", "sync"])
        #expect(filter.shows(["Mailbox.receive()"]))
        #expect(filter.shows(["Engine", "resync()"]))
        #expect(!filter.shows(["Engine", "Sync"]))
    }
}
