import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("9. A channel is a type, or a type and a key: what unregister ends")
    @MainActor
    struct Rule09Unregistering {
        let log = Log<String>()

        final class First: BothChannels, @unchecked Sendable {}
        final class Second: BothChannels, @unchecked Sendable {}

        /// Registers two observers of two protocols without a key and with two keys, and returns what is left for each
        /// after a call: a letter for each key, a hyphen without one, and a plus for the other protocol.
        private func left(
            _ isStatic: Bool, after unregister: (_ broadcaster: Broadcaster, _ first: First) -> Void
        ) -> [String] {
            let broadcaster = Broadcaster()
            let first = First(log)
            let second = Second(log)
            for observer in [first, second] {
                broadcaster.register(WordObserver.self, observer: observer)
                for key in 1...2 { broadcaster.register(WordObserver.self, for: key, observer: observer) }
                broadcaster.register(Incrementing.self, for: 1, observer: observer)
            }
            // The static forms use the current broadcaster, and the others don't.
            Broadcaster.$current.withValue(isStatic ? broadcaster : Broadcaster()) { unregister(broadcaster, first) }
            return withExtendedLifetime((first, second)) {
                ["First", "Second"].map { name in
                    broadcaster.channels.sorted { $0.protocolName > $1.protocolName }
                        .filter { $0.observers.contains { $0.hasSuffix(".\(name)") } }
                        .map { $0.protocolName.hasSuffix("Incrementing") ? "+" : $0.key ?? "-" }.joined()
                }
            }
        }

        @Test("each form of unregister ends the registrations of the keys that it names, and no more")
        func instanceMethods() {
            func left(_ unregister: (_ broadcaster: Broadcaster, _ first: First) -> Void) -> [String] {
                self.left(false, after: unregister)
            }
            #expect(left { $0.unregister(WordObserver.self, observer: $1) } == ["+", "-12+"])
            #expect(left { $0.unregister(WordObserver.self, observer: $1 as any WordObserver) } == ["+", "-12+"])
            #expect(left { $0.unregister(WordObserver.self, for: 1, observer: $1) } == ["-2+", "-12+"])
            #expect(
                left { $0.unregister(WordObserver.self, for: 1, observer: $1 as any WordObserver) } == [
                    "-2+", "-12+",
                ])
            #expect(left { $0.unregister(WordObserver.self, for: 3, observer: $1) } == ["-12+", "-12+"])
            #expect(left { broadcaster, _ in broadcaster.unregister(WordObserver.self, for: 1) } == ["-2+", "-2+"])
            #expect(left { broadcaster, _ in broadcaster.unregister(WordObserver.self) } == ["+", "+"])
            #expect(left { $0.unregister(observer: $1) } == ["", "-12+"])
        }

        @Test("each static form of unregister ends the same registrations with the current broadcaster")
        func staticMethods() {
            func left(_ unregister: (First) -> Void) -> [String] { self.left(true) { unregister($1) } }
            #expect(left { Broadcaster.unregister(WordObserver.self, observer: $0) } == ["+", "-12+"])
            #expect(
                left { Broadcaster.unregister(WordObserver.self, observer: $0 as any WordObserver) } == ["+", "-12+"])
            #expect(left { Broadcaster.unregister(WordObserver.self, for: 1, observer: $0) } == ["-2+", "-12+"])
            #expect(
                left { Broadcaster.unregister(WordObserver.self, for: 1, observer: $0 as any WordObserver) }
                    == ["-2+", "-12+"])
            #expect(left { Broadcaster.unregister(WordObserver.self, for: 3, observer: $0) } == ["-12+", "-12+"])
            #expect(left { _ in Broadcaster.unregister(WordObserver.self, for: 1) } == ["-2+", "-2+"])
            #expect(left { _ in Broadcaster.unregister(WordObserver.self) } == ["+", "+"])
            #expect(left { Broadcaster.unregister(observer: $0) } == ["", "-12+"])
        }

        /// How a registration ends without its key.
        enum End: CaseIterable { case unregisterEverywhere, unregisterProtocol, cancel, purge }

        @Test(
            "an observer whose key has become equal to another key is removed, and no other observer is",
            arguments: End.allCases, [0, 1]
        )
        func keysThatBecameEqual(end: End, removed: Int) async {
            let broadcaster = Broadcaster()
            let keys = [ChangingKey(1), ChangingKey(2)]
            var observers: [NumberedObserver?] = []
            var observations: [Broadcaster.Observation] = []
            for (number, key) in keys.enumerated() {
                let observer = NumberedObserver(number, log)
                if end == .cancel {
                    observations.append(
                        broadcaster.observe(UploadObserverMessage.self, for: key) { _ in observer.uploadDidFail() })
                } else {
                    broadcaster.register(UploadObserver.self, for: key, observer: observer)
                }
                observers.append(observer)
            }
            keys[1].id = 1
            switch end {
            case .unregisterEverywhere: broadcaster.unregister(observer: observers[removed]!)
            case .unregisterProtocol: broadcaster.unregister(UploadObserver.self, observer: observers[removed]!)
            case .cancel: observations[removed].cancel()
            case .purge:
                observers[removed] = nil
                broadcaster.purge(UploadObserver.self)
            }
            broadcaster.channels(of: UploadObserver.self).checkInvariants()
            #expect(broadcaster.keyCount(of: UploadObserver.self) == 1)
            keys[1].id = 2
            for id in 1...2 {
                broadcaster.notify(UploadObserver.self, for: ChangingKey(id)) { $0.uploadDidFail() }
            }
            await broadcaster.settled()
            #expect(log.entries == ["\(1 - removed)"])
            withExtendedLifetime((observers, observations)) {}
        }

        /// A key whose `==` depends on what changes, and whose hash doesn't.
        private final class ChangingKey: Hashable, @unchecked Sendable {
            var id: Int

            init(_ id: Int) { self.id = id }

            static func == (one: ChangingKey, other: ChangingKey) -> Bool { one.id == other.id }
            func hash(into hasher: inout Hasher) {}
        }

        private final class NumberedObserver: UploadObserver {
            private let number: Int
            private let log: Log<String>

            init(_ number: Int, _ log: Log<String>) {
                self.number = number
                self.log = log
            }

            func uploadDidFinish(_ name: String, bytes: Int) {}
            func uploadDidFail() { log.write("\(number)") }
        }

        @Test("unregistering an object that isn't registered does nothing, with and without a key")
        func unregistered() {
            let broadcaster = Broadcaster()
            let observer = WordLogger("observer", log)
            broadcaster.unregister(WordObserver.self, observer: observer)
            broadcaster.unregister(WordObserver.self)
            broadcaster.unregister(observer: observer)
            broadcaster.register(WordObserver.self, observer: observer)
            broadcaster.unregister(WordObserver.self, observer: WordLogger("other", log))
            broadcaster.unregister(WordObserver.self, for: 1, observer: observer)
            broadcaster.unregister(WordObserver.self, for: 1)
            #expect(broadcaster.observers(of: WordObserver.self).contains(observer))
        }
    }
}
