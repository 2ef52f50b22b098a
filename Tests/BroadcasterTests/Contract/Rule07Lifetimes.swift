import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("7. Lifetimes are unaffected")
    @MainActor
    struct Rule07Lifetimes {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test(
            "registering retains no observer, and neither does a pending broadcast",
            arguments: WordChannel.Form.allCases)
        func pendingBroadcast(form: WordChannel.Form) async {
            var observer: WordLogger? = WordLogger("observer", log)
            @Weak var weakObserver = observer
            let channel = WordChannel(form, [observer!])
            channel.notify { $0.receive("1") }
            observer = nil
            #expect(weakObserver == nil)
            await broadcaster.settled()
        }

        @Test(
            "a broadcast that is pending on another queue retains no observer", arguments: QueueChannel.Form.allCases)
        func pendingBroadcastOnQueue(form: QueueChannel.Form) {
            var counter: Counter? = Counter()
            @Weak var weakCounter = counter
            let channel = QueueChannel(form, [counter!])
            channel.queue.suspend()
            channel.notify { $0.increment() }
            counter = nil
            #expect(weakCounter == nil)
            channel.queue.resume()
            channel.queue.sync {}
        }

        @Test(
            "an observer is retained for its own call, and not for the next observer's",
            arguments: WordChannel.Form.allCases)
        func ownCall(form: WordChannel.Form) async {
            var first: WordLogger? = WordLogger("first", log)
            @Weak var weakFirst = first
            let second = WordLogger("second", log)
            first?.onReceiving = { _ in
                first = nil
                #expect(weakFirst != nil)
            }
            second.onReceiving = { _ in #expect(weakFirst == nil) }
            let channel = WordChannel(form, [first!, second])
            channel.notify { $0.receive("1") }
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

        @Test("an iteration continues when the last reference to its set goes away")
        func iterationOutlivesSet() {
            let observers = (0..<3).map { WordLogger("\($0)", log) }
            var set: WeakObjectSet<any WordObserver>? = WeakObjectSet(observers)
            @Weak var weakSet = set
            var iterator = set!.makeIterator()
            set!.forEach { observer in
                set = nil
                observer.receive("forEach")
            }
            #expect(weakSet == nil)
            while let observer = iterator.next() { observer.receive("iterator") }
            #expect(log.entries == (0..<3).map { "\($0) forEach" } + (0..<3).map { "\($0) iterator" })
            withExtendedLifetime(observers) {}
        }

        @Test("the block and its captures are released after delivery", arguments: WordChannel.Form.allCases)
        func block(form: WordChannel.Form) async {
            let observer = WordLogger("observer", log)
            let channel = WordChannel(form, [observer])
            weak var held: Canary?
            do {
                let canary = Canary()
                held = canary
                channel.notify { [canary] _ in withExtendedLifetime(canary) {} }
            }
            #expect(held != nil)
            await broadcaster.settled()
            #expect(held == nil)
            withExtendedLifetime(observer) {}
        }

        /// Not `Sendable`: it belongs to whichever part of the program has it.
        final class Payload {
            let onDeinit: () -> Void

            init(onDeinit: @escaping () -> Void) { self.onDeinit = onDeinit }

            deinit { onDeinit() }
        }

        @Test(
            "what a block captures is released on the sender's thread, if the sender keeps the block longest",
            arguments: QueueChannel.Form.allCases)
        func lastReference(form: QueueChannel.Form) async {
            let observer = Counter()
            let channel = QueueChannel(form, [observer])
            let deinits = Log<Bool>()
            await onNewThread {
                let payload = Payload { deinits.write(MainQueue.isMainActor) }
                let block: @MainActor (any Incrementing) -> Void = { observer in
                    observer.increment()
                    withExtendedLifetime(payload) {}
                }
                channel.notifyOnMain(block)
                DispatchQueue.main.sync {}  // The item of the broadcast has ended, and has released the block.
                withExtendedLifetime(block) {}
            }
            #expect(observer.value == 1)
            #expect(deinits.entries == [false])
        }

        @Test(
            "observers are called even if the last reference to their broadcaster or set goes away while it is pending",
            arguments: WordChannel.Form.allCases)
        func outlivesOwner(form: WordChannel.Form) async {
            let observers = [WordLogger("a", log), WordLogger("b", log)]
            weak var owner: AnyObject?
            do {
                let channel = WordChannel(form, observers)
                owner = channel.owner
                channel.notify { $0.receive("1") }
            }
            // A pending broadcast needs its broadcaster, which is `current` in its blocks.
            #expect((owner is Broadcaster) == (form == .withoutKey || form == .withKey))
            await broadcaster.settled()
            #expect(log.entries == ["a 1", "b 1"])
            #expect(owner == nil)
            withExtendedLifetime(observers) {}
        }

        @Test(
            "observers are called on another queue even if the last reference to their broadcaster or set goes away",
            arguments: QueueChannel.Form.allCases)
        func outlivesOwnerOnQueue(form: QueueChannel.Form) {
            let counter = Counter()
            let queue: DispatchQueue
            do {
                let channel = QueueChannel(form, [counter])
                queue = channel.queue
                queue.suspend()
                channel.notify { $0.increment() }
            }
            queue.resume()
            queue.sync {}
            #expect(counter.value == 1)
        }
    }
}
