import Broadcaster
import TestSupport
import Testing

@Suite("Cycles of multicast delegates", .timeLimit(.minutes(60)), .watched)
struct CycleTests {
    protocol Listener: WordObserver, AnyObject {}

    final class Listeners: MulticastDelegate<any Listener>, Listener {
        func receive(_ word: String) { invoke { $0.receive(word) } }
    }

    @Test("adding a multicast delegate to itself traps with a message that names it and the fix", .startsProcess)
    func itself() async {
        let results = [
            await #expect(processExitsWith: .failure, observing: errors) {
                let listeners = Listeners()
                listeners.add(listeners)
            },
            await #expect(processExitsWith: .failure, observing: errors) {
                let listeners = Listeners()
                listeners += listeners
            },
        ]
        expectMessages(results, contain: "CycleTests.Listeners' can't be its own delegate", "Leave it out.")
    }

    @Test("a multicast delegate of multicast delegates forwards to those of each, in order")
    func chain() {
        final class Listening: Listener {
            let log: Log<String>
            let name: String
            init(_ name: String, _ log: Log<String>) { (self.name, self.log) = (name, log) }
            func receive(_ word: String) { log.write("\(name) \(word)") }
        }
        let log = Log<String>()
        let first = Listening("first", log)
        let second = Listening("second", log)
        let inner = Listeners([first])
        let outer = Listeners([inner, second])
        outer.receive("1")
        #expect(log.entries == ["first 1", "second 1"])
        withExtendedLifetime((inner, first, second)) {}
    }
}
