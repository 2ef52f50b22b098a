import Broadcaster
import Combine
import Foundation
import TestSupport
import Testing

#if canImport(OpenCombineDispatch)
    import OpenCombineDispatch
#endif

@Suite("Publisher", .timeLimit(.minutes(60)), .watched)
@MainActor
struct PublisherTests {
    let broadcaster = Broadcaster()
    let log = Log<String>()
    #if canImport(OpenCombineDispatch)
        let mainQueue = DispatchQueue.main.ocombine
    #else
        let mainQueue = DispatchQueue.main
    #endif

    /// Logs the names that are published, each after a prefix.
    func subscribe(_ prefix: String = "", for publisher: some Publisher<UploadObserverMessage, Never>) -> AnyCancellable
    {
        publisher.sink { [log] in
            MainActor.preconditionIsolated()
            log.write(prefix + $0.name)
        }
    }

    // MARK: Subscribing and canceling

    @Test("a publisher registers when it is subscribed to, and delivers what is sent from then on, in order")
    func subscribing() async {
        let publisher = broadcaster.publisher(of: UploadObserverMessage.self)
        #expect(broadcaster.channels.isEmpty)
        await broadcaster.deliver("earlier")
        broadcaster.notify(UploadObserverMessage.uploadDidFinish("pending", bytes: 1))
        let subscription = subscribe(for: publisher)
        #expect(broadcaster.observers(of: UploadObserver.self).count == 1)
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        #expect(log.entries.isEmpty)
        await broadcaster.deliver("photo", "film")
        #expect(log.entries == ["failed", "photo", "film"])
        withExtendedLifetime(subscription) {}
    }

    @Test("a subscription that is canceled is unregistered at once, and a pending broadcast skips it")
    func canceling() async {
        let subscription = subscribe(for: broadcaster.publisher(of: UploadObserverMessage.self))
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        subscription.cancel()
        #expect(broadcaster.channels.isEmpty)
        await broadcaster.deliver("photo")
        #expect(log.entries.isEmpty)
    }

    @Test("a subscription ends when its AnyCancellable is released, and with it what its closure captured")
    func releasing() async {
        var document: Document? = Document()
        @Weak var captured = document
        var subscription: AnyCancellable? = broadcaster.publisher(of: UploadObserverMessage.self)
            .sink { [document] _ in withExtendedLifetime(document) {} }
        document = nil
        await broadcaster.deliver("photo")
        #expect(captured != nil)
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        withExtendedLifetime(subscription) {}
        subscription = nil
        #expect(captured == nil)
        #expect(broadcaster.channels.isEmpty)
        await broadcaster.settled()
    }

    @Test("a subscription that is canceled on another thread is unregistered")
    func cancelingElsewhere() async {
        let subscription = subscribe(for: broadcaster.publisher(of: UploadObserverMessage.self))
        nonisolated(unsafe) let handedOver = subscription
        await onNewThread { handedOver.cancel() }
        #expect(broadcaster.channels.isEmpty)
        await broadcaster.deliver("photo")
        #expect(log.entries.isEmpty)
    }

    @Test("a subscription that is canceled by its own closure receives nothing more")
    func cancelingItself() async {
        var subscription: AnyCancellable?
        subscription = broadcaster.publisher(of: UploadObserverMessage.self).sink { [log] in
            log.write($0.name)
            subscription?.cancel()
        }
        await broadcaster.deliver("photo", "film")
        #expect(log.entries == ["photo"])
        #expect(broadcaster.channels.isEmpty)
    }

    @Test("a subscription that is made while a broadcast is delivered doesn't receive that broadcast")
    func subscribingWhileDelivered() async {
        var second: AnyCancellable?
        let first = broadcaster.publisher(of: UploadObserverMessage.self).sink { _ in
            if second == nil { second = subscribe(for: broadcaster.publisher(of: UploadObserverMessage.self)) }
        }
        await broadcaster.deliver("photo")
        #expect(log.entries.isEmpty)
        await broadcaster.deliver("film")
        #expect(log.entries == ["film"])
        withExtendedLifetime((first, second)) {}
    }

    @Test("two subscriptions of one publisher are two registrations, and one outlives the other")
    func twoSubscriptions() async {
        let publisher = broadcaster.publisher(of: UploadObserverMessage.self)
        let first = subscribe("first ", for: publisher)
        let second = subscribe("second ", for: publisher)
        await broadcaster.deliver("photo")
        #expect(log.entries == ["first photo", "second photo"])
        first.cancel()
        await broadcaster.deliver("film")
        #expect(log.entries.dropFirst(2) == ["second film"])
        #expect(broadcaster.observers(of: UploadObserver.self).count == 1)
        withExtendedLifetime(second) {}
    }

    // MARK: Demand

    @Test("a value without demand is dropped, and later demand receives later values")
    func demand() async {
        let subscriber = PatientSubscriber()
        broadcaster.publisher(of: UploadObserverMessage.self).subscribe(subscriber)
        await broadcaster.deliver("1")
        subscriber.subscription?.request(.max(2))
        await broadcaster.deliver("2", "3", "4")
        #expect(subscriber.names == ["2", "3"])
        subscriber.subscription?.request(.max(1))
        await broadcaster.deliver("5", "6")
        #expect(subscriber.names == ["2", "3", "5"])
        subscriber.subscription?.cancel()
        #expect(broadcaster.channels.isEmpty)
    }

    @Test("demand that a subscriber returns with a value is added")
    func returnedDemand() async {
        let subscriber = PatientSubscriber()
        broadcaster.publisher(of: UploadObserverMessage.self).subscribe(subscriber)
        subscriber.subscription?.request(.max(1))
        subscriber.furtherDemand = .max(1)
        await broadcaster.deliver("1", "2")
        subscriber.furtherDemand = .none
        await broadcaster.deliver("3", "4")
        #expect(subscriber.names == ["1", "2", "3"])
        subscriber.subscription?.cancel()
    }

    @Test("the operator buffer keeps values until there is demand")
    func buffer() async {
        let subscriber = PatientSubscriber()
        broadcaster.publisher(of: UploadObserverMessage.self)
            .buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
            .subscribe(subscriber)
        await broadcaster.deliver("1", "2")
        #expect(subscriber.names.isEmpty)
        subscriber.subscription?.request(.unlimited)
        #expect(subscriber.names == ["1", "2"])
        subscriber.subscription?.cancel()
        #expect(broadcaster.channels.isEmpty)
    }

    // MARK: Among other observers

    @Test("a publisher with a key receives the broadcasts of an equal key, and one without a key those of all")
    func keys() async {
        let lobby = subscribe("lobby: ", for: broadcaster.publisher(of: UploadObserverMessage.self, for: "lobby"))
        let all = subscribe("all: ", for: broadcaster.publisher(of: UploadObserverMessage.self))
        for key in ["lobby", "hall"] {
            broadcaster.notify(UploadObserverMessage.uploadDidFinish(key, bytes: 1), for: key)
        }
        await broadcaster.deliver("none")
        #expect(log.entries == ["lobby: lobby", "all: lobby", "all: hall", "all: none"])
        lobby.cancel()
        #expect(broadcaster.channels.count == 1)
        withExtendedLifetime(all) {}
    }

    @Test("a subscription has its turn among the other observers, and settled() waits for it")
    func order() async {
        let before = broadcaster.observe(UploadObserverMessage.self) { [log] _ in log.write("before") }
        let subscription = subscribe(for: broadcaster.publisher(of: UploadObserverMessage.self))
        let after = broadcaster.observe(UploadObserverMessage.self) { [log] _ in log.write("after") }
        await broadcaster.deliver("photo")
        #expect(log.entries == ["before", "photo", "after"])
        broadcaster.observers(of: UploadObserver.self).forEach { $0.uploadDidFail() }
        #expect(log.entries.dropFirst(3) == ["before", "failed", "after"])
        withExtendedLifetime((before, subscription, after)) {}
    }

    @Test("the static method uses the broadcaster that is current when it is called")
    func current() async {
        let publisher = Broadcaster.$current.withValue(broadcaster) {
            Broadcaster.publisher(of: UploadObserverMessage.self, for: 1)
        }
        let subscription = subscribe(for: publisher)
        broadcaster.notify(UploadObserverMessage.uploadDidFinish("photo", bytes: 1), for: 1)
        await broadcaster.settled()
        #expect(log.entries == ["photo"])
        withExtendedLifetime(subscription) {}
    }

    @Test("values that aren't Sendable are published as the objects that they are")
    func objects() async {
        let document = Document()
        var received: [Document] = []
        let subscription = broadcaster.publisher(of: DocumentObserverMessage.self).sink {
            if case .documentWillClose(let document, _) = $0 { received.append(document) }
        }
        broadcaster.observers(of: DocumentObserver.self).forEach { $0.documentWillClose(document) { _ in } }
        #expect(received.count == 1 && received.first === document)
        withExtendedLifetime(subscription) {}
    }

    // MARK: Lifetimes

    @Test("an owner that keeps its subscription and is captured weakly is deallocated, and ends the registration")
    func owner() async {
        var screen: Screen? = Screen(broadcaster)
        @Weak var weakScreen = screen
        await broadcaster.deliver("photo")
        #expect(screen?.names == ["photo"])
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        screen = nil
        #expect(weakScreen == nil)
        #expect(broadcaster.channels.isEmpty)
        await broadcaster.settled()
    }

    @Test("a publisher retains its broadcaster, and a subscription completes when the broadcaster is deallocated")
    func retainsBroadcaster() async {
        var own: Broadcaster? = Broadcaster()
        @Weak var weakOwn = own
        var publisher = own.map { AnyPublisher($0.publisher(of: UploadObserverMessage.self)) }
        own = nil
        #expect(weakOwn != nil)
        let subscription = publisher?.sink(
            receiveCompletion: { [log] _ in log.write("completed") }, receiveValue: { _ in })
        publisher = nil
        #expect(weakOwn == nil)
        await broadcaster.settled()
        #expect(log.entries == ["completed"])
        withExtendedLifetime(subscription) {}
    }

    @Test("a subscription completes after it is unregistered, and not when it is canceled", arguments: [true, false])
    func completes(isCanceled: Bool) async {
        let subscription = broadcaster.publisher(of: UploadObserverMessage.self)
            .handleEvents(receiveCompletion: { [log] _ in log.write("completed") })
            .sink { [log] in log.write($0.name) }
        await broadcaster.deliver("photo")
        if isCanceled { subscription.cancel() } else { broadcaster.unregister(UploadObserver.self) }
        await broadcaster.deliver("film")
        #expect(log.entries == (isCanceled ? ["photo"] : ["photo", "completed"]))
    }

    @Test("subscriptions that end, in every way, leave no registration and nothing allocated", .countsMemory)
    func comeAndGo() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            await expectNothingLeft(by: usages, repetitions: 25_000)
        }
        expectFigures(in: result?.standardOutputContent)
    }

    // MARK: Misuse

    @Test("subscribing off the main actor stops the program with a message")
    func subscribingElsewhere() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let broadcaster = Broadcaster()
            await onNewThread {
                let subscription = broadcaster.publisher(of: UploadObserverMessage.self).sink { _ in }
                withExtendedLifetime(subscription) {}
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("A publisher was subscribed to off the main actor"))
        #expect(message.contains("UploadObserver' there. Subscribe on the main actor, without 'subscribe(on:)'."))
    }

    @Test("a publisher of a Sendable protocol publishes on the main actor what is delivered there or on another queue")
    func anyQueue() async {
        var orders: [OrderObserverMessage] = []
        let subscription = broadcaster.publisher(of: OrderObserverMessage.self).sink { order in
            MainActor.preconditionIsolated()
            orders.append(order)
        }
        broadcaster.notify(OrderObserverMessage.orderPlaced(0))
        await broadcaster.settled()
        #expect(orders == [.orderPlaced(0)])
        let queue = DispatchQueue(label: "test")
        for number in 1..<100 { broadcaster.notify(OrderObserverMessage.orderPlaced(number), on: queue) }
        await broadcaster.settled()
        #expect(orders == (0..<100).map { .orderPlaced($0) })
        withExtendedLifetime(subscription) {}
    }

    // MARK: Pipelines

    // OpenCombine has no `merge`.
    @Test("publishers of two protocols in one pipeline publish in the order of the broadcasts")
    func flatMap() async {
        let uploads = broadcaster.publisher(of: UploadObserverMessage.self).map { $0.name }
        let orders = broadcaster.publisher(of: OrderObserverMessage.self).map { _ in "order" }
        let subscription = [AnyPublisher(uploads), AnyPublisher(orders)].publisher.flatMap { $0 }
            .sink { [log] in log.write($0) }
        broadcaster.notify(UploadObserverMessage.uploadDidFinish("photo", bytes: 1))
        broadcaster.notify(OrderObserverMessage.orderPlaced(1))
        await broadcaster.deliver("film")
        #expect(log.entries == ["photo", "order", "film"])
        subscription.cancel()
        #expect(broadcaster.channels.isEmpty)
    }

    @Test("a pipeline receives what is prepended, and several broadcasts debounced into one value")
    func pipeline() async {
        var subscriptions: Set<AnyCancellable> = []
        await withCheckedContinuation { done in
            // Time: however long an item takes, the three broadcasts are on the main queue before the end of a time is.
            broadcaster.publisher(of: UploadObserverMessage.self)
                .map(\.name)
                .debounce(for: .milliseconds(1), scheduler: mainQueue)
                .prepend("latest")
                .sink { [log] in
                    log.write($0)
                    if log.entries.count == 2 { done.resume() }
                }
                .store(in: &subscriptions)
            for name in ["1", "2", "3"] { broadcaster.notify(UploadObserverMessage.uploadDidFinish(name, bytes: 1)) }
        }
        #expect(log.entries == ["latest", "3"])
        subscriptions.removeAll()
        #expect(broadcaster.channels.isEmpty)
    }
}

/// The ways in which a subscription ends.
private let usages = [
    Usage("subscriptions that are canceled") { @MainActor broadcaster in
        broadcaster.publisher(of: UploadObserverMessage.self, for: 1).sink { _ in }.cancel()
    },
    Usage("subscriptions that are released while a broadcast is pending") { @MainActor broadcaster in
        let subscription = broadcaster.publisher(of: UploadObserverMessage.self).sink { _ in }
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        withExtendedLifetime(subscription) {}
    },
    Usage("subscriptions that are captured by their own closures, and canceled") { @MainActor broadcaster in
        var subscription: AnyCancellable?
        subscription = broadcaster.publisher(of: UploadObserverMessage.self)
            .sink { _ in withExtendedLifetime(subscription) {} }
        subscription?.cancel()
    },
    Usage("subscriptions that are ended by an operator") { @MainActor broadcaster in
        let subscription = broadcaster.publisher(of: UploadObserverMessage.self).first().sink { _ in }
        broadcaster.observers(of: UploadObserver.self).forEach { $0.uploadDidFail() }
        withExtendedLifetime(subscription) {}
    },
]

/// An owner as apps write it.
@MainActor
private final class Screen {
    private(set) var names: [String] = []
    private var subscriptions: Set<AnyCancellable> = []

    init(_ broadcaster: Broadcaster) {
        broadcaster.publisher(of: UploadObserverMessage.self)
            .map(\.name)
            .sink { [weak self] in self?.names.append($0) }
            .store(in: &subscriptions)
    }
}
