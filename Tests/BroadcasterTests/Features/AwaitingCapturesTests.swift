import Broadcaster
import Foundation
import TestSupport
import Testing

/// Where what a main-actor closure that awaits captures is released, in each form, and for each way to end.
///
/// Two test targets have this file: one is in language mode 6, the other in language mode 5 and on the main actor by
/// default.
@Suite("Captures of closures of the main actor that await, for Sendable protocols", .timeLimit(.minutes(60)), .watched)
@MainActor
struct AwaitingCapturesTests {
    nonisolated enum Form: CaseIterable {
        case closure, method, storedFunction, ownersClosure, ownersStoredFunction, functionOfOwnersActor

        var hasOwner: Bool {
            switch self {
            case .closure, .method, .storedFunction: false
            case .ownersClosure, .ownersStoredFunction, .functionOfOwnersActor: true
            }
        }
    }

    nonisolated enum End: CaseIterable {
        case unregistered, unregisteredForKey, canceled, ownerDeallocated, broadcasterDeallocated
    }

    nonisolated enum State: CaseIterable { case idle, handling, full }

    @Test(
        "what the closure captures is released on the main queue, on whichever thread its registration ends",
        arguments: Form.allCases, End.allCases)
    func released(form: Form, end: End) async {
        if end == (form.hasOwner ? .canceled : .ownerDeallocated) { return }
        for state in State.allCases {
            let releases = Shared<[Bool]>([])
            let parts = Shared(Parts(broadcaster: Broadcaster()))
            let gate = AsyncStream.makeStream(of: Void.self)
            observe(form, parts, gate.stream, releases)
            if state != .idle {
                let broadcaster = parts.value.broadcaster!
                for number in 0..<(state == .full ? 5 : 1) {
                    broadcaster.notify(OrderObserverMessage.orderPlaced(number), for: 1, on: .global())
                }
                while !parts.value.isHandling { await Task.yield() }
                // Until the main queue has let go of the broadcaster.
                await drainMainQueue()
            }
            #expect(releases.value == [])
            await onNewThread {
                let broadcaster = parts.value.broadcaster
                switch end {
                case .unregistered: broadcaster?.unregister(OrderObserver.self)
                case .unregisteredForKey: broadcaster?.unregister(OrderObserver.self, for: 1)
                case .canceled: parts.take(\.observation)?.cancel()
                case .ownerDeallocated, .broadcasterDeallocated: break
                }
            }
            await onNewThread {
                if end == .ownerDeallocated { _ = parts.take(\.owner) }
                if end == .broadcasterDeallocated {
                    _ = parts.take(\.observation)
                    _ = parts.take(\.broadcaster)
                }
            }
            gate.continuation.finish()
            if end == .ownerDeallocated {
                // Broadcasts that find the owner deallocated.
                for number in 0..<3 {
                    parts.value.broadcaster!.notify(OrderObserverMessage.orderPlaced(number), for: 1, on: .global())
                    await parts.value.broadcaster!.settled()
                }
            }
            await onNewThread { _ = parts.take(\.observation) }
            while releases.value.isEmpty && !Task.isCancelled { await Task.yield() }
            #expect(releases.value == [true], "\(state)")
            parts.value = Parts()
        }
    }

    private func observe(
        _ form: Form, _ parts: Shared<Parts>, _ gate: AsyncStream<Void>, _ releases: Shared<[Bool]>
    ) {
        let lease = Lease(releases)
        let handle: @MainActor @Sendable (OrderObserverMessage) async -> Void = { [weak parts] _ in
            parts?.value.isHandling = true
            for await _ in gate {}
            withExtendedLifetime(lease) {}
        }
        let broadcaster = parts.value.broadcaster!
        let owner = Owner()
        if form.hasOwner { parts.value.owner = owner }
        switch form {
        case .closure:
            parts.value.observation = broadcaster.observe(
                OrderObserverMessage.self, for: 1, bufferingPolicy: .bufferingNewest(1)
            ) { @MainActor message in await handle(message) }
        case .method:
            parts.value.observation = broadcaster.observe(
                OrderObserverMessage.self, for: 1, bufferingPolicy: .bufferingNewest(1), block: Screen(handle).handle)
        case .storedFunction:
            parts.value.observation = broadcaster.observe(
                OrderObserverMessage.self, for: 1, bufferingPolicy: .bufferingNewest(1), block: handle)
        case .ownersClosure:
            broadcaster.observe(OrderObserverMessage.self, for: 1, owner: owner, bufferingPolicy: .bufferingNewest(1)) {
                @MainActor _, message in
                await handle(message)
            }
        case .ownersStoredFunction:
            let function: @MainActor @Sendable (Owner, OrderObserverMessage) async -> Void = { await handle($1) }
            broadcaster.observe(
                OrderObserverMessage.self, for: 1, owner: owner, bufferingPolicy: .bufferingNewest(1), block: function)
        case .functionOfOwnersActor:
            broadcaster.observe(
                OrderObserverMessage.self, for: 1, owner: owner, bufferingPolicy: .bufferingNewest(1),
                block: Screen(handle).handle(owner:message:))
        }
    }

    private nonisolated struct Parts: Sendable {
        var broadcaster: Broadcaster?
        var observation: Broadcaster.Observation?
        var owner: Owner?
        var isHandling = false
    }

    private nonisolated final class Owner: Sendable {}

    @MainActor
    private final class Screen {
        private let block: @MainActor @Sendable (OrderObserverMessage) async -> Void

        init(_ block: @escaping @MainActor @Sendable (OrderObserverMessage) async -> Void) { self.block = block }

        @Sendable func handle(_ message: OrderObserverMessage) async { await block(message) }

        @Sendable func handle(owner: Owner, message: OrderObserverMessage) async { await block(message) }
    }

    /// Notes, when it is deallocated, whether that is on the main queue.
    private nonisolated final class Lease: Sendable {
        private let releases: Shared<[Bool]>

        init(_ releases: Shared<[Bool]>) {
            self.releases = releases
            DispatchQueue.main.setSpecific(key: Self.key, value: ())
        }

        deinit {
            let isOnMainQueue = DispatchQueue.getSpecific(key: Self.key) != nil
            releases.withLock { $0.append(isOnMainQueue) }
        }

        private static let key = DispatchSpecificKey<Void>()
    }
}

/// A value with its lock.
private nonisolated final class Shared<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value {
        get { withLock { $0 } }
        set { withLock { $0 = newValue } }
    }

    func withLock<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&stored) } }

    /// Returns a part, and no longer retains it.
    func take<Part>(_ part: WritableKeyPath<Value, Part?>) -> Part? {
        withLock { value in
            defer { value[keyPath: part] = nil }
            return value[keyPath: part]
        }
    }
}
