import Broadcaster
import Foundation
import Testing

extension DeliveryContract {
    @Suite("3. Checked again before each call")
    @MainActor
    struct Rule03CheckedBeforeEachCall {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        enum Removal: CaseIterable {
            case oneProtocol, allOfProtocol, everywhere, set
        }

        @Test(
            "an observer that is unregistered while the broadcast is pending isn't called", arguments: Removal.allCases)
        func unregisteredWhilePending(removal: Removal) async {
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, observer: observer)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            switch removal {
            case .oneProtocol: broadcaster.unregister(WordObserver.self, observer: observer)
            case .allOfProtocol: broadcaster.unregister(WordObserver.self)
            case .everywhere: broadcaster.unregister(observer: observer)
            case .set: broadcaster.unregister(WordObserver.self, observer: observer)
            }
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
        }

        @Test("an observer that another thread unregisters while the broadcast is pending isn't called")
        func unregisteredOffMainThread() async {
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, observer: observer)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            let handover = Handover(observer)
            blockingOnNewThread { [broadcaster] in broadcaster.unregister(WordObserver.self, observer: handover.value) }
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
        }

        @Test("an observer that an earlier observer unregisters isn't called")
        func unregisteredByEarlierObserver() async {
            let observers = (0..<20).map { WordLogger("\($0)", log) }
            observers[0].onReceiving = { [broadcaster] _ in
                for observer in observers[1...] where observer.name != "7" {
                    broadcaster.unregister(WordObserver.self, observer: observer)
                }
            }
            for observer in observers { broadcaster.register(WordObserver.self, observer: observer) }
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["0 1", "7 1"])
            observers[0].onReceiving = nil
        }

        @Test("an observer that an earlier observer unregisters and registers again isn't called in that broadcast")
        func registeredAgainDuringDelivery() async {
            let first = WordLogger("first", log)
            let second = WordLogger("second", log)
            first.onReceiving = { [broadcaster] _ in
                broadcaster.unregister(WordObserver.self, observer: second)
                broadcaster.register(WordObserver.self, observer: second)
            }
            broadcaster.register(WordObserver.self, observer: first)
            broadcaster.register(WordObserver.self, observer: second)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1"])
        }

        @Test("an observer that is deallocated while the broadcast is pending isn't called")
        func deallocatedWhilePending() async {
            var observer: WordLogger? = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, observer: observer!)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            observer = nil
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
        }

        @Test("an observer that an earlier observer releases isn't called")
        func releasedByEarlierObserver() async {
            let owner = WordLogger("owner", log)
            var owned: WordLogger? = WordLogger("owned", log)
            owner.onReceiving = { _ in owned = nil }
            broadcaster.register(WordObserver.self, observer: owner)
            broadcaster.register(WordObserver.self, observer: owned!)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["owner 1"])
            #expect(owned == nil)
        }

        @Test("after unregister returns on the main thread, no further call comes, whatever other threads send")
        func unregisterIsFinal() async {
            let sending = Task { [broadcaster] in
                await onThreads(2) { _ in
                    for _ in 0..<5000 { broadcaster.notify(WordObserver.self) { $0.receive("") } }
                }
            }
            for _ in 0..<200 {
                let observer = WordLogger("observer", log)
                var isUnregistered = false
                observer.onReceiving = { _ in #expect(!isUnregistered) }
                broadcaster.register(WordObserver.self, observer: observer)
                await broadcaster.settled()
                broadcaster.unregister(WordObserver.self, observer: observer)
                isUnregistered = true
                await broadcaster.settled()
            }
            await sending.value
        }
    }
}
