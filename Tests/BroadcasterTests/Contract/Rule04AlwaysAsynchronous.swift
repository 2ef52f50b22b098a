import Broadcaster
import TestSupport
import Testing

extension DeliveryContract {
    @Suite("4. Always asynchronous")
    @MainActor
    struct Rule04AlwaysAsynchronous {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("notify returns before any block runs, even on the main thread", arguments: WordChannel.Form.allCases)
        func returnsBeforeBlock(form: WordChannel.Form) async {
            let observer = WordLogger("observer", log)
            let channel = WordChannel(form, [observer])
            channel.notify { $0.receive("1") }
            log.write("returned")
            await broadcaster.settled()
            #expect(log.entries == ["returned", "observer 1"])
            withExtendedLifetime(observer) {}
        }

        @Test("notify returns on another thread while the main thread waits for it, and blocks run on the main actor")
        func returnsWhileMainWaits() async {
            let observer = WordLogger("observer", log, in: broadcaster)
            observer.onReceiving = { _ in MainActor.preconditionIsolated() }
            blockingOnNewThread { [broadcaster] in broadcaster.notify(WordObserver.self) { $0.receive("1") } }
            #expect(log.entries.isEmpty)
            await broadcaster.settled()
            #expect(log.entries == ["observer 1"])
            withExtendedLifetime(observer) {}
        }

        @Test(
            "what a block notifies is delivered after the broadcasts that were sent before",
            arguments: WordChannel.Form.allCases)
        func notifyInBlock(form: WordChannel.Form) async {
            let first = WordLogger("first", log)
            let second = WordLogger("second", log)
            let channel = WordChannel(form, [first, second])
            first.onReceiving = { word in
                if word == "1" { channel.notify { $0.receive("3") } }
            }
            channel.notify { $0.receive("1") }
            channel.notify { $0.receive("2") }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
            first.onReceiving = nil
        }

        @MainActor
        final class Screen { var shown: [String] = [] }

        @Test("an observer whose conformance is on the main actor receives what another thread sends")
        func isolatedConformance() async {
            let screen = Screen()
            broadcaster.register(WordObserver.self, observer: screen)
            await onNewThread { [broadcaster] in broadcaster.notify(WordObserver.self) { $0.receive("1") } }
            await broadcaster.settled()
            #expect(screen.shown == ["1"])
        }

        @Test(
            "any thread may notify a channel of Sendable observers on the main queue",
            arguments: QueueChannel.Form.allCases)
        func anyThread(form: QueueChannel.Form) async {
            let counter = Counter()
            let channel = QueueChannel(form, [counter])
            await onNewThread {
                channel.notifyOnMain {
                    MainActor.preconditionIsolated()
                    $0.increment()
                }
            }
            await broadcaster.settled()
            #expect(counter.value == 1)
        }
    }
}

extension DeliveryContract.Rule04AlwaysAsynchronous.Screen: @MainActor WordObserver {
    func receive(_ word: String) { shown.append(word) }
}
