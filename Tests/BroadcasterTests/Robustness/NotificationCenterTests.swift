import Foundation
import TestSupport
import Testing

@testable import Broadcaster

/// What the pages say that `Broadcaster` does and `NotificationCenter` doesn't, tried with both.
///
/// What `NotificationCenter` does is Foundation's behavior on Linux, which is expected there only.
@Suite("Differences from NotificationCenter", .timeLimit(.minutes(60)), .watched)
@MainActor
struct NotificationCenterTests {
    @Test("observers are called in registration order")
    func order() async {
        expect(await orderOfBroadcaster(), unlike: orderOfCenter())
    }

    @Test(
        "a new object at a deallocated one's address receives none of its messages", .enabled(if: reusesAddresses))
    func reusedAddress() {
        expect(!setConfusesReusedAddress(), unlike: !centerConfusesReusedAddress())
    }

    @Test("an observer that is removed while a message is pending doesn't receive it")
    func removal() async {
        expect(await broadcasterIsFinal(), unlike: await centerIsFinal())
    }

    @Test("an observer that is deallocated without unregistering is forgotten")
    func deallocation() {
        expect(broadcasterForgets(), unlike: centerForgets())
    }

    private func expect(_ ours: Bool, unlike theirs: Bool, at location: SourceLocation = #_sourceLocation) {
        #expect(ours, sourceLocation: location)
        #if os(Linux)
            #expect(!theirs, "NotificationCenter does it, too, so the pages are out of date", sourceLocation: location)
        #endif
    }

    private nonisolated static let name = Notification.Name("test")

    private func orderOfCenter() -> Bool {
        let center = NotificationCenter()
        let log = Log<Int>()
        let tokens = (0..<50).map { number in
            center.addObserver(forName: Self.name, object: nil, queue: nil) { _ in log.write(number) }
        }
        center.post(name: Self.name, object: nil)
        withExtendedLifetime(tokens) {}
        return log.entries == Array(0..<50)
    }

    private func orderOfBroadcaster() async -> Bool {
        let broadcaster = Broadcaster()
        let log = Log<String>()
        let observers = (0..<50).map { WordLogger("\($0)", log) }
        for observer in observers { broadcaster.register(WordObserver.self, observer: observer) }
        broadcaster.notify(WordObserver.self) { $0.receive("") }
        await broadcaster.settled()
        withExtendedLifetime(observers) {}
        return log.entries == (0..<50).map { "\($0) " }
    }

    /// Observes what an object posts, until a new object at the address of a deallocated one posts.
    private func centerConfusesReusedAddress() -> Bool {
        let center = NotificationCenter()
        let received = Counter()
        var others: [Canary] = []
        for _ in 0..<1000 {
            var sender: Canary? = Canary()
            let address = ObjectIdentifier(sender!)
            let token = center.addObserver(forName: Self.name, object: sender, queue: nil) { _ in received.increment() }
            sender = nil
            let new = Canary()
            if ObjectIdentifier(new) == address {
                center.post(name: Self.name, object: new)
            } else {
                others.append(new)
            }
            center.removeObserver(token)
        }
        return received.value > 0
    }

    private func setConfusesReusedAddress() -> Bool {
        let set = WeakObjectSet<Canary>()
        return (0..<1000).contains { _ in
            let new = Canary()
            let isMember = set.contains(new)
            set.add(new)
            return isMember
        }
    }

    private func centerIsFinal() async -> Bool {
        let center = NotificationCenter()
        let received = Counter()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let gate = DispatchSemaphore(value: 0)
        queue.addOperation { gate.wait() }
        let token = Handover(
            center.addObserver(forName: Self.name, object: nil, queue: queue) { _ in received.increment() })
        let posted = Task.detached { await onNewThread { center.post(name: Self.name, object: nil) } }
        await eventually { queue.operationCount == 2 }
        center.removeObserver(token.value)
        gate.signal()
        await posted.value
        return received.value == 0
    }

    private func broadcasterIsFinal() async -> Bool {
        let broadcaster = Broadcaster()
        let counter = Counter()
        let queue = DispatchQueue(label: "test")
        let gate = DispatchSemaphore(value: 0)
        queue.async { gate.wait() }
        broadcaster.register(Incrementing.self, observer: counter)
        broadcaster.notify(Incrementing.self, on: queue) { $0.increment() }
        broadcaster.unregister(Incrementing.self, observer: counter)
        gate.signal()
        await broadcaster.settled()
        return counter.value == 0
    }

    private func centerForgets() -> Bool {
        let center = NotificationCenter()
        let received = Counter()
        // The token is discarded, so the observer is never removed.
        do { _ = center.addObserver(forName: Self.name, object: nil, queue: nil) { _ in received.increment() } }
        center.post(name: Self.name, object: nil)
        return received.value == 0
    }

    private func broadcasterForgets() -> Bool {
        let broadcaster = Broadcaster()
        broadcaster.register(Incrementing.self, observer: Counter())
        return broadcaster.observers(of: Incrementing.self).isEmpty
    }
}

#if os(Linux)
    extension NotificationCenterTests {
        struct Shown: NotificationCenter.MainActorMessage {
            typealias Subject = Canary
        }

        struct Numbered: NotificationCenter.AsyncMessage {
            typealias Subject = Canary
            let number: Int
        }

        @Test("observers on the main actor are called in registration order, unlike those of typed messages")
        func orderOfObservers() async {
            expect(await orderOfBroadcaster(), unlike: orderOfTypedObservers())
        }

        /// Typed messages may arrive in another order, but on a busy machine, they need not.
        @Test("a thousand messages of one thread arrive in the order sent")
        func orderOfMessages() async {
            #expect(await orderOfBroadcasts())
        }

        @Test("a sequence receives what is sent before its loop starts, unlike one of typed messages")
        func startOfSequence() async {
            expect(await sequenceStartsAtOnce(), unlike: await typedSequenceStartsAtOnce())
        }

        /// Not under Address Sanitizer, because the task in which `next()` never returns is a leak.
        @Test(
            "next() returns in a task that is already canceled, unlike that of typed messages",
            .enabled(if: reusesAddresses))
        func nextInCanceledTask() async {
            let returned = await returnOfNext()
            expect(returned.broadcaster, unlike: returned.center)
        }

        private func orderOfTypedObservers() -> Bool {
            let center = NotificationCenter()
            let log = Log<Int>()
            let tokens = (0..<50).map { number in center.addObserver(for: Shown.self) { _ in log.write(number) } }
            center.post(Shown())
            withExtendedLifetime(tokens) {}
            return log.entries == Array(0..<50)
        }

        private func orderOfBroadcasts() async -> Bool {
            let broadcaster = Broadcaster()
            let log = Log<String>()
            let observer = WordLogger("", log)
            broadcaster.register(WordObserver.self, observer: observer)
            for number in 0..<1000 { broadcaster.notify(WordObserver.self) { $0.receive("\(number)") } }
            await broadcaster.settled()
            withExtendedLifetime(observer) {}
            return log.entries == (0..<1000).map { " \($0)" }
        }

        private func typedSequenceStartsAtOnce() async -> Bool {
            let center = NotificationCenter()
            let messages = center.messages(for: Numbered.self)
            center.post(Numbered(number: 1))
            var iterator = messages.makeAsyncIterator()
            center.post(Numbered(number: 2))
            let first = try? await iterator.next()
            return first?.number == 1
        }

        private func sequenceStartsAtOnce() async -> Bool {
            let broadcaster = Broadcaster()
            let messages = broadcaster.messages(of: UploadObserverMessage.self)
            broadcaster.notify(UploadObserverMessage.uploadDidFinish("", bytes: 1))
            var iterator = messages.makeAsyncIterator()
            broadcaster.notify(UploadObserverMessage.uploadDidFinish("", bytes: 2))
            return await iterator.next() == .uploadDidFinish("", bytes: 1)
        }

        /// Whether `next()` returned in a task that was canceled before the call.
        private struct Returned {
            let center: Bool
            let broadcaster: Bool
        }

        private func returnOfNext() async -> Returned {
            let broadcaster = Broadcaster()
            let log = Log<String>()
            let typed = Task.detached {
                while !Task.isCancelled { await Task.yield() }
                var iterator = NotificationCenter().messages(for: Numbered.self).makeAsyncIterator()
                log.write("typed calls")
                _ = try? await iterator.next()
                log.write("typed returned")
            }
            let ours = Task.detached {
                while !Task.isCancelled { await Task.yield() }
                var iterator = await broadcaster.messages(of: UploadObserverMessage.self).makeAsyncIterator()
                _ = await iterator.next()
                log.write("ours returned")
            }
            typed.cancel()
            ours.cancel()
            await ours.value
            await eventually { log.entries.contains("typed calls") }
            for _ in 0..<10_000 { await Task.yield() }
            return Returned(
                center: log.entries.contains("typed returned"), broadcaster: log.entries.contains("ours returned"))
        }
    }
#endif
