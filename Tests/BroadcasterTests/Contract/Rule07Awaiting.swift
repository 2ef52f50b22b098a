import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("7. Lifetimes are unaffected: closures that await")
    @MainActor
    struct Rule07Awaiting {
        let broadcaster = Broadcaster()
        let log = Log<String>()
        let gate = Gate()

        @Test("the owner is retained while a message is handled, and what waits is dropped when it is deallocated")
        func ownerIsDeallocated() async {
            let log = self.log
            var owner: Canary? = Canary { log.write("deallocated") }
            broadcaster.observe(UploadObserverMessage.self, owner: owner!) { [gate] owner, message in
                log.write("begins " + message.name)
                await gate.pass()
                log.write("ends")
                withExtendedLifetime(owner) {}
            }
            broadcaster.upload("a", "b")
            await eventually { log.entries.count >= 1 }
            owner = nil
            #expect(log.entries == ["begins a"])
            gate.open()
            await broadcaster.settled()
            #expect(log.entries == ["begins a", "ends", "deallocated"])
        }

        @Test("the broadcaster is retained while messages wait, and all of them are handled")
        func broadcasterIsReleased() async {
            let log = self.log
            let journal = Journal()
            var broadcaster: Broadcaster? = Broadcaster()
            @Weak var weakBroadcaster = broadcaster
            broadcaster?.observe(UploadObserverMessage.self, owner: journal) { [gate] _, message in
                log.write(message.name)
                await gate.pass()
                Broadcaster.current.observers(of: UploadObserver.self).forEach { _ in log.write("registered") }
            }
            for name in ["a", "b"] { broadcaster?.notify(UploadObserverMessage.uploadDidFinish(name, bytes: 0)) }
            await drainMainQueue()
            broadcaster = nil
            for _ in 0..<2 { gate.open() }
            await eventually { weakBroadcaster == nil }
            #expect(log.entries == ["a", "registered", "b", "registered"])
            withExtendedLifetime(journal) {}
        }

        @Test(
            "ten thousand owners on a silent channel, and what their closures captured, are released",
            arguments: [false, true])
        func silent(isSendable: Bool) async {
            let released = Counter()
            for _ in 0..<10_000 {
                let owner = Canary { released.increment() }
                let captured = Canary { released.increment() }
                if isSendable {
                    broadcaster.observe(OrderObserverMessage.self, owner: owner) { _, _ in
                        await Task.yield()
                        withExtendedLifetime(captured) {}
                    }
                } else {
                    broadcaster.observe(UploadObserverMessage.self, owner: owner) { _, _ in
                        await Task.yield()
                        withExtendedLifetime(captured) {}
                    }
                }
            }
            // Two broadcasts that find the owners deallocated.
            for _ in 0..<3 {
                broadcaster.upload("a")
                broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                await broadcaster.settled()
            }
            #expect(released.value == 20_000)
            #expect(broadcaster.channels.isEmpty)
        }

        @Test("the message and the owner are released before settled() returns")
        func message() async {
            let log = self.log
            // `nonisolated(unsafe)`: everything that uses it is on the main actor.
            nonisolated(unsafe) var document: Document? = Document()
            @Weak var weakDocument = document
            do {
                let owner = Canary { log.write("owner deallocated on main actor: \(MainQueue.isMainActor)") }
                broadcaster.observe(DocumentObserverMessage.self, owner: owner) { _, message in
                    await Task.yield()
                    withExtendedLifetime(message) {}
                }
                nonisolated(unsafe) let message = DocumentObserverMessage.documentWillClose(document!) { _ in }
                broadcaster.notify(message)
                document = nil
                await drainMainQueue()
                withExtendedLifetime(owner) {}
            }
            await broadcaster.settled()
            #expect(weakDocument == nil)
            #expect(log.entries == ["owner deallocated on main actor: true"])
        }

        @Test("a message for a closure of the main actor is released there, whether it is handled or dropped")
        func messageIsReleasedOnMainActor() async {
            let log = self.log
            let owner = Canary()
            broadcaster.observe(DocumentObserverMessage.self, owner: owner) { [gate] _, _ in
                log.write("begins")
                await gate.pass()
            }
            for name in ["a", "b"] { send(name) }
            await eventually { log.entries.count >= 1 }
            broadcaster.unregister(DocumentObserver.self)
            gate.open()
            await broadcaster.settled()
            #expect(log.entries == ["begins", "a released on main actor: true", "b released on main actor: true"])
            withExtendedLifetime(owner) {}
        }

        /// Sends a message that logs where it is released.
        private func send(_ name: String) {
            let captured = Canary { [log] in log.write("\(name) released on main actor: \(MainQueue.isMainActor)") }
            // `nonisolated(unsafe)`: everything that uses it is on the main actor.
            nonisolated(unsafe) let message = DocumentObserverMessage.documentWillClose(Document()) { _ in
                withExtendedLifetime(captured) {}
            }
            broadcaster.notify(message)
        }

        @Test("for a Sendable protocol, the owner and what the closure captured are released on some thread")
        func sendableOwner() async {
            let released = Counter()
            do {
                let owner = Canary { released.increment() }
                let captured = Canary { released.increment() }
                broadcaster.observe(OrderObserverMessage.self, owner: owner) { _, _ in
                    await Task.yield()
                    withExtendedLifetime(captured) {}
                }
                broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: .global())
                await broadcaster.settled()
                #expect(released.value == 0)
                withExtendedLifetime(owner) {}
            }
            #expect(released.value == 1)
            broadcaster.unregister(OrderObserver.self)
            await eventually { released.value == 2 }
        }

        @Test("a function of its caller's actor that observes for an owner doesn't keep the owner")
        func ownerOfFunction() async {
            let function: nonisolated(nonsending) @Sendable (Canary, OrderObserverMessage) async -> Void = { _, _ in }
            var owner: Canary? = Canary()
            @Weak var weakOwner = owner
            broadcaster.observe(OrderObserverMessage.self, owner: owner!, block: function)
            broadcaster.notify(OrderObserverMessage.orderPlaced(1))
            await broadcaster.settled()
            withExtendedLifetime(owner) {}
            owner = nil
            #expect(weakOwner == nil)
        }

        @Test("what a closure captures is released with its registration, even while settled() retains its mailbox")
        func mailboxIsReleasedLater() async {
            let log = self.log
            // A call of `settled()` retains the mailboxes as this does.
            let mailboxes = Locked<[Locked<MailboxState>]>([])
            do {
                let captured = Canary { log.write("released on main actor: \(MainQueue.isMainActor)") }
                let owner = Canary()
                broadcaster.observe(UploadObserverMessage.self, owner: owner) {
                    [broadcaster] _, _ in
                    await Task.yield()
                    mailboxes.withLock { $0 = broadcaster.withRegistry { $0.deliveries.presentMailboxes } }
                    withExtendedLifetime(captured) {}
                }
                broadcaster.upload("a")
                await broadcaster.settled()
                broadcaster.unregister(UploadObserver.self)
                withExtendedLifetime(owner) {}
            }
            #expect(log.entries == ["released on main actor: true"])
            #expect(mailboxes.withLock { $0.count } == 1)
        }

        enum End: CaseIterable { case canceled, unregistered, ownerDeallocated }

        @Test("a task that a closure started retains neither the closure nor its captures", arguments: End.allCases)
        func taskOutlivesClosure(end: End) async {
            let (broadcaster, gate) = (self.broadcaster, self.gate)
            let released = Counter()
            let tasks = Locked<[Task<Void, Never>]>([])
            var owner: Canary? = Canary()
            var observation: Broadcaster.Observation?
            do {
                let captured = Canary { released.increment() }
                let startTask: @MainActor () async -> Void = {
                    withExtendedLifetime(captured) {}
                    tasks.withLock { $0.append(Task { await gate.pass() }) }
                }
                if end == .canceled {
                    observation = broadcaster.observe(UploadObserverMessage.self) { _ async in await startTask() }
                } else {
                    broadcaster.observe(UploadObserverMessage.self, owner: owner!) { _, _ async in await startTask() }
                }
            }
            broadcaster.upload("a")
            await broadcaster.settled()
            #expect(released.value == 0)
            switch end {
            case .canceled: observation?.cancel()
            case .unregistered: broadcaster.unregister(UploadObserver.self)
            case .ownerDeallocated: owner = nil
            }
            for name in ["b", "c"] {
                broadcaster.upload(name)
                await broadcaster.settled()
            }
            await eventually { released.value == 1 }
            #expect(tasks.withLock { $0.count } == 1)
            gate.open()
            for task in tasks.withLock({ $0 }) { await task.value }
            withExtendedLifetime(owner) {}
        }

        @Test("cancel() releases the messages that wait at once, on the main actor", arguments: [true, false])
        func cancelDropsMessages(onMainActor: Bool) async {
            let (broadcaster, gate, log) = (self.broadcaster, self.gate, self.log)
            let observation = broadcaster.observe(DocumentObserverMessage.self) { message async in
                log.write("begins")
                await gate.passUncanceled()
                withExtendedLifetime(message) {}
            }
            send("a")
            await eventually { log.entries.count >= 1 }
            for name in ["b", "c"] { send(name) }
            await drainMainQueue()
            if onMainActor { observation.cancel() } else { await onNewThread { observation.cancel() } }
            await drainMainQueue()
            #expect(Set(log.entries) == ["begins", "b released on main actor: true", "c released on main actor: true"])
            gate.open()
            await broadcaster.settled()
            #expect(log.entries.last == "a released on main actor: true")
            #expect(log.entries.count == 4)
        }

        @Test("cancel() releases the Sendable messages that wait before it returns, on any thread")
        func cancelDropsSendableMessages() async {
            let (broadcaster, gate, log) = (self.broadcaster, self.gate, self.log)
            let released = Counter()
            let observation = broadcaster.observe(PlateMessage.self) { plate async in
                log.write("begins")
                await gate.passUncanceled()
                withExtendedLifetime(plate) {}
            }
            for _ in 0..<3 { broadcaster.notify(PlateMessage.served(Canary { released.increment() }), on: .global()) }
            await eventually { log.entries.count >= 1 }
            await drainMainQueue()
            await eventually { broadcaster.handledMessageCounts.all == 1 }
            await withCheckedContinuation { done in
                broadcaster.withRegistry { $0.deliveries.notifyWhenDelivered { done.resume() } }
            }
            await onNewThread {
                observation.cancel()
                log.write("\(released.value)")
            }
            #expect(log.entries == ["begins", "2"])
            gate.open()
            await broadcaster.settled()
            await eventually { released.value == 3 }
        }

        @Test(
            "a broadcaster that is released during an iteration still has its closures called",
            arguments: [true, false]
        )
        func lostBroadcaster(isIterator: Bool) async {
            let log = self.log
            let owner = Canary()
            weak var lost: Broadcaster?
            do {
                var broadcaster: Broadcaster? = Broadcaster()
                lost = broadcaster
                broadcaster?.observe(UploadObserverMessage.self, owner: owner) { _, message async in
                    log.write("\(message.name) 1")
                }
                broadcaster?.observe(UploadObserverMessage.self, owner: owner) { _, message async in
                    await Task.yield()
                    log.write("\(message.name) 2")
                }
                let observers = broadcaster!.observers(of: UploadObserver.self)
                broadcaster = nil
                if isIterator {
                    var iterator = observers.makeIterator()
                    while let observer = iterator.next() { observer.uploadDidFinish("a", bytes: 1) }
                } else {
                    for observer in observers { observer.uploadDidFinish("a", bytes: 1) }
                }
            }
            #expect(lost == nil)
            await eventually { log.entries.count >= 2 }
            #expect(Set(log.entries) == ["a 1", "a 2"])
            withExtendedLifetime(owner) {}
        }

        @Test("a closure of the main actor is released there wherever its observation ends", arguments: [false, true])
        func endsElsewhere(isHandling: Bool) async {
            let log = self.log
            var observation: Broadcaster.Observation?
            do {
                let captured = Canary { log.write("released on main actor: \(MainQueue.isMainActor)") }
                observation = broadcaster.observe(UploadObserverMessage.self) { _ in
                    log.write("handles")
                    // Time: it is canceled before.
                    try? await Task.sleep(nanoseconds: 600_000_000_000)
                    withExtendedLifetime(captured) {}
                }
            }
            if isHandling {
                broadcaster.upload("a")
                await eventually { log.entries.count >= 1 }
            }
            let handover = Handover(observation)
            observation = nil
            await onNewThread { handover.value?.cancel() }
            await eventually { log.entries.count >= (isHandling ? 2 : 1) }
            #expect(log.entries.last == "released on main actor: true")
            withExtendedLifetime(handover) {}
        }
    }
}

private protocol PlateObserver: Sendable {
    func served(_ plate: Canary)
}

private enum PlateMessage: Broadcaster.SendableMessage {
    case served(Canary)

    func send(to observer: any PlateObserver) {
        if case .served(let plate) = self { observer.served(plate) }
    }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any PlateObserver {
        Observer(receive: receive)
    }

    private final class Observer: PlateObserver {
        let receive: @Sendable (PlateMessage) -> Void

        init(receive: @escaping @Sendable (PlateMessage) -> Void) { self.receive = receive }

        func served(_ plate: Canary) { receive(.served(plate)) }
    }
}
