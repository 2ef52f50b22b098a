import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("7. Lifetimes are unaffected")
    @MainActor
    struct Rule07Lifetimes {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("registering retains no observer, and neither does a pending broadcast")
        func pendingBroadcast() async {
            var observer: WordLogger? = WordLogger("observer", log)
            @Weak var weakObserver = observer
            broadcaster.register(WordObserver.self, observer: observer!)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            observer = nil
            #expect(weakObserver == nil)
            await broadcaster.settled()
        }

        @Test("an observer is retained for its own call, and not for the next observer's")
        func ownCall() async {
            var first: WordLogger? = WordLogger("first", log)
            @Weak var weakFirst = first
            let second = WordLogger("second", log)
            first?.onReceiving = { _ in
                first = nil
                #expect(weakFirst != nil)
            }
            second.onReceiving = { _ in #expect(weakFirst == nil) }
            broadcaster.register(WordObserver.self, observer: first!)
            broadcaster.register(WordObserver.self, observer: second)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1"])
        }

        @Test("an iteration retains the current observer at most, and none when it has ended")
        func iteration() {
            var observers = (0..<3).map { WordLogger("\($0)", log) }
            let set = WeakObjectSet<any WordObserver>(observers)
            var iterator = set.makeIterator()
            _ = iterator.next()
            @Weak var last = observers.last
            observers = []
            #expect(last == nil)
            #expect(iterator.next() == nil)
        }

        @Test("the block and its captures are released after delivery")
        func block() async {
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, observer: observer)
            weak var held: Canary?
            do {
                let canary = Canary()
                held = canary
                broadcaster.notify(WordObserver.self) { [canary] _ in withExtendedLifetime(canary) {} }
            }
            #expect(held != nil)
            await broadcaster.settled()
            #expect(held == nil)
        }

        /// Not `Sendable`: it belongs to whichever part of the program has it.
        final class Payload {
            let onDeinit: () -> Void

            init(onDeinit: @escaping () -> Void) { self.onDeinit = onDeinit }

            deinit { onDeinit() }
        }

        /// How a block is sent.
        enum Sender: CaseIterable { case broadcaster, withKey, set }

        @Test(
            "what a block captures is released on the sender's thread, if the sender keeps the block longest",
            arguments: Sender.allCases)
        func lastReference(sender: Sender) async {
            let observer = Counter()
            let set = WeakObjectSet<any Incrementing>(observer)
            broadcaster.register(Incrementing.self, observer: observer)
            let deinits = Log<Bool>()
            await onNewThread { [broadcaster] in
                let payload = Payload { deinits.write(MainQueue.isMainActor) }
                let block: @MainActor (any Incrementing) -> Void = { observer in
                    observer.increment()
                    withExtendedLifetime(payload) {}
                }
                switch sender {
                case .broadcaster: broadcaster.notify(Incrementing.self, block: block)
                case .withKey: broadcaster.notify(Incrementing.self, for: "key", block: block)
                case .set: set.notify(block)
                }
                DispatchQueue.main.sync {}  // The item of the broadcast has ended, and has released the block.
                withExtendedLifetime(block) {}
            }
            #expect(observer.value == 1)
            #expect(deinits.entries == [false])
        }

        @Test("a pending broadcast retains its broadcaster until it is delivered, and no longer")
        func broadcasterOfPendingBroadcast() async {
            let observer = WordLogger("observer", log)
            weak var held: Broadcaster?
            do {
                let broadcaster = Broadcaster()
                held = broadcaster
                broadcaster.register(WordObserver.self, observer: observer)
                broadcaster.notify(WordObserver.self) { $0.receive("1") }
            }
            #expect(held != nil)
            await broadcaster.settled()
            #expect(log.entries == ["observer 1"])
            #expect(held == nil)
        }

        @Test("a broadcast that is pending on another queue retains its broadcaster")
        func broadcasterOfPendingBroadcastOnQueue() async {
            let queue = DispatchQueue(label: "test")
            let observer = Counter()
            queue.suspend()
            do {
                let broadcaster = Broadcaster()
                broadcaster.register(Incrementing.self, observer: observer)
                broadcaster.notify(Incrementing.self, on: queue) { $0.increment() }
            }
            queue.resume()
            await withCheckedContinuation { done in queue.async { done.resume() } }
            #expect(observer.value == 1)
        }
    }
}
