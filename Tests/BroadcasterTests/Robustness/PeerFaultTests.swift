import Foundation
import Testing

@testable import Broadcaster

/// Sequences that break other libraries of this kind, run on this one.
///
/// A comment says how others are built, and what that causes.
@Suite("Faults of other libraries", .timeLimit(.minutes(10)))
@MainActor
struct PeerFaultTests {
    let broadcaster = Broadcaster()
    let log = Log<String>()

    /// Asynchronous removal that retains: `unregister(self)` in `deinit` aborts.
    @Test("an observer that unregisters itself in its deinit receives nothing, and the program goes on")
    func unregisterInDeinit() async {
        do {
            let observer = WordLogger("observer", log)
            observer.onDeinit = { [broadcaster] in broadcaster.unregister(WordObserver.self, observer: $0) }
            broadcaster.register(WordObserver.self, observer: observer)
        }
        broadcaster.notify(WordObserver.self) { $0.receive("1") }
        await broadcaster.settled()
        #expect(log.entries.isEmpty)
    }

    struct Value: WordObserver { func receive(_ word: String) {} }

    /// Weak references to boxed values: they vanish silently.
    @Test("adding a struct to a set traps", .startsProcess)
    func valueTypes() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            WeakObjectSet<any WordObserver>().add(Value())
        }
        expectMessage(result, contains: "PeerFaultTests.Value' is a value type")
    }

    /// Entries that stay: deallocated observers are counted, and each broadcast pays for them.
    @Test("a hundred thousand deallocated observers aren't counted, and leave a small buffer")
    func deallocatedEntries() async {
        for number in 0..<100_000 { broadcaster.register(WordObserver.self, observer: WordLogger("\(number)", log)) }
        let set = broadcaster.observers(of: WordObserver.self)
        #expect(set.count == 0)
        #expect(set.isEmpty)
        #expect(broadcaster.list(of: WordObserver.self).capacity < 16)
    }

    @MainActor
    final class Screen { var shown: [String] = [] }

    /// Casts off the main thread: observers with a main-actor conformance are skipped, or trap.
    @Test("an observer whose conformance is on the main actor receives what another thread sends")
    func isolatedConformance() async {
        let screen = Screen()
        broadcaster.register(WordObserver.self, observer: screen)
        await onNewThread { [broadcaster] in broadcaster.notify(WordObserver.self) { $0.receive("1") } }
        await broadcaster.settled()
        #expect(screen.shown == ["1"])
    }

    /// No lock: use from two threads crashes.
    @Test("two threads may add to a set, iterate over it and remove from it at once")
    func twoThreads() async {
        let set = WeakObjectSet<any Incrementing>()
        await onThreads(2) { _ in
            for _ in 0..<2000 {
                let counter = Counter()
                set.add(counter)
                set.forEach { $0.increment() }
                set.remove(counter)
            }
        }
        #expect(set.isEmpty)
    }

    /// A lock held while observers run: counting in a callback deadlocks.
    @Test("a delegate that is called may count the delegates, and remove itself")
    func countInCallback() {
        let observer = WordLogger("observer", log)
        let delegates = MulticastDelegate<any WordObserver>([observer])
        delegates.invoke { delegate in
            #expect(delegates.count == 1)
            delegates -= delegate
        }
        #expect(delegates.isEmpty)
    }

    /// Entries keyed by address: a second removal with a stale token removes another observer.
    @Test("removing an object again removes no other")
    func staleToken() {
        let set = broadcaster.observers(of: WordObserver.self)
        for _ in 0..<1000 {
            let stale = WordLogger("stale", log)
            broadcaster.register(WordObserver.self, observer: stale)
            broadcaster.unregister(WordObserver.self, observer: stale)
            let new = WordLogger("new", log)
            broadcaster.register(WordObserver.self, observer: new)
            broadcaster.unregister(WordObserver.self, observer: stale)
            broadcaster.unregister(observer: stale)
            #expect(set.contains(new))
            broadcaster.unregister(WordObserver.self, observer: new)
        }
    }

    /// Entries keyed by address: a new object receives the messages of a deallocated one.
    @Test("a new object at the address of a deallocated member isn't a member", .enabled(if: reusesAddresses))
    func addressReuse() {
        let set = WeakObjectSet<any WordObserver>()
        var addresses: Set<ObjectIdentifier> = []
        for _ in 0..<1000 {
            let new = WordLogger("new", log)
            addresses.insert(ObjectIdentifier(new))
            #expect(!set.contains(new))
            set.add(new)
        }
        #expect(addresses.count < 1000)
        #expect(set.isEmpty)
    }

    /// Delivery that the sender waits for: it blocks the sender, and deadlocks when the main thread waits.
    @Test("notify returns on another thread, even while the main thread waits for that thread")
    func mainWaits() async {
        let observer = WordLogger("observer", log)
        broadcaster.register(WordObserver.self, observer: observer)
        blockingOnNewThread { [broadcaster] in broadcaster.notify(WordObserver.self) { $0.receive("1") } }
        #expect(log.entries.isEmpty)
        await broadcaster.settled()
        #expect(log.entries == ["observer 1"])
    }

    /// A task for each message: messages arrive out of order, and after removal.
    @Test("a thousand messages arrive in order, and none arrives after the observer is unregistered")
    func asyncMessages() async {
        let observer = WordLogger("observer", log)
        broadcaster.register(WordObserver.self, observer: observer)
        for number in 0..<1000 { broadcaster.notify(WordObserver.self) { $0.receive("\(number)") } }
        await broadcaster.settled()
        #expect(log.entries == (0..<1000).map { "observer \($0)" })
        broadcaster.notify(WordObserver.self) { $0.receive("late") }
        broadcaster.unregister(WordObserver.self, observer: observer)
        await broadcaster.settled()
        #expect(log.entries.count == 1000)
    }

    /// Strong by default: an observer that doesn't unsubscribe leaks.
    @Test("an observer that never unregisters is deallocated, even while a broadcast is pending")
    func strongReferences() {
        weak var weakObserver: WordLogger?
        do {
            let observer = WordLogger("observer", log)
            weakObserver = observer
            broadcaster.register(WordObserver.self, observer: observer)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
        }
        #expect(weakObserver == nil)
    }

    struct Refusal: Error {}

    /// Errors are swallowed, and only the last answer counts.
    @Test("forEach rethrows an error of an observer, and the caller combines all answers")
    func errorsAndAnswers() {
        let observers = [WordLogger("yes", log), WordLogger("no", log), WordLogger("yes", log)]
        let set = WeakObjectSet<any WordObserver>(observers)
        func refuse(_ observer: any WordObserver) throws { throw Refusal() }
        #expect(throws: Refusal.self) { try set.forEach(refuse) }
        let allAgree = set.allSatisfy { ($0 as? WordLogger)?.name == "yes" }
        #expect(!allAgree)
        withExtendedLifetime(observers) {}
    }

    /// Does both, and compares what happens with the table in Comparison.md.
    @Test("the comparison with NotificationCenter holds as Comparison.md says", .enabled(if: reusesAddresses))
    func comparison() async throws {
        let rows = [
            Comparison("50 observers are called in registration order", orderOfCenter(), await orderOfBroadcaster()),
            Comparison(
                "a new object at a deallocated one's address receives none of its messages",
                !centerConfusesReusedAddress(), !setConfusesReusedAddress()),
            Comparison(
                "an observer that is removed while a message is pending doesn't receive it", await centerIsFinal(),
                await broadcasterIsFinal()),
            Comparison(
                "an observer that is deallocated without unregistering is forgotten", centerForgets(),
                broadcasterForgets()),
        ]
        try expectTable(of: rows)
        let holds = rows.allSatisfy(\.broadcaster)
        #expect(holds)
    }

    #if os(Linux)
        /// Does both, and compares what happens with the second table in Comparison.md.
        ///
        /// Not under Address Sanitizer, because the task in which `next()` never returns is a leak.
        @Test(
            "the comparison with typed messages of NotificationCenter holds as Comparison.md says",
            .enabled(if: reusesAddresses))
        func typedMessages() async throws {
            let next = await returnOfNext()
            let rows = [
                Comparison(
                    "50 observers on the main actor are called in registration order", orderOfTypedObservers(),
                    await orderOfBroadcaster()),
                Comparison(
                    "1,000 messages that one thread sends arrive in the order sent", await orderOfTypedMessages(),
                    await orderOfBroadcasts()),
                Comparison(
                    "a sequence receives what is sent before its loop starts", await typedSequenceStartsAtOnce(),
                    await sequenceStartsAtOnce()),
                Comparison("`next()` returns in a task that is already canceled", next.center, next.broadcaster),
            ]
            try expectTable(of: rows)
            let holds = rows.allSatisfy(\.broadcaster)
            #expect(holds)
        }
    #endif

    private func expectTable(of rows: [Comparison], at location: SourceLocation = #_sourceLocation) throws {
        let lines = rows.map { "| \($0.what) | \($0.center ? "yes" : "no") | \($0.broadcaster ? "yes" : "no") |" }
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Comparison.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        #if os(Linux)
            let tables = page.split(separator: "\n").split {
                !$0.hasPrefix("| ") || $0.hasPrefix("| -") || $0.hasPrefix("| |")
            }
            #expect(tables.map { $0.map(String.init) }.contains(lines), sourceLocation: location)
        #endif
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
        let observers = (0..<50).map { WordLogger("\($0)", log) }
        for observer in observers { broadcaster.register(WordObserver.self, observer: observer) }
        broadcaster.notify(WordObserver.self) { $0.receive("") }
        await broadcaster.settled()
        withExtendedLifetime(observers) {}
        return log.entries == (0..<50).map { "\($0) " }
    }

    /// Observes what an object posts, until a new object at the address of a deallocated one posts.
    private func centerConfusesReusedAddress() -> Bool {
        let center = NotificationCenter()
        let received = Counter()
        var others: [Canary] = []
        for _ in 0..<1000 {
            var sender: Canary? = Canary()
            let address = ObjectIdentifier(sender!)
            let token = center.addObserver(forName: Self.name, object: sender, queue: nil) { _ in received.increment() }
            sender = nil
            let new = Canary()
            if ObjectIdentifier(new) == address {
                center.post(name: Self.name, object: new)
            } else {
                others.append(new)
            }
            center.removeObserver(token)
        }
        return received.value > 0
    }

    private func setConfusesReusedAddress() -> Bool {
        let set = WeakObjectSet<Canary>()
        return (0..<1000).contains { _ in
            let new = Canary()
            let isMember = set.contains(new)
            set.add(new)
            return isMember
        }
    }

    private func centerIsFinal() async -> Bool {
        let center = NotificationCenter()
        let received = Counter()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let gate = DispatchSemaphore(value: 0)
        queue.addOperation { gate.wait() }
        let token = Handover(
            center.addObserver(forName: Self.name, object: nil, queue: queue) { _ in received.increment() })
        let posted = Task.detached { await onNewThread { center.post(name: Self.name, object: nil) } }
        while queue.operationCount < 2 { await Task.yield() }
        center.removeObserver(token.value)
        gate.signal()
        await posted.value
        return received.value == 0
    }

    private func broadcasterIsFinal() async -> Bool {
        let broadcaster = Broadcaster()
        let counter = Counter()
        let queue = DispatchQueue(label: "test")
        let gate = DispatchSemaphore(value: 0)
        queue.async { gate.wait() }
        broadcaster.register(Incrementing.self, observer: counter)
        broadcaster.notify(Incrementing.self, on: queue) { $0.increment() }
        broadcaster.unregister(Incrementing.self, observer: counter)
        gate.signal()
        await broadcaster.settled()
        return counter.value == 0
    }

    private func centerForgets() -> Bool {
        let center = NotificationCenter()
        let received = Counter()
        // The token is discarded, so the observer is never removed.
        do { _ = center.addObserver(forName: Self.name, object: nil, queue: nil) { _ in received.increment() } }
        center.post(name: Self.name, object: nil)
        return received.value == 0
    }

    private func broadcasterForgets() -> Bool {
        let broadcaster = Broadcaster()
        broadcaster.register(Incrementing.self, observer: Counter())
        return broadcaster.observers(of: Incrementing.self).isEmpty
    }
}

extension PeerFaultTests.Screen: @MainActor WordObserver {
    func receive(_ word: String) { shown.append(word) }
}

#if os(Linux)
    extension PeerFaultTests {
        struct Shown: NotificationCenter.MainActorMessage {
            typealias Subject = Canary
        }

        struct Numbered: NotificationCenter.AsyncMessage {
            typealias Subject = Canary
            let number: Int
        }

        private func orderOfTypedObservers() -> Bool {
            let center = NotificationCenter()
            let log = Log<Int>()
            let tokens = (0..<50).map { number in center.addObserver(for: Shown.self) { _ in log.write(number) } }
            center.post(Shown())
            withExtendedLifetime(tokens) {}
            return log.entries == Array(0..<50)
        }

        /// Posts rounds of messages until one round arrives in another order, usually the third.
        private func orderOfTypedMessages() async -> Bool {
            let center = NotificationCenter()
            for _ in 0..<1000 {
                let log = Log<Int>()
                let token = center.addObserver(for: Numbered.self) { log.write($0.number) }
                for number in 0..<1000 { center.post(Numbered(number: number)) }
                while log.entries.count < 1000 { await Task.yield() }
                withExtendedLifetime(token) {}
                if log.entries != Array(0..<1000) { return false }
            }
            return true
        }

        private func orderOfBroadcasts() async -> Bool {
            let broadcaster = Broadcaster()
            let log = Log<String>()
            let observer = WordLogger("", log)
            broadcaster.register(WordObserver.self, observer: observer)
            for number in 0..<1000 { broadcaster.notify(WordObserver.self) { $0.receive("\(number)") } }
            await broadcaster.settled()
            withExtendedLifetime(observer) {}
            return log.entries == (0..<1000).map { " \($0)" }
        }

        private func typedSequenceStartsAtOnce() async -> Bool {
            let center = NotificationCenter()
            let messages = center.messages(for: Numbered.self)
            center.post(Numbered(number: 1))
            var iterator = messages.makeAsyncIterator()
            center.post(Numbered(number: 2))
            let first = try? await iterator.next()
            return first?.number == 1
        }

        private func sequenceStartsAtOnce() async -> Bool {
            let broadcaster = Broadcaster()
            let messages = broadcaster.messages(UploadObserverMessage.self)
            broadcaster.notify(UploadObserverMessage.uploadDidFinish("", bytes: 1))
            var iterator = messages.makeAsyncIterator()
            broadcaster.notify(UploadObserverMessage.uploadDidFinish("", bytes: 2))
            return await iterator.next() == .uploadDidFinish("", bytes: 1)
        }

        /// Whether `next()` returns if its task was canceled before the call, once each.
        private func returnOfNext() async -> (center: Bool, broadcaster: Bool) {
            let broadcaster = Broadcaster()
            let log = Log<String>()
            let typed = Task.detached {
                while !Task.isCancelled { await Task.yield() }
                var iterator = NotificationCenter().messages(for: Numbered.self).makeAsyncIterator()
                log.write("typed calls")
                _ = try? await iterator.next()
                log.write("typed returned")
            }
            let ours = Task.detached {
                while !Task.isCancelled { await Task.yield() }
                var iterator = await broadcaster.messages(UploadObserverMessage.self).makeAsyncIterator()
                _ = await iterator.next()
                log.write("ours returned")
            }
            typed.cancel()
            ours.cancel()
            await ours.value
            while !log.entries.contains("typed calls") { await Task.yield() }
            for _ in 0..<10_000 { await Task.yield() }
            return (log.entries.contains("typed returned"), log.entries.contains("ours returned"))
        }
    }
#endif
