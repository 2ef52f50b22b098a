import FirstModule
import Foundation
import SecondModule
import Testing

@testable import Broadcaster

/// Sequences that break other libraries of this kind, performed on this one.
@Suite("Faults of the peers", .timeLimit(.minutes(1)))
@MainActor
struct PeerFaultTests {
    let broadcaster = Broadcaster()
    let log = Log<String>()

    final class Updated: FirstModule.Update, SecondModule.Update {
        let log: Log<String>

        init(_ log: Log<String>) { self.log = log }

        func update() { log.write("updated") }
    }

    @Test("keys by short name: two protocols named alike share a channel")
    func sharedChannel() async {
        let observer = Updated(log)
        broadcaster.register(FirstModule.Update.self, observer: observer)
        broadcaster.notify(SecondModule.Update.self) { $0.update() }
        await broadcaster.settled()
        #expect(log.entries.isEmpty)
    }

    @Test("asynchronous removal that retains: unregister(self) in deinit aborts")
    func unregisterInDeinit() async {
        do {
            let observer = Named("observer", log)
            observer.onDeinit = { [broadcaster] in broadcaster.unregister(Hearing.self, observer: $0) }
            broadcaster.register(Hearing.self, observer: observer)
        }
        broadcaster.notify(Hearing.self) { $0.hear("1") }
        await broadcaster.settled()
        #expect(log.entries.isEmpty)
    }

    @Test("hash tables, and bags that hash from the 32nd on: the order is lost")
    func order() async {
        let observers = (0..<100).map { Named("\($0)", log) }
        for observer in observers { broadcaster.register(Hearing.self, observer: observer) }
        broadcaster.notify(Hearing.self) { $0.hear("") }
        await broadcaster.settled()
        #expect(log.entries == (0..<100).map { "\($0) " })
        withExtendedLifetime(observers) {}
    }

    struct Value: Hearing { func hear(_ word: String) {} }

    @Test("weak boxes of value types: they vanish silently")
    func valueTypes() async {
        await #expect(processExitsWith: .failure) {
            WeakObjectSet<any Hearing>().add(Value())
        }
    }

    @Test("entries that stay: the dead are counted, and each broadcast pays for them")
    func deadEntries() async {
        for number in 0..<100_000 { broadcaster.register(Hearing.self, observer: Named("\(number)", log)) }
        let set = broadcaster.observers(of: Hearing.self)
        #expect(set.count == 0)
        #expect(set.isEmpty)
        #expect(set.list.capacity <= 8)
    }

    @MainActor
    final class Screen { var shown: [String] = [] }

    @Test("casts off the main thread: observers with a main-actor conformance are skipped, or trap")
    func isolatedConformance() async {
        let screen = Screen()
        broadcaster.register(Hearing.self, observer: screen)
        await onNewThread { [broadcaster] in broadcaster.notify(Hearing.self) { $0.hear("1") } }
        await broadcaster.settled()
        #expect(screen.shown == ["1"])
    }

    @Test("no lock at all: use from two threads crashes")
    func twoThreads() async {
        let set = WeakObjectSet<any Counting>()
        await onThreads(2) { _ in
            for _ in 0..<2000 {
                let counter = Counter()
                set.add(counter)
                set.forEach { $0.count("") }
                set.remove(counter)
            }
        }
        #expect(set.isEmpty)
    }

    @Test("a lock held while calling out: asking from a callback deadlocks")
    func askFromCallback() {
        let observer = Named("observer", log)
        let delegates = MulticastDelegate<any Hearing>([observer])
        delegates.invoke { delegate in
            #expect(delegates.count == 1)
            delegates -= delegate
        }
        #expect(delegates.isEmpty)
    }

    @Test("entries keyed by addresses: a second removal by a stale token takes somebody else's registration")
    func staleToken() {
        let set = broadcaster.observers(of: Hearing.self)
        for _ in 0..<1000 {
            let stale = Named("stale", log)
            set.add(stale)
            set.remove(stale)
            let new = Named("new", log)
            set.add(new)
            set.remove(stale)
            broadcaster.unregister(observer: stale)
            #expect(set.contains(new))
            set.remove(new)
        }
    }

    @Test("entries keyed by addresses: a new object hears for a dead one", .enabled(if: usesAddressesAgain))
    func addressReuse() {
        let set = WeakObjectSet<any Hearing>()
        var addresses: Set<ObjectIdentifier> = []
        for _ in 0..<1000 {
            let new = Named("new", log)
            addresses.insert(ObjectIdentifier(new))
            #expect(!set.contains(new))
            set.add(new)
        }
        #expect(addresses.count < 1000)
        #expect(set.isEmpty)
    }

    @Test("delivery that the poster waits for: it blocks the poster, and deadlocks when main waits")
    func mainWaits() async {
        let observer = Named("observer", log)
        broadcaster.register(Hearing.self, observer: observer)
        blockingOnNewThread { [broadcaster] in broadcaster.notify(Hearing.self) { $0.hear("1") } }
        #expect(log.entries.isEmpty)
        await broadcaster.settled()
        #expect(log.entries == ["observer 1"])
    }

    @Test("a task for each message: they arrive out of order, and after removal")
    func asyncMessages() async {
        let observer = Named("observer", log)
        broadcaster.register(Hearing.self, observer: observer)
        for number in 0..<1000 { broadcaster.notify(Hearing.self) { $0.hear("\(number)") } }
        await broadcaster.settled()
        #expect(log.entries == (0..<1000).map { "observer \($0)" })
        broadcaster.notify(Hearing.self) { $0.hear("late") }
        broadcaster.unregister(Hearing.self, observer: observer)
        await broadcaster.settled()
        #expect(log.entries.count == 1000)
    }

    @Test("a copy that is written back: who registers in a broadcast is lost")
    func registerInBroadcast() async {
        let late = Named("late", log)
        let early = Named("early", log)
        early.onHearing = { [broadcaster] _ in broadcaster.register(Hearing.self, observer: late) }
        broadcaster.register(Hearing.self, observer: early)
        broadcaster.notify(Hearing.self) { $0.hear("1") }
        await broadcaster.settled()
        broadcaster.notify(Hearing.self) { $0.hear("2") }
        await broadcaster.settled()
        #expect(log.entries == ["early 1", "early 2", "late 2"])
        early.onHearing = nil
    }

    @Test("strong by default: who forgets to unsubscribe lives for ever")
    func strong() {
        weak var weakObserver: Named?
        do {
            let observer = Named("observer", log)
            weakObserver = observer
            broadcaster.register(Hearing.self, observer: observer)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
        }
        #expect(weakObserver == nil)
    }

    @Test("a send within a send: forbidden, a deadlock, or ahead of what was sent before")
    func reentrantSend() async {
        let first = Named("first", log)
        let second = Named("second", log)
        first.onHearing = { [broadcaster] word in
            if word == "1" { broadcaster.notify(Hearing.self) { $0.hear("3") } }
        }
        broadcaster.register(Hearing.self, observer: first)
        broadcaster.register(Hearing.self, observer: second)
        broadcaster.notify(Hearing.self) { $0.hear("1") }
        broadcaster.notify(Hearing.self) { $0.hear("2") }
        await broadcaster.settled()
        await broadcaster.settled()
        #expect(log.entries == ["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
    }

    struct Refusal: Error {}

    @Test("errors that are swallowed, and answers of which the last wins")
    func errorsAndAnswers() {
        let observers = [Named("yes", log), Named("no", log), Named("yes", log)]
        let set = WeakObjectSet<any Hearing>(observers)
        func refuse(_ observer: any Hearing) throws { throw Refusal() }
        #expect(throws: Refusal.self) { try set.forEach(refuse) }
        let allAgree = set.allSatisfy { ($0 as? Named)?.name == "yes" }
        #expect(!allAgree)
        withExtendedLifetime(observers) {}
    }

    /// What the comparison in Comparison.md says is what happens.
    @Test("the comparison with NotificationCenter is as Comparison.md says", .enabled(if: usesAddressesAgain))
    func comparison() async throws {
        let rows = [
            Comparison("50 observers are called as they registered", orderOfCenter(), await orderOfBroadcaster()),
            Comparison(
                "a new object at a dead one's address hears nothing that was for the dead one",
                !centerHearsForTheDead(), !setHoldsForTheDead()),
            Comparison(
                "an observer that is removed while a message is on its way doesn't get it", await centerIsFinal(),
                await broadcasterIsFinal()),
            Comparison("an observer that goes away without a word is forgotten", centerForgets(), broadcasterForgets()),
        ]
        let table = rows.map { "| \($0.what) | \($0.center ? "yes" : "no") | \($0.broadcaster ? "yes" : "no") |" }
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Comparison.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        #if os(Linux)
            #expect(page.split(separator: "\n").suffix(rows.count).map(String.init) == table)
        #endif
        let holds = rows.allSatisfy(\.broadcaster)
        #expect(holds)
    }

    struct Comparison {
        let what: String
        let center: Bool
        let broadcaster: Bool

        init(_ what: String, _ center: Bool, _ broadcaster: Bool) {
            (self.what, self.center, self.broadcaster) = (what, center, broadcaster)
        }
    }

    private nonisolated static let name = Notification.Name("test")

    private func orderOfCenter() -> Bool {
        let center = NotificationCenter()
        let log = Log<Int>()
        let tokens = (0..<50).map { number in
            center.addObserver(forName: Self.name, object: nil, queue: nil) { _ in log.write(number) }
        }
        center.post(name: Self.name, object: nil)
        withExtendedLifetime(tokens) {}
        return log.entries == Array(0..<50)
    }

    private func orderOfBroadcaster() async -> Bool {
        let broadcaster = Broadcaster()
        let log = Log<String>()
        let observers = (0..<50).map { Named("\($0)", log) }
        for observer in observers { broadcaster.register(Hearing.self, observer: observer) }
        broadcaster.notify(Hearing.self) { $0.hear("") }
        await broadcaster.settled()
        withExtendedLifetime(observers) {}
        return log.entries == (0..<50).map { "\($0) " }
    }

    /// Observes what a subject posts, until an object at the address of the dead subject posts.
    private func centerHearsForTheDead() -> Bool {
        let center = NotificationCenter()
        let heard = Counter()
        var others: [Canary] = []
        for _ in 0..<1000 {
            var subject: Canary? = Canary {}
            let address = ObjectIdentifier(subject!)
            let token = center.addObserver(forName: Self.name, object: subject, queue: nil) { _ in heard.count("") }
            subject = nil
            let new = Canary {}
            if ObjectIdentifier(new) == address {
                center.post(name: Self.name, object: new)
            } else {
                others.append(new)
            }
            center.removeObserver(token)
        }
        return heard.value > 0
    }

    private func setHoldsForTheDead() -> Bool {
        let set = WeakObjectSet<Canary>()
        return (0..<1000).contains { _ in
            let new = Canary {}
            let isHeld = set.contains(new)
            set.add(new)
            return isHeld
        }
    }

    private func centerIsFinal() async -> Bool {
        let center = NotificationCenter()
        let heard = Counter()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let gate = DispatchSemaphore(value: 0)
        queue.addOperation { gate.wait() }
        let token = Handover(center.addObserver(forName: Self.name, object: nil, queue: queue) { _ in heard.count("") })
        let posted = Task.detached { await onNewThread { center.post(name: Self.name, object: nil) } }
        while queue.operationCount < 2 { await Task.yield() }
        center.removeObserver(token.value)
        gate.signal()
        await posted.value
        return heard.value == 0
    }

    private func broadcasterIsFinal() async -> Bool {
        let broadcaster = Broadcaster()
        let counter = Counter()
        let queue = DispatchQueue(label: "test")
        let gate = DispatchSemaphore(value: 0)
        queue.async { gate.wait() }
        broadcaster.register(Counting.self, observer: counter)
        broadcaster.notify(Counting.self, on: queue) { $0.count("") }
        broadcaster.unregister(Counting.self, observer: counter)
        gate.signal()
        await broadcaster.settled()
        return counter.value == 0
    }

    private func centerForgets() -> Bool {
        let center = NotificationCenter()
        let heard = Counter()
        // As one writes it who forgets the token.
        do { _ = center.addObserver(forName: Self.name, object: nil, queue: nil) { _ in heard.count("") } }
        center.post(name: Self.name, object: nil)
        return heard.value == 0
    }

    private func broadcasterForgets() -> Bool {
        let broadcaster = Broadcaster()
        broadcaster.register(Counting.self, observer: Counter())
        return broadcaster.observers(of: Counting.self).isEmpty
    }
}

extension PeerFaultTests.Screen: @MainActor Hearing {
    func hear(_ word: String) { shown.append(word) }
}
