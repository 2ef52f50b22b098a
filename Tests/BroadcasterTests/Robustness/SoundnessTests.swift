import Foundation
import TestSupport
import Testing

@testable import Broadcaster

/// Programs that compile without a warning, and once corrupted memory or raced.
@Suite("Soundness", .timeLimit(.minutes(60)), .watched)
@MainActor
struct SoundnessTests {
    let broadcaster = Broadcaster()

    // MARK: The value of a metatype

    class Base { func number() -> Int { 1 } }
    final class Sub: Base {
        private let padding = [2, 3]
        override func number() -> Int { padding.count }
        func sum() -> Int { padding.reduce(0, +) }
    }

    @Test("the channel is the static type of a metatype, even if its value is a subclass")
    func valueOfMetatype() async {
        let base = Base()
        let log = Log<Int>()
        let type: Base.Type = Sub.self
        broadcaster.register(type, observer: base)
        broadcaster.notify(Sub.self) { log.write($0.sum()) }
        broadcaster.notify(Base.self) { log.write($0.number()) }
        broadcaster.notify(type) { log.write(10 + $0.number()) }
        await broadcaster.settled()
        #expect(log.entries == [1, 11])
        #expect(broadcaster.observers(of: type).contains(base) && broadcaster.observers(of: Base.self).contains(base))
        #expect(broadcaster.observers(of: Swift.type(of: Sub() as Base), for: 1).isEmpty == false)
        broadcaster.unregister(type, observer: base)
        #expect(broadcaster.observers(of: Base.self).isEmpty)
        broadcaster.register(Base.self, observer: base)
        broadcaster.unregister(type)
        #expect(broadcaster.channels.isEmpty)
        withExtendedLifetime(base) {}
    }

    // MARK: A stand-in that receives elsewhere

    private enum Use { case observe, owner, messages }

    @Test("an observer written by hand that passes a message on off the main actor stops the program", .startsProcess)
    func receivesElsewhere() async {
        let results = [
            await #expect(processExitsWith: .failure, observing: errors) { await SoundnessTests.receive(by: .observe) },
            await #expect(processExitsWith: .failure, observing: errors) { await SoundnessTests.receive(by: .owner) },
            await #expect(processExitsWith: .failure, observing: errors) {
                await SoundnessTests.receive(by: .messages)
            },
        ]
        expectMessages(
            results, contain: "A message was received off the main actor",
            "SoundnessTests.Straying' isn't known to be Sendable",
            "Call the observer, and the closure that 'makeObserver' takes, there.",
            "declare the protocol itself ': Sendable'")
    }

    private static func receive(by use: Use) async {
        let owner = Canary()
        switch use {
        case .observe: _ = Unmanaged.passRetained(Broadcaster.shared.observe(StrayMessage.self) { _ in })
        case .owner: Broadcaster.shared.observe(StrayMessage.self, owner: owner) { _, _ in }
        case .messages: _ = Unmanaged.passRetained(Box(Broadcaster.shared.messages(of: StrayMessage.self)))
        }
        Broadcaster.shared.observers(of: Straying.self).forEach { $0.stray() }
        withExtendedLifetime(owner) {}
        await Broadcaster.settled()
    }

    final class Box {
        let value: Any

        init(_ value: Any) { self.value = value }
    }

    protocol Straying { func stray() }

    struct StrayMessage: Broadcaster.Message {
        let object = Canary()
        func send(to observer: any Straying) { observer.stray() }
        static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any Straying { Stray(receive) }

        final class Stray: Straying {
            let receive: @Sendable (StrayMessage) -> Void
            init(_ receive: @escaping @Sendable (StrayMessage) -> Void) { self.receive = receive }
            func stray() { blockingOnNewThread { [receive] in receive(StrayMessage()) } }
        }
    }

    // MARK: Where a stand-in and a closure are released

    /// A message whose observer and closure say on which thread they are deallocated.
    struct TracedMessage: Broadcaster.Message {
        func send(to observer: any Tracing) { observer.trace() }
        static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any Tracing { Tracer(receive) }

        @TaskLocal static var deinits = Log<Bool>()

        final class Tracer: Tracing {
            let receive: @Sendable (TracedMessage) -> Void
            let canary: Canary

            init(_ receive: @escaping @Sendable (TracedMessage) -> Void) {
                self.receive = receive
                canary = Canary { [deinits = TracedMessage.deinits] in deinits.write(MainQueue.isMainActor) }
            }

            func trace() { receive(TracedMessage()) }
        }
    }

    protocol Tracing { func trace() }

    enum Ending: CaseIterable { case canceled, dropped, loopCanceled, unregistered, ownerDeallocated, snapshot }

    @Test(
        "a stand-in and a closure of the main actor are released there, wherever they end",
        arguments: Ending.allCases)
    func released(ending: Ending) async {
        let deinits = Log<Bool>()
        let broadcaster = Handover(Broadcaster())
        await TracedMessage.$deinits.withValue(deinits) {
            let captured = Handover(Canary { deinits.write(MainQueue.isMainActor) })
            await Self.end(ending, of: broadcaster.value, capturing: captured)
        }
        // What is left for the main queue.
        await broadcaster.value.settled()
        await Broadcaster.settled()
        #expect(deinits.entries == [true, true])
    }

    private static func end(
        _ ending: Ending, of broadcaster: Broadcaster, capturing captured: Handover<Canary>
    ) async {
        switch ending {
        case .canceled, .dropped:
            var observation: Broadcaster.Observation? = broadcaster.observe(TracedMessage.self) { [captured] _ in
                withExtendedLifetime(captured) {}
            }
            let moved = Handover(Locked(observation))
            observation = nil
            blockingOnNewThread {
                if ending == .canceled { moved.value.withLock { $0 }?.cancel() }
                moved.value.withLock { $0 = nil }
            }
        case .loopCanceled:
            let loop = Task.detached { [messages = broadcaster.messages(of: TracedMessage.self)] in
                for await _ in messages {}
            }
            loop.cancel()
            await loop.value
        default:
            var owner: Canary? = Canary()
            broadcaster.observe(TracedMessage.self, owner: owner!) { [captured] _, _ in
                withExtendedLifetime(captured) {}
            }
            switch ending {
            case .unregistered: blockingOnNewThread { broadcaster.unregister(Tracing.self) }
            case .snapshot:
                let snapshot = Locked(broadcaster.channels(of: (any Tracing).self).snapshot())
                broadcaster.unregister(Tracing.self)
                blockingOnNewThread { snapshot.withLock { $0 = nil } }
            default:
                owner = nil
                broadcaster.notify(Tracing.self) { $0.trace() }
                await broadcaster.settled()
                // Compacts the channel, because the first broadcast found the owner deallocated.
                blockingOnNewThread { broadcaster.notify(Tracing.self) { $0.trace() } }
            }
            withExtendedLifetime(owner) {}
        }
    }

    /// A message that isn't `Sendable`, whose stand-in also gives its closure away.
    struct BufferedMessage: Broadcaster.Message {
        @TaskLocal static var given = Locked<(@Sendable (Self) -> Void)?>(nil)

        let content: AnyObject

        func send(to observer: any Buffering) {}
        static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any Buffering {
            given.withLock { $0 = receive }
            return StandIn()
        }

        final class StandIn: Buffering {}
    }

    protocol Buffering {}

    @Test("messages that a sequence buffers are released on the main actor, even if its stand-in's closure isn't")
    func bufferedMessages() async {
        let deinits = Log<Bool>()
        let given = Locked<(@Sendable (BufferedMessage) -> Void)?>(nil)
        BufferedMessage.$given.withValue(given) {
            let messages = broadcaster.messages(of: BufferedMessage.self)
            let receive = given.withLock { $0 }
            receive?(BufferedMessage(content: Canary { deinits.write(MainQueue.isMainActor) }))
            withExtendedLifetime(messages) {}
        }
        blockingOnNewThread { given.withLock { $0 = nil } }
        await Broadcaster.settled()
        #expect(deinits.entries == [true])
    }

    @Test("the last owner of a broadcaster may be any thread: closures of the main actor are released there")
    func broadcasterEnds() async {
        let deinits = Log<Bool>()
        let owner = Canary()
        let last = Locked<Broadcaster?>(nil)
        TracedMessage.$deinits.withValue(deinits) {
            let broadcaster = Broadcaster()
            let captured = Canary { deinits.write(MainQueue.isMainActor) }
            broadcaster.observe(TracedMessage.self, owner: owner) { _, _ in withExtendedLifetime(captured) {} }
            last.withLock { $0 = broadcaster }
        }
        blockingOnNewThread { last.withLock { $0 = nil } }
        #expect(deinits.entries.isEmpty, "they wait for the main queue")
        await Broadcaster.settled()
        #expect(deinits.entries == [true, true])
        withExtendedLifetime(owner) {}
    }

    // MARK: Threads that cancel at once

    @Test("when cancel returns, the registration has ended, even if another thread is just canceling it")
    func cancelAtOnce() async {
        let isEnding = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let calls = Counter()
        let ended = Counter()
        let observation = Broadcaster.Observation {
            calls.increment()
            if calls.value == 1 {
                isEnding.signal()
                mayEnd.wait()
            }
            ended.increment()
        }
        async let first: Void = onNewThread { observation.cancel() }
        await onNewThread { isEnding.wait() }
        await onNewThread { observation.cancel() }
        #expect(ended.value == 1)
        mayEnd.signal()
        await first
        #expect(ended.value == 2)
    }

    // MARK: Language mode 5

    @Test("in a debug build, asking for observers or messages off the main actor stops the program", .startsProcess)
    func asksElsewhere() async {
        #if DEBUG
            let results = [
                await #expect(processExitsWith: .failure, observing: errors) {
                    SoundnessTests.askOnNewThread { _ = Broadcaster.observers(of: WordObserver.self) }
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    SoundnessTests.askOnNewThread { _ = Broadcaster.messages(of: UploadObserverMessage.self) }
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    SoundnessTests.askOnNewThread { _ = Broadcaster.observe(UploadObserverMessage.self) { _ in } }
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    SoundnessTests.askOnNewThread {
                        Broadcaster.observe(UploadObserverMessage.self, owner: Canary()) { _, _ in }
                    }
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    SoundnessTests.askOnNewThread { _ = Broadcaster.observe(UploadObserverMessage.self) { _ async in } }
                },
            ]
            expectMessages(
                results, contain: "were asked for off the main actor", "isn't known to be Sendable",
                "Ask for them there.", "declare the protocol itself ': Sendable'",
                "constrain generic functions that pass it on: '<T: Sendable>'")
        #endif
    }

    /// Asks as language mode 5 would, which lets any thread call a function of the main actor.
    private nonisolated static func askOnNewThread(_ ask: @escaping @MainActor () -> Void) {
        blockingOnNewThread { unsafeBitCast(ask, to: (() -> Void).self)() }
    }

    @Test("observers that are Sendable are handed out to any thread")
    func asksForSendable() async {
        await onNewThread { [broadcaster] in
            _ = broadcaster.observers(of: Incrementing.self)
            _ = broadcaster.messages(of: OrderObserverMessage.self)
            SoundnessTests.askOnNewThread {
                _ = broadcaster.observe(OrderObserverMessage.self) { @MainActor _ in }
            }
        }
    }

    // MARK: Metatypes as channels

    protocol Producing<Product> { associatedtype Product }

    @Test(
        "a metatype of a protocol with a constrained associated type is refused as an observer, with a message",
        .startsProcess)
    func constrainedMetatype() async {
        let result = await #expect(processExitsWith: .failure, observing: errors) {
            struct Producer: Producing { typealias Product = Int }
            await MainActor.run {
                Broadcaster.notify((any Producing<Int>.Type).self) { _ in }
                Broadcaster.register((any Producing<Int>.Type).self, observer: Producer.self)
            }
        }
        expectMessage(result, contains: "is a value type, so it can't be observed through 'a metatype'")
    }

    @Test("a struct in an existential with a primary associated type is refused with a message", .startsProcess)
    func constrainedExistential() async {
        let results = [
            await #expect(processExitsWith: .failure, observing: errors) {
                await MainActor.run { Broadcaster.register((any Producing<Int>).self, observer: Product()) }
            },
            await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<any Producing<Int>>().add(Product())
            },
        ]
        expectMessages(
            results, contain: "SoundnessTests.Product' is a value type", "Make 'Product' a class or an actor")
    }

    struct Product: Producing { typealias Product = Int }
}
