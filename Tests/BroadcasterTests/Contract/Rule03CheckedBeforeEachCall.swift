import Broadcaster
import TestSupport
import Testing

extension DeliveryContract {
    @Suite("3. Checked again before each call")
    @MainActor
    struct Rule03CheckedBeforeEachCall {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        enum End: CaseIterable { case unregistered, allUnregistered, deallocated }

        @Test(
            "an observer that is unregistered or deallocated while the broadcast is pending isn't called",
            arguments: WordChannel.Form.allCases, End.allCases)
        func endedWhilePending(form: WordChannel.Form, end: End) async {
            var observer: WordLogger? = WordLogger("observer", log)
            let channel = WordChannel(form, [observer!])
            channel.notify { $0.receive("1") }
            switch end {
            case .unregistered: channel.remove(observer!)
            case .allUnregistered: channel.removeAll()
            case .deallocated: observer = nil
            }
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
            withExtendedLifetime(observer) {}
        }

        enum Removal: CaseIterable { case fromProtocol, allOfProtocol, everywhere }

        @Test(
            "an observer that loses its registrations for every key while a broadcast is pending isn't called",
            arguments: Removal.allCases, [nil, "lobby"])
        func unregisteredForEveryKey(removal: Removal, key: String?) async {
            let observer = WordLogger("observer", log, in: broadcaster, for: keyOrNone(key))
            broadcaster.notify(WordObserver.self, for: keyOrNone(key)) { $0.receive("1") }
            switch removal {
            case .fromProtocol: broadcaster.unregister(WordObserver.self, observer: observer)
            case .allOfProtocol: broadcaster.unregister(WordObserver.self)
            case .everywhere: broadcaster.unregister(observer: observer)
            }
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
        }

        @Test("an observer that another thread unregisters while the broadcast is pending isn't called")
        func unregisteredOffMainThread() async {
            let observer = WordLogger("observer", log, in: broadcaster)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            let handover = Handover(observer)
            blockingOnNewThread { [broadcaster] in broadcaster.unregister(WordObserver.self, observer: handover.value) }
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
        }

        @Test("an observer that an earlier observer unregisters isn't called", arguments: WordChannel.Form.allCases)
        func unregisteredByEarlierObserver(form: WordChannel.Form) async {
            let observers = (0..<20).map { WordLogger("\($0)", log) }
            let channel = WordChannel(form, observers)
            observers[0].onReceiving = { _ in
                for observer in observers[1...] where observer.name != "7" { channel.remove(observer) }
            }
            channel.notify { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["0 1", "7 1"])
            observers[0].onReceiving = nil
        }

        @Test(
            "an observer that an earlier observer unregisters and registers again isn't called in that broadcast",
            arguments: WordChannel.Form.allCases)
        func registeredAgainDuringDelivery(form: WordChannel.Form) async {
            let first = WordLogger("first", log)
            let second = WordLogger("second", log)
            let channel = WordChannel(form, [first, second])
            first.onReceiving = { _ in
                channel.remove(second)
                channel.add(second)
            }
            channel.notify { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1"])
            first.onReceiving = nil
        }

        @Test("an observer that an earlier observer releases isn't called", arguments: WordChannel.Form.allCases)
        func releasedByEarlierObserver(form: WordChannel.Form) async {
            let owner = WordLogger("owner", log)
            var owned: WordLogger? = WordLogger("owned", log)
            owner.onReceiving = { _ in owned = nil }
            let channel = WordChannel(form, [owner, owned!])
            channel.notify { $0.receive("1") }
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
