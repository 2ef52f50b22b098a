import Foundation

/// A notification centre in which a protocol is the channel and its methods are the messages.
///
/// ```swift
/// protocol UpdateTitle {
///     func updateWithNewTitle(title: String)
/// }
///
/// Broadcaster.register(UpdateTitle.self, observer: self)
/// Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "Inbox") }
/// ```
///
/// Observers are held weakly: one that goes away is no longer called, and need not unregister.
///
/// The static methods talk to the ``current`` broadcaster, which is ``shared`` unless a test, or a part of a program,
/// has bound one of its own. Each is also a method of an instance.
///
/// <doc:DeliveryContract> says who is called, when, in which order and on which thread: later, on the main actor, in the
/// order of registration, each once, with nothing locked. <doc:GettingStarted> shows it at work.
public final class Broadcaster: Sendable {
    /// The broadcaster that the static methods use where no other is bound.
    ///
    /// ```swift
    /// let broadcaster = Broadcaster.shared
    /// ```
    public static let shared = Broadcaster(own: nil)

    /// The broadcaster that the static methods use here: a task-local value, ``shared`` by default.
    ///
    /// ```swift
    /// Broadcaster.$current.withValue(Broadcaster()) {
    ///     // Nothing that is registered or notified in here meets the rest of the program.
    /// }
    /// ```
    ///
    /// It follows a broadcast: inside a delivered block, it is the broadcaster that delivers. Tasks inherit it, detached
    /// tasks and blocks that are handed to a queue don't.
    @TaskLocal public static var current = shared

    /// What a broadcaster consists of; `nil` in the shared one, whose parts are global.
    ///
    /// Threads that broadcast through the static methods would all contend for the reference counts of the shared
    /// broadcaster and of its parts. So the parts are not counted; and the shared broadcaster is a constant, which the
    /// compiler lays out ahead of time, and retaining an object that was never allocated writes nothing.
    private let own: Unmanaged<Parts>?

    private init(own: Unmanaged<Parts>?) {
        self.own = own
    }

    deinit { own?.release() }

    /// Makes a broadcaster that shares nothing with any other.
    ///
    /// ```swift
    /// let broadcaster = Broadcaster()
    /// ```
    public convenience init() {
        self.init(own: .passRetained(Parts()))
    }

    final class Parts: Sendable {
        static let shared = Unmanaged.passRetained(Parts())

        let registry = Registry()
        let deliveries = Deliveries()
        let watchers: LockedMembers

        init() {
            watchers = registry.members(of: (any BroadcastObserver).self).takeUnretainedValue()
        }
    }

    func withParts<R>(_ body: (Parts) -> R) -> R {
        (own ?? Parts.shared)._withUnsafeGuaranteedRef(body)
    }

    @usableFromInline
    func set<T>(of protocolType: T.Type) -> AnyObject {
        withParts { $0.registry.set(of: protocolType) }
    }

    /// The members of a protocol's set, lent by the broadcaster, which keeps them: who uses them keeps the broadcaster.
    @usableFromInline
    func members<T>(of protocolType: T.Type) -> Unmanaged<LockedMembers> {
        withParts { $0.registry.members(of: protocolType) }
    }

    @inlinable
    func withMembers<T, R>(of protocolType: T.Type, _ body: (LockedMembers) -> R) -> R {
        withExtendedLifetime(self) { members(of: protocolType)._withUnsafeGuaranteedRef(body) }
    }

    /// Registers an observer for a protocol, from the main actor.
    ///
    /// ```swift
    /// Broadcaster.register(UpdateTitle.self, observer: self)
    /// ```
    ///
    /// It is called after those who registered before it. If it is registered already, it keeps its place. It hears
    /// what is notified from now on, on the main actor. An observer that is not `Sendable` can be registered on the main
    /// actor only.
    ///
    /// A value type stops the program: "'App.Title' is a value type, so it can't be observed through
    /// 'App.UpdateTitle' …".
    ///
    /// - Parameters:
    ///   - protocolType: The protocol, which is the channel.
    ///   - observer: The observer, an instance of a class or an actor. It is held weakly.
    /// - Complexity: amortized O(1) in the observers of this protocol.
    @inlinable
    @preconcurrency @MainActor
    public static func register<T>(_ protocolType: T.Type, observer: T) {
        current.register(protocolType, observer: observer)
    }

    /// Registers a `Sendable` observer for a protocol, from anywhere.
    ///
    /// ```swift
    /// Broadcaster.register(OrderListener.self, observer: kitchen)
    /// ```
    ///
    /// All else is as for an observer that is registered on the main actor.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol, which is the channel.
    ///   - observer: The observer, an instance of a class or an actor. It is held weakly.
    /// - Complexity: amortized O(1) in the observers of this protocol.
    @inlinable
    public static func register<T: Sendable>(_ protocolType: T.Type, observer: T) {
        current.register(protocolType, observer: observer)
    }

    /// Ends an observer's registration for one protocol; if it has none, nothing happens.
    ///
    /// ```swift
    /// Broadcaster.unregister(UpdateTitle.self, observer: self)
    /// ```
    ///
    /// From any thread, also in the observer's `deinit`, where it is not needed. Broadcasts that are notified but not
    /// delivered yet don't reach the observer any more.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol that it was registered for.
    ///   - observer: The observer. Only its identity is used.
    /// - Complexity: amortized O(1) in the observers of this protocol.
    @inlinable
    public static func unregister<T>(_ protocolType: T.Type, observer: T) {
        current.unregister(protocolType, observer: observer)
    }

    /// Ends all registrations for one protocol.
    ///
    /// ```swift
    /// Broadcaster.unregister(UpdateTitle.self)
    /// ```
    ///
    /// From any thread. Broadcasts that are notified but not delivered yet reach nobody any more.
    ///
    /// - Parameter protocolType: The protocol.
    /// - Complexity: O(n) in the observers of this protocol.
    public static func unregister<T>(_ protocolType: T.Type) {
        current.unregister(protocolType)
    }

    /// Ends all registrations of one object, whatever they are for.
    ///
    /// ```swift
    /// Broadcaster.unregister(observer: self)
    /// ```
    ///
    /// From any thread, also in the observer's `deinit`, where it is not needed. Broadcasts that are notified but not
    /// delivered yet don't reach the observer any more.
    ///
    /// - Parameter observer: The observer. Only its identity is used.
    /// - Complexity: O(p) in the protocols that were ever used with this broadcaster.
    public static func unregister(observer: AnyObject) {
        current.unregister(observer: observer)
    }

    /// Calls `block` with each observer of a protocol, later, on the main queue.
    ///
    /// ```swift
    /// Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "Inbox") }
    /// ```
    ///
    /// From any thread. It returns before any block runs. Those are called who are registered now and still are when
    /// their turn comes, in the order in which they registered. The broadcast is one item of the main queue.
    ///
    /// The main queue must run: an app's does; a command-line tool calls `dispatchMain()`, runs the main run loop, or
    /// has an `async` main.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - block: What to send: it is called on the main actor once for each observer.
    /// - Complexity: O(1) for the caller; O(n) in the observers of this protocol for the main queue.
    @inlinable
    public static func notify<T>(_ protocolType: T.Type, block: @escaping @MainActor (T) -> Void) {
        current.notify(protocolType, block: block)
    }

    /// Calls `block` with each observer of a protocol, later, on a queue of your own.
    ///
    /// ```swift
    /// Broadcaster.notify(OrderListener.self, on: kitchenQueue) { $0.placed(order) }
    /// ```
    ///
    /// From any thread. It returns before any block runs. Those are called who are registered now and still are when
    /// their turn comes, in the order in which they registered, one after another. The broadcast is one item of the
    /// queue; on a concurrent queue, broadcasts run side by side. The observers must be `Sendable`, for they are called
    /// off the main actor.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - queue: The queue to deliver on.
    ///   - block: What to send: it is called on that queue once for each observer.
    /// - Complexity: O(1) for the caller; O(n) in the observers of this protocol for the queue.
    public static func notify<T: Sendable>(
        _ protocolType: T.Type, on queue: DispatchQueue, block: @escaping @Sendable (T) -> Void
    ) {
        current.notify(protocolType, on: queue, block: block)
    }

    /// The live set of a protocol's observers, on the main actor.
    ///
    /// ```swift
    /// let mayClose = Broadcaster.observers(of: DocumentGuard.self).allSatisfy { $0.mayClose(document) }
    /// ```
    ///
    /// Use it to call observers here and now, to collect their answers, to see who listens, or to keep it for a path
    /// that must be fast: it is the same set each time, it changes as observers come and go, and what is added to it is
    /// registered.
    ///
    /// - Parameter protocolType: The protocol.
    /// - Returns: The set that the broadcaster itself uses.
    /// - Complexity: O(1).
    @inlinable
    @preconcurrency @MainActor
    public static func observers<T>(of protocolType: T.Type) -> WeakObjectSet<T> {
        current.observers(of: protocolType)
    }

    /// The live set of a protocol's observers, which are `Sendable`, from anywhere.
    ///
    /// ```swift
    /// for station in Broadcaster.observers(of: Station.self) { await station.prepare(order) }
    /// ```
    ///
    /// All else is as for observers that are handed out on the main actor.
    ///
    /// - Parameter protocolType: The protocol.
    /// - Returns: The set that the broadcaster itself uses.
    /// - Complexity: O(1).
    @inlinable
    public static func observers<T: Sendable>(of protocolType: T.Type) -> WeakObjectSet<T> {
        current.observers(of: protocolType)
    }

    /// Waits until all that was notified before is delivered.
    ///
    /// ```swift
    /// inbox.receive("Hello")
    /// await Broadcaster.settled()
    /// assert(title.text == "Inbox (1)")
    /// ```
    ///
    /// It covers the main queue and all others. What observers notify while they are being called comes later: await
    /// `settled()` once more for that.
    public static func settled() async {
        await current.settled()
    }
}

extension Broadcaster {
    /// Registers an observer with this broadcaster; see the static method of this name.
    ///
    /// ```swift
    /// broadcaster.register(UpdateTitle.self, observer: self)
    /// ```
    @inlinable
    @preconcurrency @MainActor
    public func register<T>(_ protocolType: T.Type, observer: T) {
        withMembers(of: protocolType) { $0.add(observer) }
    }

    /// Registers a `Sendable` observer with this broadcaster; see the static method of this name.
    ///
    /// ```swift
    /// broadcaster.register(OrderListener.self, observer: kitchen)
    /// ```
    @inlinable
    public func register<T: Sendable>(_ protocolType: T.Type, observer: T) {
        withMembers(of: protocolType) { $0.add(observer) }
    }

    /// Ends an observer's registration with this broadcaster; see the static method of this name.
    ///
    /// ```swift
    /// broadcaster.unregister(UpdateTitle.self, observer: self)
    /// ```
    @inlinable
    public func unregister<T>(_ protocolType: T.Type, observer: T) {
        withMembers(of: protocolType) { $0.remove(observer) }
    }

    /// Ends all registrations for one protocol with this broadcaster; see the static method of this name.
    ///
    /// ```swift
    /// broadcaster.unregister(UpdateTitle.self)
    /// ```
    public func unregister<T>(_ protocolType: T.Type) {
        withMembers(of: protocolType) { $0.removeAll() }
    }

    /// Ends all registrations of one object with this broadcaster; see the static method of this name.
    ///
    /// ```swift
    /// broadcaster.unregister(observer: self)
    /// ```
    public func unregister(observer: AnyObject) {
        withParts { $0.registry.remove(ObjectIdentifier(observer)) }
    }

    /// Calls `block` with each observer, later, on the main queue; see the static method of this name.
    ///
    /// ```swift
    /// broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "Inbox") }
    /// ```
    @inlinable
    public func notify<T>(_ protocolType: T.Type, block: @escaping @MainActor (T) -> Void) {
        let walk = withMembers(of: protocolType) { $0.walk() }
        let watched = watch(protocolType)
        guard !walk.isEmpty else {
            watched?.reachedNobody()
            return
        }
        DispatchQueue.main.async {
            self.asCurrent {
                if let watched { return watched.deliver(walk) { block($0) } }
                walk.forEach { block($0) }
            }
        }
    }

    /// Calls `block` with each observer, later, on a queue of your own; see the static method of this name.
    ///
    /// ```swift
    /// broadcaster.notify(OrderListener.self, on: kitchenQueue) { $0.placed(order) }
    /// ```
    public func notify<T: Sendable>(
        _ protocolType: T.Type, on queue: DispatchQueue, block: @escaping @Sendable (T) -> Void
    ) {
        let walk = withMembers(of: protocolType) { $0.walk() }
        let watched = watch(protocolType)
        guard !walk.isEmpty else {
            watched?.reachedNobody()
            return
        }
        withParts {
            $0.deliveries.add(to: queue) {
                self.asCurrent {
                    if let watched { return watched.deliver(walk, block) }
                    walk.forEach(block)
                }
            }
        }
    }

    /// The live set of a protocol's observers with this broadcaster; see the static method of this name.
    ///
    /// ```swift
    /// let titles = broadcaster.observers(of: UpdateTitle.self)
    /// ```
    @inlinable
    @preconcurrency @MainActor
    public func observers<T>(of protocolType: T.Type) -> WeakObjectSet<T> {
        unsafeDowncast(set(of: protocolType), to: WeakObjectSet<T>.self)
    }

    /// The live set of a protocol's `Sendable` observers with this broadcaster; see the static method of this name.
    ///
    /// ```swift
    /// let listeners = broadcaster.observers(of: OrderListener.self)
    /// ```
    @inlinable
    public func observers<T: Sendable>(of protocolType: T.Type) -> WeakObjectSet<T> {
        unsafeDowncast(set(of: protocolType), to: WeakObjectSet<T>.self)
    }

    /// Waits until all that was notified before with this broadcaster is delivered; see the static method of this name.
    ///
    /// ```swift
    /// await broadcaster.settled()
    /// ```
    public func settled() async {
        await withCheckedContinuation { passed in DispatchQueue.main.async { passed.resume() } }
        await withCheckedContinuation { delivered in
            withParts { $0.deliveries.whenDelivered { delivered.resume() } }
        }
    }
}

extension Broadcaster {
    /// A broadcast as its watchers see it, if anybody watches.
    @usableFromInline
    func watch(_ protocolType: Any.Type) -> Broadcast? {
        withParts { $0.watchers.isInUse ? Broadcast(of: protocolType, seenBy: $0.watchers) : nil }
    }

    /// Runs `delivery` where the static methods talk to this broadcaster.
    ///
    /// To bind it costs more than to look whether it needs to be bound.
    @inlinable
    func asCurrent(_ delivery: () -> Void) {
        if Broadcaster.current === self {
            delivery()
        } else {
            Broadcaster.$current.withValue(self, operation: delivery)
        }
    }
}

/// What is on its way to queues other than the main queue, whose own order tells when it is delivered.
final class Deliveries: Sendable {
    private let lock = NSLock()
    // Because the lock guards it.
    nonisolated(unsafe) private var underWay = DispatchGroup()

    func add(to queue: DispatchQueue, delivery: @escaping @Sendable () -> Void) {
        // Under the lock, lest a delivery join a group that somebody waits for already, and finds empty.
        lock.withLock { queue.async(group: underWay, execute: delivery) }
    }

    /// Calls `done` when all that was added before is delivered.
    ///
    /// What is added later joins a new group, so that steady traffic can't hold `done` up for ever. The new group is not
    /// empty before the present one is.
    func whenDelivered(_ done: @escaping @Sendable () -> Void) {
        let later = DispatchGroup()
        later.enter()
        let present = lock.withLock {
            defer { underWay = later }
            return underWay
        }
        present.notify(queue: .global()) {
            later.leave()
            done()
        }
    }
}
