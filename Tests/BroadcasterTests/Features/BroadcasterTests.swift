import Broadcaster
import Foundation
import TestSupport
import Testing

@Suite("Broadcaster", .timeLimit(.minutes(60)), .watched)
@MainActor
struct BroadcasterTests {
    let log = Log<String>()

    @Test("the static methods register, notify, and return the observers", arguments: [nil, "lobby"])
    func staticMethods(key: String?) async {
        let isOwnQueue = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "test")
        queue.setSpecific(key: isOwnQueue, value: true)
        let key = keyOrNone(key)
        let broadcaster = Broadcaster()
        await Broadcaster.$current.withValue(broadcaster) {
            let observer = WordLogger("observer", log)
            let counters = [Counter(), Counter()]
            Broadcaster.register(WordObserver.self, for: key, observer: observer)
            await onNewThread {
                Broadcaster.$current.withValue(broadcaster) {
                    Broadcaster.register(Incrementing.self, for: key, observer: counters[0])
                }
            }
            Broadcaster.register(Incrementing.self, for: "other", observer: counters[1])
            Broadcaster.notify(WordObserver.self, for: key) { $0.receive("1") }
            Broadcaster.notify(Incrementing.self, for: key, on: queue) {
                #expect(DispatchQueue.getSpecific(key: isOwnQueue) == true)
                $0.increment()
            }
            await Broadcaster.settled()
            #expect(log.entries == ["observer 1"])
            #expect(counters.map(\.value) == [1, 0])
            #expect(broadcaster.channels.map(\.observers.count) == [1, 1, 1])
            #expect(Broadcaster.observers(of: WordObserver.self, for: key).count == 1)
            let observers = await onNewThread {
                Broadcaster.$current.withValue(broadcaster) { Broadcaster.observers(of: Incrementing.self, for: key) }
            }
            #expect(observers.contains(counters[0]) && !observers.contains(counters[1]))
            withExtendedLifetime(observer) {}
        }
    }

    protocol OnlyHere { func receive(_ word: String) }

    @Test("the static methods use the shared broadcaster by default")
    func sharedByDefault() async {
        let observer = WordLogger("observer", log)
        Broadcaster.register(OnlyHere.self, observer: observer)
        #expect(Broadcaster.current === Broadcaster.shared)
        #expect(Broadcaster.shared.observers(of: OnlyHere.self).contains(observer))
        Broadcaster.shared.notify(OnlyHere.self) { $0.receive("shared") }
        await Broadcaster.settled()
        #expect(log.entries == ["observer shared"])
    }

    @Test("broadcasters share nothing")
    func independent() async {
        let first = Broadcaster()
        let second = Broadcaster()
        let observer = WordLogger("observer", log)
        first.register(WordObserver.self, observer: observer)
        second.notify(WordObserver.self) { $0.receive("second") }
        second.unregister(observer: observer)
        first.notify(WordObserver.self) { $0.receive("first") }
        await first.settled()
        await second.settled()
        #expect(log.entries == ["observer first"])
    }

    @Test("what observers(of:) returned shows the present observers, and outlives the broadcaster")
    func liveObservers() {
        var broadcaster: Broadcaster? = Broadcaster()
        let observers = broadcaster!.observers(of: WordObserver.self)
        let observer = WordLogger("observer", log)
        broadcaster!.register(WordObserver.self, observer: observer)
        #expect(observers.contains(observer) && observers.count == 1 && !observers.isEmpty)
        broadcaster!.unregister(observer: observer)
        #expect(!observers.contains(observer) && observers.count == 0 && observers.isEmpty)
        broadcaster!.register(WordObserver.self, observer: observer)
        @Weak var lost = broadcaster
        broadcaster = nil
        #expect(lost == nil)
        observers.forEach { $0.receive("1") }
        for observer in observers { observer.receive("2") }
        #expect(log.entries == ["observer 1", "observer 2"])
    }
}

extension WordLogger: BroadcasterTests.OnlyHere {}
