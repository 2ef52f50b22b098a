import Broadcaster
import TestSupport
import Testing

extension DeliveryContract {
    @Suite("12. Iterating keeps the same rules")
    @MainActor
    struct Rule12Iterating {
        let log = Log<String>()

        enum Iteration: CaseIterable {
            case forIn, forEach, map, invoke, mapDelegates, observers, forEachWithKey, forInWithKey

            @MainActor
            func run(over observers: @autoclosure () -> [WordLogger], _ body: (any WordObserver, Members) -> Void) {
                let set = WeakObjectSet<any WordObserver>(observers())
                let delegates = MulticastDelegate<any WordObserver>(observers())
                let broadcaster = Broadcaster()
                let keys: [any Hashable & Sendable] = [Broadcaster.NoKey(), "lobby"]
                let key = keys[self == .observers ? 0 : 1]
                for observer in observers() { broadcaster.register(WordObserver.self, for: key, observer: observer) }
                let members = Members(
                    add: { observer in
                        set.add(observer)
                        delegates.add(observer)
                        broadcaster.register(WordObserver.self, for: key, observer: observer)
                    },
                    remove: { observer in
                        set.remove(observer)
                        delegates.remove(observer)
                        broadcaster.unregister(WordObserver.self, for: key, observer: observer)
                    })
                switch self {
                case .forIn: for observer in set { body(observer, members) }
                case .forEach: set.forEach { body($0, members) }
                case .map: _ = set.map { body($0, members) }
                case .invoke: delegates.invoke { body($0, members) }
                case .mapDelegates: _ = delegates.map { body($0, members) }
                case .observers: broadcaster.observers(of: WordObserver.self).forEach { body($0, members) }
                case .forEachWithKey:
                    broadcaster.observers(of: WordObserver.self, for: "lobby").forEach { body($0, members) }
                case .forInWithKey:
                    for observer in broadcaster.observers(of: WordObserver.self, for: "lobby") {
                        body(observer, members)
                    }
                }
            }
        }

        /// Changes what is iterated over.
        struct Members {
            let add: (any WordObserver) -> Void
            let remove: (any WordObserver) -> Void
        }

        @Test("an iteration is synchronous, in order, and visits each observer once", arguments: Iteration.allCases)
        func inOrder(iteration: Iteration) {
            let observers = (0..<100).map { WordLogger("\($0)", log) }
            iteration.run(over: observers + observers) { observer, _ in observer.receive("1") }
            #expect(log.entries == (0..<100).map { "\($0) 1" })
            withExtendedLifetime(observers) {}
        }

        @Test(
            "membership is fixed when an iteration starts, and checked again before each visit",
            arguments: Iteration.allCases)
        func changes(iteration: Iteration) {
            let observers = (0..<6).map { WordLogger("\($0)", log) }
            let late = WordLogger("late", log)
            iteration.run(over: observers) { observer, members in
                observer.receive("1")
                members.add(late)
                members.remove(observers[2])
                members.remove(observers[3])
                members.add(observers[3])
                members.remove(observers[0])
            }
            #expect(log.entries == ["0 1", "1 1", "4 1", "5 1"])
        }

        @Test("replacing most members doesn't disturb an iteration", arguments: Iteration.allCases)
        func manyChanges(iteration: Iteration) {
            let observers = (0..<100).map { WordLogger("\($0)", log) }
            let others = (0..<1000).map { WordLogger("other \($0)", log) }
            iteration.run(over: observers) { observer, members in
                observer.receive("1")
                guard log.entries.count == 1 else { return }
                for other in others { members.add(other) }
                for observer in observers where observer.name.hasSuffix("0") { members.remove(observer) }
                for other in others { members.remove(other) }
            }
            #expect(log.entries == (0..<100).filter { $0 == 0 || $0 % 10 != 0 }.map { "\($0) 1" })
        }

        @Test(
            "an iteration visits no observer that was deallocated, and retains none after its turn",
            arguments: Iteration.allCases)
        func lifetimes(iteration: Iteration) {
            var owned: [String: WordLogger] = [:]
            for name in ["a", "b", "c"] { owned[name] = WordLogger(name, log) }
            @Weak var weakA = owned["a"]
            iteration.run(over: ["a", "b", "c"].map { owned[$0]! }) { observer, _ in
                observer.receive("1")
                switch log.entries.count {
                case 1:
                    owned["a"] = nil
                    owned["b"] = nil
                default:
                    #expect(weakA == nil)
                }
            }
            #expect(log.entries == ["a 1", "c 1"])
        }

        @Test("an iteration over the observers of a key ends where they are unregistered, and leaves no key behind")
        func endedWithKey() {
            let broadcaster = Broadcaster()
            let observers = (0..<3).map { WordLogger("\($0)", log, in: broadcaster, for: "lobby") }
            for observer in broadcaster.observers(of: WordObserver.self, for: "lobby") {
                observer.receive("1")
                broadcaster.unregister(WordObserver.self, for: "lobby")
            }
            #expect(log.entries == ["0 1"])
            #expect(broadcaster.channels.isEmpty)
            withExtendedLifetime(observers) {}
        }

        @Test("during an iteration, the current broadcaster is the caller's, and no monitor is told")
        func current() {
            let broadcaster = Broadcaster()
            let observer = WordLogger("observer", log, in: broadcaster)
            let told = Counter()
            let monitor = ClosureMonitor(onSent: { _ in told.increment() }, onDelivered: { _, _ in told.increment() })
            broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
            let callers = Broadcaster()
            Broadcaster.$current.withValue(callers) {
                broadcaster.observers(of: WordObserver.self).forEach { _ in #expect(Broadcaster.current === callers) }
                for _ in broadcaster.observers(of: WordObserver.self) { #expect(Broadcaster.current === callers) }
            }
            #expect(told.value == 0)
            withExtendedLifetime((monitor, observer)) {}
        }

        @Test("an iteration puts the message into the mailbox of a closure that awaits, and goes on")
        func mailbox() async {
            let broadcaster = Broadcaster()
            let owner = Canary()
            broadcaster.observe(UploadObserverMessage.self, owner: owner) { [log] _, message in
                await Task.yield()
                log.write("handled \(message.name)")
            }
            broadcaster.observe(UploadObserverMessage.self, owner: owner) { [log] _, message in
                log.write("called \(message.name)")
            }
            broadcaster.observers(of: UploadObserver.self).forEach { $0.uploadDidFinish("1", bytes: 0) }
            for observer in broadcaster.observers(of: UploadObserver.self) { observer.uploadDidFinish("2", bytes: 0) }
            log.write("iterated")
            await broadcaster.settled()
            #expect(log.entries == ["called 1", "called 2", "iterated", "handled 1", "handled 2"])
            withExtendedLifetime(owner) {}
        }

        @Test("iterations may be nested", arguments: Iteration.allCases)
        func nested(iteration: Iteration) {
            let observers = (0..<3).map { WordLogger("\($0)", log) }
            iteration.run(over: observers) { outer, _ in
                iteration.run(over: observers) { inner, _ in inner.receive((outer as? WordLogger)!.name) }
            }
            #expect(log.entries == (0..<3).flatMap { outer in (0..<3).map { "\($0) \(outer)" } })
            withExtendedLifetime(observers) {}
        }

        struct Refusal: Error {}

        @Test("forEach and invoke rethrow the first error, and stop there")
        func errors() {
            let observers = (0..<5).map { WordLogger("\($0)", log) }
            let set = WeakObjectSet<any WordObserver>(observers)
            let delegates = MulticastDelegate<any WordObserver>(observers)
            func refuse(_ observer: any WordObserver) throws {
                observer.receive("1")
                if log.entries.count.isMultiple(of: 3) { throw Refusal() }
            }
            #expect(throws: Refusal.self) { try set.forEach(refuse) }
            #expect(log.entries == ["0 1", "1 1", "2 1"])
            #expect(throws: Refusal.self) { try delegates.invoke(refuse) }
            #expect(log.entries.count == 6)
            withExtendedLifetime(observers) {}
        }
    }
}
