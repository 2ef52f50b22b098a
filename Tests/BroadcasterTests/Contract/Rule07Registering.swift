import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("7. Lifetimes are unaffected: registering deallocates no other observer")
    struct Rule07Registering {
        @Test(
            "off the main queue, a full channel leaves deallocated observers to the main queue, with and without a key",
            arguments: [nil, 1])
        @MainActor
        func offMainQueue(number: Int?) async {
            let broadcaster = Broadcaster()
            let key = number.map { ChannelKey.make($0) }
            let channels = broadcaster.channels(of: (any Incrementing).self)
            var count: Int {
                guard let key else { return channels.count }
                return channels.inspect { $0.channelsByKey[key]?.registrations.count ?? 0 }
            }
            // Before the others are deallocated, so that none gets the address of another.
            let living = (0..<200).map { _ in Counter() }
            blockingOnNewThread {
                let counters = (0..<128).map { _ in Counter() }
                for counter in counters { channels.add(counter as any Incrementing, for: key) }
            }
            blockingOnNewThread { for counter in living { channels.add(counter as any Incrementing, for: key) } }
            #expect(count > 256)
            await broadcaster.settled()
            #expect(count == 200)
            withExtendedLifetime(living) {}
        }

        @Test("off the main queue, registering for new keys leaves deallocated observers to the main queue")
        @MainActor
        func newKeys() async {
            let broadcaster = Broadcaster()
            blockingOnNewThread {
                for key in 0..<100 { broadcaster.register(Incrementing.self, for: key, observer: Counter()) }
            }
            #expect(broadcaster.keyCount(of: Incrementing.self) == 100)
            await broadcaster.settled()
            #expect(broadcaster.keyCount(of: Incrementing.self) == 0)
        }

        @Test("on the main queue, a broadcaster's full channel is purged at once")
        @MainActor
        func onMainQueue() {
            let broadcaster = Broadcaster()
            // Before the others are deallocated, so that none gets the address of another.
            let living = (0..<200).map { _ in WordLogger("living", Log()) }
            for observer in (0..<128).map({ _ in WordLogger("short-lived", Log()) }) {
                broadcaster.register(WordObserver.self, observer: observer)
            }
            for observer in living { broadcaster.register(WordObserver.self, observer: observer) }
            #expect(broadcaster.channels(of: WordObserver.self).count == 200)
            withExtendedLifetime(living) {}
        }

        @Test("an owner's set is purged where the owner uses it, whether or not its objects are Sendable")
        func owned() async {
            let counts = await onNewThread {
                let set = WeakObjectSet<any WordObserver>()
                let sendable = WeakObjectSet<any Incrementing>()
                let delegates = MulticastDelegate<any Incrementing>()
                // Before the others are deallocated, so that none gets the address of another.
                let living = (0..<200).map { _ in WordLogger("living", Log()) }
                let counters = (0..<200).map { _ in Counter() }
                for observer in (0..<128).map({ _ in WordLogger("short-lived", Log()) }) { set.add(observer) }
                for counter in (0..<128).map({ _ in Counter() }) {
                    sendable.add(counter)
                    delegates += counter
                }
                set.add(contentsOf: living)
                sendable.add(contentsOf: counters)
                for counter in counters { delegates.add(counter) }
                return withExtendedLifetime((living, counters)) {
                    [set.members.count, sendable.members.count, delegates.delegates.members.count]
                }
            }
            #expect(counts == [200, 200, 200])
        }

        @Test(
            "an observer that only the main thread owns is deinitialized there, whichever thread registers meanwhile",
            arguments: [false, true])
        @MainActor
        func screens(hasKey: Bool) async {
            let broadcaster = Broadcaster()
            let elsewhere = Counter()
            let done = Handover(Counter())
            let register: @Sendable (any Incrementing) -> Void = { observer in
                broadcaster.register(Incrementing.self, for: keyOrNone(hasKey ? "lobby" : nil), observer: observer)
            }
            DispatchQueue.main.setSpecific(key: Screen.isMainQueue, value: ())
            let registering = Task.detached {
                await onNewThread {
                    while done.value.value == 0 {
                        let observers = (0..<20).map { _ in Counter() }
                        for observer in observers { register(observer) }
                        broadcaster.unregister(Incrementing.self)
                    }
                }
            }
            for _ in 0..<20_000 {
                let screen = Screen(elsewhere)
                register(screen)
            }
            done.value.increment()
            await registering.value
            await broadcaster.settled()
            #expect(elsewhere.value == 0)
        }

        final class Screen: Incrementing {
            let elsewhere: Counter
            init(_ elsewhere: Counter) { self.elsewhere = elsewhere }
            func increment() {}
            deinit { if DispatchQueue.getSpecific(key: Self.isMainQueue) == nil { elsewhere.increment() } }

            static let isMainQueue = DispatchSpecificKey<Void>()
        }
    }
}
