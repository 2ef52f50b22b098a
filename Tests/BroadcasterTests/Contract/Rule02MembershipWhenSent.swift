import Broadcaster
import Foundation
import TestSupport
import Testing

extension DeliveryContract {
    @Suite("2. Membership is fixed when sent")
    @MainActor
    struct Rule02MembershipWhenSent {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test(
            "observers that register after notify returns don't receive that broadcast, alone or beside another",
            arguments: WordChannel.Form.allCases, [(early: 0, late: 1), (1, 1), (1, 1000)])
        func registersAfterNotify(form: WordChannel.Form, counts: (early: Int, late: Int)) async {
            let early = (0..<counts.early).map { _ in WordLogger("early", log) }
            let late = (0..<counts.late).map { WordLogger("late \($0)", log) }
            let channel = WordChannel(form, early)
            channel.notify { $0.receive("1") }
            for observer in late { channel.add(observer) }
            channel.notify { $0.receive("2") }
            await broadcaster.settled()
            #expect(log.entries == (counts.early == 0 ? [] : ["early 1", "early 2"]) + late.map { "\($0.name) 2" })
            withExtendedLifetime((early, late)) {}
        }

        @Test(
            "an observer that registers during delivery doesn't receive that broadcast",
            arguments: WordChannel.Form.allCases)
        func registersDuringDelivery(form: WordChannel.Form) async {
            let early = WordLogger("early", log)
            let late = WordLogger("late", log)
            let channel = WordChannel(form, [early])
            early.onReceiving = { _ in channel.add(late) }
            channel.notify { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["early 1"])
            channel.notify { $0.receive("2") }
            await broadcaster.settled()
            #expect(log.entries == ["early 1", "early 2", "late 2"])
            early.onReceiving = nil
            withExtendedLifetime(late) {}
        }

        @Test(
            "an observer that registers while the broadcast is announced doesn't receive it", arguments: [false, true])
        func registersDuringAnnouncement(isOnQueue: Bool) async {
            let early = Counter()
            let newcomer = Counter()
            let registering = ClosureMonitor(onSent: { [broadcaster] _ in
                broadcaster.register(Incrementing.self, observer: newcomer)
            })
            broadcaster.register(Incrementing.self, observer: early)
            broadcaster.register(Broadcaster.Monitor.self, observer: registering)
            let queue = DispatchQueue(label: "test")
            for _ in 1...2 {
                if isOnQueue {
                    broadcaster.notify(Incrementing.self, on: queue) { $0.increment() }
                } else {
                    broadcaster.notify(Incrementing.self) { $0.increment() }
                }
            }
            await broadcaster.settled()
            #expect(early.value == 2)
            #expect(newcomer.value == 1)
            withExtendedLifetime(registering) {}
        }

        @Test(
            "unregistering and registering again is a new registration, even of the only observer",
            arguments: WordChannel.Form.allCases, [1, 2])
        func registersAgain(form: WordChannel.Form, count: Int) async {
            let observers = (0..<count).map { WordLogger("\($0)", log) }
            let channel = WordChannel(form, observers)
            channel.notify { $0.receive("1") }
            channel.remove(observers[0])
            channel.add(observers[0])
            channel.notify { $0.receive("2") }
            await broadcaster.settled()
            #expect(log.entries == (count == 1 ? ["0 2"] : ["1 1", "1 2", "0 2"]))
            withExtendedLifetime(observers) {}
        }

        @Test("membership is fixed when a broadcast with a key is sent, for observers without a key as well")
        func withoutKey() async {
            let early = WordLogger("early", log)
            let late = WordLogger("late", log)
            for key in ["known", "unknown"] {
                if key == "known" { broadcaster.register(WordObserver.self, for: key, observer: early) }
                broadcaster.notify(WordObserver.self, for: key) { $0.receive(key) }
                broadcaster.register(WordObserver.self, observer: late)
                broadcaster.notify(WordObserver.self, for: key) { $0.receive("\(key) again") }
                broadcaster.unregister(WordObserver.self, observer: late)
                broadcaster.register(WordObserver.self, observer: late)
                await broadcaster.settled()
                #expect(!log.entries.contains("late \(key)"))
                #expect(!log.entries.contains("late \(key) again"))
                broadcaster.unregister(WordObserver.self, observer: late)
            }
            withExtendedLifetime((early, late)) {}
        }
    }
}
