import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("7. Lifetimes are unaffected: registering deinitializes no other observer")
    struct Registering {
        @Test("off the main queue, a full list leaves deallocated observers to the main queue")
        @MainActor
        func offMainQueue() async {
            let broadcaster = Broadcaster()
            let list = broadcaster.observers(of: Counting.self).list
            let counter = Counter()
            blockingOnNewThread {
                // All at once, so that none has the address of another.
                let counters = (0..<128).map { _ in Counter() }
                for counter in counters { broadcaster.register(Counting.self, observer: counter) }
            }
            blockingOnNewThread { broadcaster.register(Counting.self, observer: counter) }
            #expect(list.registrationCount == 129)
            await broadcaster.settled()
            #expect(list.registrationCount == 1)
            withExtendedLifetime(counter) {}
        }

        enum Addition: CaseIterable {
            case array, oneByOne, asFunction

            func add(_ counters: [Counter], to set: WeakObjectSet<any Counting>) {
                switch self {
                case .array: set.add(counters)
                case .oneByOne: for counter in counters { set.add(counter) }
                case .asFunction: counters.forEach(set.add)
                }
            }
        }

        @Test("the same for a set of Sendable objects that several threads share", arguments: Addition.allCases)
        @MainActor
        func sharedSet(addition: Addition) async {
            let set = WeakObjectSet<any Counting>()
            let counter = Counter()
            blockingOnNewThread { addition.add((0..<128).map { _ in Counter() }, to: set) }
            blockingOnNewThread { addition.add([counter], to: set) }
            #expect(set.list.registrationCount == 129)
            await Broadcaster().settled()
            #expect(set.list.registrationCount == 1)
            withExtendedLifetime(counter) {}
        }

        @Test("on the main queue they are purged at once")
        @MainActor
        func onMainQueue() {
            let broadcaster = Broadcaster()
            let set = broadcaster.observers(of: Hearing.self)
            for observer in (0..<128).map({ _ in Named("short-lived", Log()) }) { set.add(observer) }
            let observer = Named("last", Log())
            broadcaster.register(Hearing.self, observer: observer)
            #expect(set.list.registrationCount == 1)
            withExtendedLifetime(observer) {}
        }

        @Test("a set whose objects aren't Sendable is purged where its owner uses it")
        func confinedSet() async {
            let count = await onNewThread {
                let set = WeakObjectSet<any Hearing>()
                for observer in (0..<128).map({ _ in Named("short-lived", Log()) }) { set.add(observer) }
                let observer = Named("last", Log())
                set.add(observer)
                return withExtendedLifetime(observer) { set.list.registrationCount }
            }
            #expect(count == 1)
        }

        @Test("an observer that only the main thread owns is deinitialized there, whoever registers meanwhile")
        @MainActor
        func screens() async {
            let broadcaster = Broadcaster()
            let elsewhere = Counter()
            let done = Handover(Counter())
            DispatchQueue.main.setSpecific(key: Screen.isMainQueue, value: ())
            let registering = Task.detached {
                await onNewThread {
                    while done.value.value == 0 {
                        let observers = (0..<20).map { _ in Counter() }
                        for observer in observers { broadcaster.register(Counting.self, observer: observer) }
                        broadcaster.unregister(Counting.self)
                    }
                }
            }
            for _ in 0..<20_000 {
                let screen = Screen(elsewhere)
                broadcaster.register(Counting.self, observer: screen)
            }
            done.value.count("")
            await registering.value
            await broadcaster.settled()
            #expect(elsewhere.value == 0)
        }

        final class Screen: Counting {
            let elsewhere: Counter
            init(_ elsewhere: Counter) { self.elsewhere = elsewhere }
            func count(_ any: Any) {}
            deinit { if DispatchQueue.getSpecific(key: Self.isMainQueue) == nil { elsewhere.count("") } }

            static let isMainQueue = DispatchSpecificKey<Void>()
        }
    }
}
