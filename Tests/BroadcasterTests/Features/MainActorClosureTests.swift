import Foundation
import TestSupport
import Testing

@testable import Broadcaster

/// Closures of the main actor that observe a `Sendable` protocol, whose broadcasts are delivered on any queue.
@Suite("Closures of the main actor for Sendable protocols", .timeLimit(.minutes(60)), .watched)
@MainActor
struct MainActorClosureTests {
    let broadcaster = Broadcaster()
    let queue = DispatchQueue(label: "test")

    /// How a program may pass a main-actor closure.
    enum Form: CaseIterable {
        case owner, ownerWithKey, ownerInGenericFunction
        case token, tokenWithKey, tokenInGenericFunction, methodReference, storedFunction

        var hasOwner: Bool {
            switch self {
            case .owner, .ownerWithKey, .ownerInGenericFunction: true
            default: false
            }
        }
    }

    @MainActor
    final class Badge {
        private(set) var numbers: [Int] = []
        var onReceiving: ((Int) -> Void)?

        func receive(_ message: OrderObserverMessage) {
            MainActor.preconditionIsolated()
            guard case .orderPlaced(let number) = message else { return }
            numbers.append(number)
            onReceiving?(number)
        }

        /// Observes orders, and returns the observation of a form without an owner.
        func observe(_ form: Form, with broadcaster: Broadcaster) -> Broadcaster.Observation? {
            switch form {
            case .owner:
                broadcaster.observe(OrderObserverMessage.self, owner: self) { @MainActor in $0.receive($1) }
            case .ownerWithKey:
                broadcaster.observe(OrderObserverMessage.self, for: 1, owner: self) { @MainActor in $0.receive($1) }
            case .ownerInGenericFunction:
                observeAsOwner(OrderObserverMessage.self, with: broadcaster) { $0.receive($1) }
            case .token:
                return broadcaster.observe(OrderObserverMessage.self) { @MainActor [weak self] in self?.receive($0) }
            case .tokenWithKey:
                return broadcaster.observe(OrderObserverMessage.self, for: 1) { @MainActor [weak self] in
                    self?.receive($0)
                }
            case .tokenInGenericFunction:
                return observe(OrderObserverMessage.self, with: broadcaster) { [weak self] in self?.receive($0) }
            case .methodReference:
                return broadcaster.observe(OrderObserverMessage.self, block: receive)
            case .storedFunction:
                let function: @MainActor (OrderObserverMessage) -> Void = { [weak self] in self?.receive($0) }
                return broadcaster.observe(OrderObserverMessage.self, block: function)
            }
            return nil
        }

        private func observe<M: Broadcaster.Message>(
            _ messageType: M.Type, with broadcaster: Broadcaster, block: @escaping @MainActor (M) -> Void
        ) -> Broadcaster.Observation { broadcaster.observe(messageType, block: block) }

        private func observeAsOwner<M: Broadcaster.Message>(
            _ messageType: M.Type, with broadcaster: Broadcaster, block: @escaping @MainActor (Badge, M) -> Void
        ) { broadcaster.observe(messageType, owner: self, block: block) }
    }

    private func send(_ numbers: Int..., on queue: DispatchQueue? = nil) {
        for number in numbers {
            let message = OrderObserverMessage.orderPlaced(number)
            if let queue {
                broadcaster.notify(message, for: 1, on: queue)
            } else {
                broadcaster.notify(message, for: 1)
            }
        }
    }

    @Test(
        "a main-actor closure receives the broadcasts of the main queue, and those of a serial queue in the order sent",
        arguments: Form.allCases)
    func bothQueues(form: Form) async {
        let badge = Badge()
        let observation = badge.observe(form, with: broadcaster)
        send(0)
        await broadcaster.settled()
        #expect(badge.numbers == [0])
        for number in 1...1000 { send(number, on: queue) }
        await broadcaster.settled()
        #expect(badge.numbers == Array(0...1000))
        withExtendedLifetime(observation) {}
    }

    @Test(
        "for a broadcast on another queue, a main-actor closure is called in a separate block, as in a delivery",
        arguments: Form.allCases)
    func ownItem(form: Form) async {
        let log = Log<String>()
        let badge = Badge()
        badge.onReceiving = { [broadcaster] _ in
            log.write("\(Broadcaster.current === broadcaster) \(MainQueue.isDelivering) \(Broadcaster.isReceiving)")
            // Isolated to the main actor on this queue, too.
            DispatchQueue(label: "inner").sync { log.write("\(MainQueue.isMainActor)") }
        }
        let observation = badge.observe(form, with: broadcaster)
        send(1, on: queue)
        queue.sync {}
        DispatchQueue.main.async { log.write("later item") }
        #expect(badge.numbers.isEmpty)
        await broadcaster.settled()
        #expect(log.entries == ["true true true", "true", "later item"])
        withExtendedLifetime(observation) {}
    }

    enum End: CaseIterable { case unregistered, unregisteredForKey, canceled, released, ownerDeallocated }

    @Test(
        "after its registration ends on the main thread, a main-actor closure isn't called, not even by a pending item",
        arguments: Form.allCases, End.allCases)
    func ended(form: Form, end: End) async {
        let log = Log<Int>()
        var badge: Badge? = Badge()
        badge?.onReceiving = { log.write($0) }
        var observation = badge?.observe(form, with: broadcaster)
        send(1, on: queue)
        queue.sync {}
        switch end {
        case .unregistered: broadcaster.unregister(OrderObserver.self)
        case .unregisteredForKey:
            broadcaster.unregister(OrderObserver.self, for: 1)
            broadcaster.unregister(OrderObserver.self, for: Broadcaster.NoKey())
        case .canceled: observation?.cancel()
        case .released: observation = nil
        case .ownerDeallocated: badge = form == .methodReference ? badge : nil
        }
        await broadcaster.settled()
        let isEnded =
            switch end {
            case .unregistered, .unregisteredForKey: true
            case .canceled, .released: !form.hasOwner
            case .ownerDeallocated: form != .methodReference
            }
        #expect(log.entries == (isEnded ? [] : [1]))
        withExtendedLifetime((badge, observation)) {}
    }

    @Test("cancel() on the main actor releases at once what a main-actor closure captured, despite a pending item")
    func released() async {
        let log = Log<String>()
        var observation: Broadcaster.Observation?
        do {
            let captured = Canary { log.write("released on main actor: \(MainQueue.isMainActor)") }
            observation = broadcaster.observe(OrderObserverMessage.self) { @MainActor _ in
                withExtendedLifetime(captured) { log.write("called") }
            }
        }
        send(1, on: queue)
        queue.sync {}
        observation?.cancel()
        #expect(log.entries == ["released on main actor: true"])
        await broadcaster.settled()
        #expect(log.entries == ["released on main actor: true"])
    }

    @Test(
        "what a main-actor closure captured is released on the main actor, wherever its registration ends",
        arguments: [true, false])
    func releasedElsewhere(hasOwner: Bool) async {
        let log = Log<String>()
        let owner = Canary()
        let observation = Locked<Broadcaster.Observation?>(nil)
        do {
            let captured = Canary { log.write("released on main actor: \(MainQueue.isMainActor)") }
            if hasOwner {
                broadcaster.observe(OrderObserverMessage.self, owner: owner) { @MainActor _, _ in
                    withExtendedLifetime(captured) {}
                }
            } else {
                observation.withLock {
                    $0 = broadcaster.observe(OrderObserverMessage.self) { @MainActor _ in
                        withExtendedLifetime(captured) {}
                    }
                }
            }
        }
        send(1, on: queue)
        await broadcaster.settled()
        await onNewThread { [broadcaster] in
            observation.withLock { $0 = nil }
            broadcaster.unregister(OrderObserver.self)
        }
        await eventually { !log.entries.isEmpty }
        #expect(log.entries == ["released on main actor: true"])
        withExtendedLifetime(owner) {}
    }

    @Test(
        """
        only the main actor loads the owner of a main-actor closure: elsewhere, it counts as alive until the main \
        actor has found it deallocated
        """)
    func ownerIsNotLoadedElsewhere() async {
        let classes = Log<String>()
        let monitor = ClosureMonitor(onDelivered: { for call in $1.calls { classes.write("\(call.observerClass)") } })
        broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
        let observers = broadcaster.observers(of: OrderObserver.self)
        var owner: Badge? = Badge()
        _ = owner?.observe(.owner, with: broadcaster)
        owner = nil
        await onNewThread {
            #expect(observers.count == 1)
            #expect(!observers.isEmpty)
            for observer in observers { #expect(observers.contains(observer)) }
        }
        send(1, on: queue)
        await broadcaster.settled()
        #expect(classes.entries == ["Badge"])
        await onNewThread {
            #expect(observers.count == 0)
            #expect(observers.isEmpty)
        }
        withExtendedLifetime(monitor) {}
    }

    @Test("the main actor finds the owner of a main-actor closure deallocated at once")
    func ownerIsLoadedOnMainActor() {
        var owner: Badge? = Badge()
        _ = owner?.observe(.owner, with: broadcaster)
        #expect(broadcaster.observers(of: OrderObserver.self).count == 1)
        owner = nil
        #expect(broadcaster.observers(of: OrderObserver.self).count == 0)
    }

    @Test("ten thousand owners leave nothing behind, although each had a pending item when it was deallocated")
    func manyOwners() async {
        let released = Counter()
        for number in 0..<100 {
            var owners: [Canary] = []
            for _ in 0..<100 {
                let owner = Canary { released.increment() }
                let captured = Canary { released.increment() }
                broadcaster.observe(OrderObserverMessage.self, owner: owner) { @MainActor _, _ in
                    withExtendedLifetime(captured) {}
                }
                owners.append(owner)
            }
            send(number, on: queue)
            queue.sync {}
            withExtendedLifetime(owners) {}
        }
        // Two broadcasts that find the owners deallocated.
        for number in 0..<3 {
            send(number, on: queue)
            await broadcaster.settled()
        }
        #expect(released.value == 20_000)
        #expect(broadcaster.channels.isEmpty)
    }

    @Test("a pending item retains no broadcaster, and still calls the closure of an owner after it is released")
    func lostBroadcaster() async {
        let badge = Badge()
        weak var lost: Broadcaster?
        do {
            let broadcaster = Broadcaster()
            lost = broadcaster
            _ = badge.observe(.owner, with: broadcaster)
            broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: queue)
            queue.sync {}
        }
        // The block of the delivery may be released after it has run.
        await eventually { lost == nil }
        await Broadcaster().settled()
        #expect(badge.numbers == [1])
    }

    @Test("an iteration calls a main-actor closure at once on the main actor, and later from another thread")
    func iteration() async {
        let badge = Badge()
        _ = badge.observe(.owner, with: broadcaster)
        broadcaster.observers(of: OrderObserver.self).forEach { $0.orderPlaced(1) }
        #expect(badge.numbers == [1])
        blockingOnNewThread { [broadcaster] in
            broadcaster.observers(of: OrderObserver.self).forEach { $0.orderPlaced(2) }
        }
        #expect(badge.numbers == [1])
        await broadcaster.settled()
        #expect(badge.numbers == [1, 2])
    }

    @Test("a generic function's loop and its asynchronous closure receive broadcasts on another queue")
    func genericForms() async {
        func messages<M: Broadcaster.Message>(of type: M.Type) -> AsyncStream<M> { broadcaster.messages(of: type) }
        func observe<M: Broadcaster.Message>(_ block: @escaping @MainActor (M) async -> Void)
            -> Broadcaster.Observation
        {
            broadcaster.observe(M.self, block: block)
        }
        let log = Log<OrderObserverMessage>()
        let stream = messages(of: OrderObserverMessage.self)
        let observation = observe { (message: OrderObserverMessage) in
            MainActor.preconditionIsolated()
            log.write(message)
        }
        send(1, on: queue)
        await broadcaster.settled()
        #expect(log.entries == [.orderPlaced(1)])
        for await message in stream {
            #expect(message == .orderPlaced(1))
            break
        }
        withExtendedLifetime(observation) {}
    }

    @Test("main-actor closures and observers on any thread of the same Sendable protocol may be used side by side")
    func sideBySide() async {
        let badge = Badge()
        let counter = Counter(in: broadcaster)
        let observation = badge.observe(.methodReference, with: broadcaster)
        broadcaster.notify(Incrementing.self, on: queue) { $0.increment() }
        #expect(broadcaster.observers(of: OrderObserver.self).count == 1)
        send(1, on: queue)
        await onNewThread { [broadcaster] in
            broadcaster.observers(of: OrderObserver.self).forEach { $0.orderPlaced(2) }
        }
        await broadcaster.settled()
        #expect(Set(badge.numbers) == [1, 2])
        #expect(counter.value == 1)
        withExtendedLifetime(observation) {}
    }
}
