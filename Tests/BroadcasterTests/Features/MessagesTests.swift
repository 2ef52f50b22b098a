import Foundation
import TestSupport
import Testing

@testable import Broadcaster

@Suite("Messages", .timeLimit(.minutes(60)), .watched)
@MainActor
struct MessagesTests {
    let broadcaster = Broadcaster()

    // MARK: Values

    @Test(
        "closures and loops of a Sendable protocol start and end on any thread, and closures are called on the queue")
    func anyThread() async {
        let queue = DispatchQueue(label: "orders")
        let log = Log<String>()
        let owner = Canary()
        let (observation, messages) = await onNewThread { [broadcaster] in
            broadcaster.observe(OrderObserverMessage.self, owner: owner) { _, _ in
                dispatchPrecondition(condition: .onQueue(queue))
                log.write("owner")
            }
            let observation = broadcaster.observe(OrderObserverMessage.self) { _ in
                dispatchPrecondition(condition: .onQueue(queue))
                log.write("token")
            }
            return (observation, broadcaster.messages(of: OrderObserverMessage.self))
        }
        broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: queue)
        await broadcaster.settled()
        #expect(log.entries == ["owner", "token"])
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next() == .orderPlaced(1))
        await onNewThread { observation.cancel() }
        broadcaster.notify(OrderObserverMessage.orderPlaced(2), on: queue)
        await broadcaster.settled()
        #expect(log.entries == ["owner", "token", "owner"])
        withExtendedLifetime(owner) {}
    }

    @Test("values that aren't Sendable reach a closure and a loop on the main actor")
    func unsendableValues() async {
        let document = Document()
        var closed: [Document] = []
        let messages = broadcaster.messages(of: DocumentObserverMessage.self)
        let observation = broadcaster.observe(DocumentObserverMessage.self) { message in
            guard case .documentWillClose(let document, let answer) = message else { return }
            closed.append(document)
            answer("closure")
        }
        var answers: [String] = []
        broadcaster.notify(DocumentObserver.self) { $0.documentWillClose(document, then: { answers.append($0) }) }
        await broadcaster.settled()
        for await message in messages {
            guard case .documentWillClose(let document, let answer) = message else { break }
            closed.append(document)
            answer("loop")
            break
        }
        #expect(closed.count == 2 && closed.allSatisfy { $0 === document })
        #expect(answers == ["closure", "loop"])
        withExtendedLifetime(observation) {}
    }

    @Test("each form of notify that takes a message takes a key, and the static ones use the current broadcaster")
    func notifyForms() async {
        let log = Log<String>()
        let observations = [
            broadcaster.observe(UploadObserverMessage.self, for: 1) { log.write($0.name) },
            broadcaster.observe(OrderObserverMessage.self, for: 1) { log.write("\($0)") },
        ]
        for key in [2, 1] {
            broadcaster.notify(UploadObserverMessage.uploadDidFinish("a \(key)", bytes: 0), for: key)
            broadcaster.notify(OrderObserverMessage.orderPlaced(key), for: key)
            broadcaster.notify(OrderObserverMessage.orderPlaced(10 + key), for: key, on: .main)
            Broadcaster.$current.withValue(broadcaster) {
                Broadcaster.notify(UploadObserverMessage.uploadDidFinish("b \(key)", bytes: 0), for: key)
                Broadcaster.notify(OrderObserverMessage.orderPlaced(20 + key), for: key)
                Broadcaster.notify(OrderObserverMessage.orderPlaced(30 + key), for: key, on: .main)
            }
        }
        await broadcaster.settled()
        let orders = [1, 11, 21, 31].map { "orderPlaced(\($0))" }
        #expect(log.entries == ["a 1", orders[0], orders[1], "b 1", orders[2], orders[3]])
        withExtendedLifetime(observations) {}
    }

    // MARK: Closures

    @Test("a canceled observation receives no pending broadcast, and may be canceled from its own closure")
    func cancel() async {
        let log = Log<UploadObserverMessage>()
        var observation: Broadcaster.Observation?
        observation = broadcaster.observe(UploadObserverMessage.self) {
            log.write($0)
            observation?.cancel()
            observation?.cancel()
        }
        broadcaster.notify(UploadObserverMessage.uploadDidFinish("photo", bytes: 7))
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        await broadcaster.settled()
        #expect(log.entries == [.uploadDidFinish("photo", bytes: 7)])
        #expect(broadcaster.channels.isEmpty)
        observation = nil
    }

    @Test(
        "an observation that is dropped during its own call isn't called again, though the call retains its observer",
        arguments: [nil, "a"])
    func dropDuringCall(key: String?) {
        let key = keyOrNone(key)
        let observers = broadcaster.observers(of: UploadObserver.self, for: key)
        var calls = 0
        var observation: Broadcaster.Observation?
        observation = broadcaster.observe(UploadObserverMessage.self, for: key) { _ in
            calls += 1
            guard calls < 3 else { return }
            observation = nil
            observers.forEach { $0.uploadDidFail() }
        }
        observers.forEach { $0.uploadDidFail() }
        #expect(calls == 1)
        #expect(observation == nil)
    }

    @Test("an observation keeps its broadcaster, and a sequence doesn't")
    func keepsBroadcaster() async {
        weak var broadcaster: Broadcaster?
        var observation: Broadcaster.Observation?
        do {
            let new = Broadcaster()
            broadcaster = new
            observation = new.observe(UploadObserverMessage.self) { _ in }
        }
        let messages = broadcaster?.messages(of: UploadObserverMessage.self)
        #expect(broadcaster != nil && observation != nil)
        observation = nil
        #expect(broadcaster == nil && observation == nil)
        withExtendedLifetime(messages) {}
    }

    // MARK: Loops

    @Test("a loop ends when its task is canceled, although nothing is sent")
    func cancelLoop() async {
        let messages = broadcaster.messages(of: UploadObserverMessage.self)
        let started = Gate()
        let loop = Task {
            started.open()
            var count = 0
            for await _ in messages { count += 1 }
            return count
        }
        await started.pass()
        #expect(broadcaster.channels.map(\.observers.count) == [1])
        loop.cancel()
        #expect(await loop.value == 0)
        #expect(broadcaster.channels.isEmpty)
        withExtendedLifetime(messages) {}
    }

    @Test("a loop whose task was canceled before it starts ends at once")
    func canceledBefore() async {
        let loop = Task { [broadcaster] in
            var count = 0
            for await _ in broadcaster.messages(of: UploadObserverMessage.self) { count += 1 }
            return count
        }
        loop.cancel()
        #expect(await loop.value == 0)
        #expect(broadcaster.channels.isEmpty)
    }

    /// What ends the registration of a loop that isn't over.
    enum LoopEnd: CaseIterable {
        case protocolUnregistered, keyUnregistered, observerUnregistered, broadcasterDeallocated
    }

    @Test(
        "a loop receives what is buffered, and ends, when its registration ends, on any thread",
        arguments: LoopEnd.allCases, [true, false])
    func endsWithRegistration(end: LoopEnd, onMainActor: Bool) async {
        let broadcaster = Locked<Broadcaster?>(Broadcaster())
        let (uploads, orders, others) = broadcaster.withLock {
            (
                $0!.messages(of: UploadObserverMessage.self, for: 1),
                $0!.messages(of: OrderObserverMessage.self, for: 1),
                $0!.messages(of: OrderObserverMessage.self, for: 2)
            )
        }
        // One loop waits when the registrations end, and the other one has two messages in its buffer.
        let waiting = Task {
            var count = 0
            for await _ in orders { count += 1 }
            return count
        }
        for _ in 0..<2 {
            broadcaster.withLock { $0!.notify(UploadObserverMessage.uploadDidFail, for: 1) }
            broadcaster.withLock { $0!.notify(OrderObserverMessage.orderPlaced(1), for: 1) }
        }
        // Until the main queue has delivered, and has released the broadcaster.
        for _ in 0..<2 { await drainMainQueue() }
        let work: @Sendable () -> Void = {
            broadcaster.withLock { broadcaster in
                switch end {
                case .protocolUnregistered:
                    broadcaster!.unregister(UploadObserver.self)
                    broadcaster!.unregister(OrderObserver.self)
                case .keyUnregistered:
                    broadcaster!.unregister(UploadObserver.self, for: 1)
                    broadcaster!.unregister(OrderObserver.self, for: 1)
                case .observerUnregistered:
                    let observers = broadcaster!.observers(of: OrderObserver.self, for: 1)
                    for observer in observers { broadcaster!.unregister(OrderObserver.self, observer: observer) }
                case .broadcasterDeallocated:
                    broadcaster = nil
                }
            }
        }
        if onMainActor { work() } else { await onNewThread(work) }
        if end == .observerUnregistered {
            broadcaster.withLock { broadcaster in
                let observers = broadcaster!.observers(of: UploadObserver.self, for: 1)
                for observer in observers { broadcaster!.unregister(UploadObserver.self, observer: observer) }
            }
        }
        #expect(await waiting.value == 2)
        var count = 0
        for await _ in uploads { count += 1 }
        #expect(count == 2)
        let isOtherRegistered = broadcaster.withLock { $0?.channels.isEmpty == false }
        #expect(isOtherRegistered == (end == .keyUnregistered || end == .observerUnregistered))
        withExtendedLifetime(others) {}
    }

    @Test("a loop of a lost broadcaster ends, although an iterator over its observers is kept")
    func endsBesideIterator() async {
        var broadcaster: Broadcaster? = Broadcaster()
        let messages = broadcaster!.messages(of: UploadObserverMessage.self)
        var observers = broadcaster!.observers(of: UploadObserver.self).makeIterator()
        broadcaster = nil
        var count = 0
        for await _ in messages { count += 1 }
        #expect(count == 0)
        #expect(observers.next() == nil)
    }

    @Test("a sequence is unregistered when it and its iterators are gone, and not before")
    func sequenceGone() {
        var messages: AsyncStream? = broadcaster.messages(of: UploadObserverMessage.self)
        var iterator = messages?.makeAsyncIterator()
        messages = nil
        #expect(broadcaster.channels.map(\.observers.count) == [1])
        iterator = nil
        #expect(broadcaster.channels.isEmpty)
        #expect(messages == nil && iterator == nil)
    }

    @Test("a sequence that is held after a break goes on buffering")
    func heldAfterBreak() async {
        let messages = broadcaster.messages(of: UploadObserverMessage.self)
        broadcaster.notify(UploadObserverMessage.uploadDidFinish("photo", bytes: 1))
        for await _ in messages { break }
        #expect(broadcaster.channels.map(\.observers.count) == [1])
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        for await message in messages {
            #expect(message == .uploadDidFail)
            break
        }
    }

    @Test(
        "a sequence drops what its buffering policy doesn't keep, which is nothing by default",
        arguments: [(nil, Array(1...10_000)), (.bufferingNewest(2), [9, 10]), (.bufferingOldest(2), [1, 2])]
            as [(Broadcaster.BufferingPolicy?, [Int])], [true, false])
    func bufferingPolicy(_ kept: (policy: Broadcaster.BufferingPolicy?, numbers: [Int]), isStatic: Bool) async {
        let (uploadType, orderType) = (UploadObserverMessage.self, OrderObserverMessage.self)
        let (uploads, orders) = Broadcaster.$current.withValue(isStatic ? broadcaster : .shared) {
            switch (kept.policy, isStatic) {
            case (let policy?, true):
                (
                    Broadcaster.messages(of: uploadType, bufferingPolicy: policy),
                    Broadcaster.messages(of: orderType, bufferingPolicy: policy)
                )
            case (let policy?, false):
                (
                    broadcaster.messages(of: uploadType, bufferingPolicy: policy),
                    broadcaster.messages(of: orderType, bufferingPolicy: policy)
                )
            case (nil, true): (Broadcaster.messages(of: uploadType), Broadcaster.messages(of: orderType))
            case (nil, false): (broadcaster.messages(of: uploadType), broadcaster.messages(of: orderType))
            }
        }
        for number in 1...max(10, kept.numbers.count) {
            broadcaster.notify(UploadObserverMessage.uploadDidFinish("photo", bytes: number))
            broadcaster.notify(OrderObserverMessage.orderPlaced(number))
        }
        await broadcaster.settled()
        var upload = uploads.makeAsyncIterator()
        var order = orders.makeAsyncIterator()
        for number in kept.numbers {
            #expect(await upload.next() == .uploadDidFinish("photo", bytes: number))
            #expect(await order.next() == .orderPlaced(number))
        }
    }

    @Test("loops on the main actor, in an actor, and in a nonisolated function end the sequences that only they hold")
    func isolations() async {
        let uploads = Uploads()
        let loops = [
            Task { await nextOnMainActor(broadcaster) },
            Task { await uploads.next(broadcaster) },
            Task.detached { [broadcaster] in await nextAnywhere(broadcaster) },
        ]
        await eventually { broadcaster.channels.first?.observers.count == 3 }
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        await broadcaster.settled()
        for loop in loops {
            loop.cancel()
            #expect(await loop.value == .uploadDidFail)
        }
        #expect(broadcaster.channels.isEmpty)
    }

    @Test("a model owns its loop without being retained by it")
    func model() async {
        weak var model: UploadModel?
        do {
            let new = UploadModel(broadcaster)
            model = new
            broadcaster.notify(UploadObserverMessage.uploadDidFinish("photo", bytes: 7))
            await eventually { new.names == ["photo"] }
        }
        await eventually { model == nil && broadcaster.channels.isEmpty }
    }

    // MARK: Threads

    @Test("observations and loops start and end on many threads while others notify")
    func threads() async {
        let counter = Counter()
        let rounds = 200
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask { [broadcaster] in
                    for round in 0..<rounds {
                        let observation = broadcaster.observe(OrderObserverMessage.self) { _ in counter.increment() }
                        let loop = Task.detached {
                            for await _ in broadcaster.messages(of: OrderObserverMessage.self) { counter.increment() }
                        }
                        broadcaster.notify(OrderObserverMessage.orderPlaced(round), on: .global())
                        broadcaster.notify(OrderObserverMessage.orderPlaced(round))
                        if (round + thread).isMultiple(of: 2) {
                            await broadcaster.settled()
                            observation.cancel()
                        } else {
                            let other = Task.detached { observation.cancel() }
                            observation.cancel()
                            await other.value
                        }
                        loop.cancel()
                        await loop.value
                    }
                }
            }
        }
        await broadcaster.settled()
        #expect(counter.value >= 2 * rounds)
        #expect(broadcaster.channels.isEmpty)
    }
}

// MARK: Helpers

@MainActor
private func nextOnMainActor(_ broadcaster: Broadcaster) async -> UploadObserverMessage? {
    for await message in broadcaster.messages(of: UploadObserverMessage.self) { return message }
    return nil
}

private func nextAnywhere(_ broadcaster: Broadcaster) async -> UploadObserverMessage? {
    for await message in await broadcaster.messages(of: UploadObserverMessage.self) { return message }
    return nil
}

private actor Uploads {
    private var received: UploadObserverMessage?

    func next(_ broadcaster: Broadcaster) async -> UploadObserverMessage? {
        for await message in await broadcaster.messages(of: UploadObserverMessage.self) {
            received = message
            break
        }
        return received
    }
}

@MainActor
private final class UploadModel {
    private(set) var names: [String] = []
    private var loop: Task<Void, Never>?

    init(_ broadcaster: Broadcaster) {
        loop = Task { [weak self, messages = broadcaster.messages(of: UploadObserverMessage.self)] in
            for await message in messages { self?.handle(message) }
        }
    }

    deinit { loop?.cancel() }

    private func handle(_ message: UploadObserverMessage) {
        if case .uploadDidFinish(let name, _) = message { names.append(name) }
    }
}
