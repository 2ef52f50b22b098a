internal import BroadcasterAtomics
import Foundation

/// A notification center in which a protocol is the channel and its methods are the messages.
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
/// Observers are held weakly: a deallocated observer is no longer called, and doesn't need to unregister.
///
/// The static methods use the ``current`` broadcaster, which is ``shared`` unless a test, or a part of a program, binds
/// its own. Each is also a method of an instance.
///
/// By default, observers are called asynchronously, on the main actor, in registration order, each once, with no lock
/// held. <doc:DeliveryContract> has the rules in full, and <doc:GettingStarted> shows them at work.
public final class Broadcaster: Sendable {
    /// The broadcaster that the static methods use where no other is bound.
    public static let shared = Broadcaster(registry: nil)

    /// The broadcaster that the static methods use here: a task-local value, ``shared`` by default.
    ///
    /// ```swift
    /// Broadcaster.$current.withValue(Broadcaster()) {
    ///     // What is registered or notified here is separate from the rest of the program.
    /// }
    /// ```
    ///
    /// It follows a broadcast: inside a delivered block, it is the broadcaster that delivers. Tasks inherit it. Detached
    /// tasks and blocks on dispatch queues don't.
    @TaskLocal public static var current = shared

    /// Who is registered; `nil` in the shared broadcaster, whose registry is global.
    ///
    /// Threads that use the static methods would all contend for the reference counts of the shared broadcaster and of
    /// its registry. So the registry isn't counted. The shared broadcaster is a constant that the compiler lays out ahead of
    /// time, and retaining an object that was never allocated writes nothing.
    private let registry: Unmanaged<Registry>?

    private init(registry: Unmanaged<Registry>?) {
        self.registry = registry
    }

    deinit {
        registry?.release()
        _ = BroadcasterWordDecrement(Self.otherCount)
    }

    /// Creates a broadcaster that shares nothing with any other.
    public convenience init() {
        self.init(registry: .passRetained(Registry()))
        _ = BroadcasterWordIncrement(Self.otherCount)
    }

    /// How many broadcasters there are beside the shared one.
    ///
    /// Where another one is current, it is alive, and was created before.
    // Because it is atomic.
    nonisolated(unsafe) private static let otherCount = {
        let count = UnsafeMutablePointer<BroadcasterWord>.allocate(capacity: 1)
        count.initialize(to: BroadcasterWord())
        return count
    }()

    private static var hasOthers: Bool { BroadcasterWordLoad(otherCount) != 0 }

    /// The current broadcaster, found without looking up a task-local value while there is only the shared one.
    @usableFromInline
    static var active: Broadcaster { hasOthers ? current : shared }

    @usableFromInline
    var isActive: Bool { !Self.hasOthers || Self.current === self }

    @inline(__always)
    func withRegistry<R>(_ body: (Registry) -> R) -> R {
        (registry ?? Registry.shared)._withUnsafeGuaranteedRef(body)
    }

    /// Registers an observer for a protocol, from the main actor.
    ///
    /// ```swift
    /// Broadcaster.register(UpdateTitle.self, observer: self)
    /// ```
    ///
    /// The observer is called after those that registered before it, on the main actor, with what is notified from now
    /// on. If it is registered already, it keeps its place. An observer that isn't `Sendable` can be registered on the
    /// main actor only.
    ///
    /// Registering a value type traps: "'App.Title' is a value type, so it can't be observed through 'App.UpdateTitle' …".
    /// So does a channel whose observers are also called, or handed out, off the main actor: "The observers of
    /// 'App.UpdateTitle' are bound to the main actor …".
    ///
    /// - Parameters:
    ///   - protocolType: The protocol, which is the channel.
    ///   - observer: The observer, an instance of a class or an actor. It is held weakly.
    ///   - file: The file of the caller, for the message of a trap.
    ///   - line: The line of the caller, for the message of a trap.
    /// - Complexity: Amortized O(1) in the observers of this protocol.
    @inlinable
    @preconcurrency @MainActor
    public static func register<T>(
        _ protocolType: T.Type, observer: T, file: StaticString = #fileID, line: UInt = #line
    ) {
        active.register(protocolType, observer: observer, file: file, line: line)
    }

    /// Registers a `Sendable` observer for a protocol, from any thread.
    ///
    /// Everything else is as for an observer that is registered on the main actor.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol, which is the channel.
    ///   - observer: The observer, an instance of a class or an actor. It is held weakly.
    ///   - file: The file of the caller, for the message of a trap.
    ///   - line: The line of the caller, for the message of a trap.
    /// - Complexity: Amortized O(1) in the observers of this protocol.
    @inlinable
    public static func register<T: Sendable>(
        _ protocolType: T.Type, observer: T, file: StaticString = #fileID, line: UInt = #line
    ) {
        active.register(protocolType, observer: observer, file: file, line: line)
    }

    /// Removes an observer's registration for one protocol, if it has one.
    ///
    /// Call it from any thread, or from the observer's `deinit`, where it isn't needed. Pending broadcasts skip the
    /// observer. On the thread that delivers, no further call comes. On another thread, a call whose turn has come may
    /// still be made: `await` ``settled()-swift.type.method`` before you dismantle what it uses.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol that the observer is registered for.
    ///   - observer: The observer. Only its identity is used, so it doesn't need to conform to the protocol here.
    /// - Complexity: Amortized O(1) in the observers of this protocol.
    public static func unregister<T>(_ protocolType: T.Type, observer: AnyObject) {
        active.unregister(protocolType, observer: observer)
    }

    /// Removes an observer's registration for one protocol, if it has one.
    ///
    /// This form is for an observer that is typed as a protocol that isn't class-bound. A value type traps, as in
    /// `register`.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol that the observer is registered for.
    ///   - observer: The observer. Only its identity is used.
    /// - Complexity: Amortized O(1) in the observers of this protocol.
    @_disfavoredOverload
    @inlinable
    public static func unregister<T>(_ protocolType: T.Type, observer: T) {
        active.unregister(protocolType, observer: observer)
    }

    /// Removes all registrations for one protocol, whatever the observer.
    ///
    /// Call it from any thread. Pending broadcasts call no observer.
    ///
    /// - Parameter protocolType: The protocol.
    /// - Complexity: O(n) in the observers of this protocol.
    public static func unregister<T>(_ protocolType: T.Type) {
        active.unregister(protocolType)
    }

    /// Removes all registrations of one observer, whatever the protocol.
    ///
    /// Call it from any thread, or from the observer's `deinit`, where it isn't needed.
    ///
    /// - Parameter observer: The observer. Only its identity is used.
    /// - Complexity: O(p) in the protocols that were ever used with this broadcaster.
    public static func unregister(observer: AnyObject) {
        active.unregister(observer: observer)
    }

    /// Calls `block` with each observer of a protocol, asynchronously, on the main actor.
    ///
    /// ```swift
    /// Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "Inbox") }
    /// ```
    ///
    /// Call it from any thread. It returns before any block runs. It calls each observer that is registered now and is
    /// still registered when its turn comes, in registration order. The broadcast is one item of the main queue.
    ///
    /// The main queue must run: an app's does. A command-line tool calls `dispatchMain()`, runs the main run loop, or has
    /// an `async` main.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - block: What to send: called on the main actor once for each observer.
    /// - Complexity: O(1) for the caller, O(n) in the observers of this protocol for the main queue.
    @inlinable
    public static func notify<T>(_ protocolType: T.Type, block: @escaping @MainActor (T) -> Void) {
        active.notify(protocolType, block: block)
    }

    /// Calls `block` with each observer of a protocol, asynchronously, on a queue of your own.
    ///
    /// ```swift
    /// Broadcaster.notify(OrderListener.self, on: kitchenQueue) { $0.placed(order) }
    /// ```
    ///
    /// Call it from any thread. It returns before any block runs. It calls each observer that is registered now and is
    /// still registered when its turn comes, in registration order, one after another. The broadcast is one item of the
    /// queue; on a concurrent queue, broadcasts run side by side.
    ///
    /// The observers must be `Sendable`, because they are called off the main actor. A channel that was used with a type
    /// that isn't known to be `Sendable` traps: "The observers of 'App.OrderListener' are bound to the main actor …".
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - queue: The queue to deliver on.
    ///   - block: What to send: called on that queue once for each observer.
    ///   - file: The file of the caller, for the message of a trap.
    ///   - line: The line of the caller, for the message of a trap.
    /// - Complexity: O(1) for the caller, O(n) in the observers of this protocol for the queue.
    public static func notify<T: Sendable>(
        _ protocolType: T.Type, on queue: DispatchQueue, block: @escaping @Sendable (T) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        active.notify(protocolType, on: queue, block: block, file: file, line: line)
    }

    /// Returns the live set of a protocol's observers, on the main actor.
    ///
    /// ```swift
    /// let mayClose = Broadcaster.observers(of: DocumentGuard.self).allSatisfy { $0.mayClose(document) }
    /// ```
    ///
    /// Use it to call observers synchronously, to collect their answers, or to keep it for a path that must be fast. It
    /// is the same set each time. It changes as observers come and go, and what you add to it is registered.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - file: The file of the caller, for the message of a trap.
    ///   - line: The line of the caller, for the message of a trap.
    /// - Returns: The set that the broadcaster itself uses.
    /// - Complexity: O(1).
    @inlinable
    @preconcurrency @MainActor
    public static func observers<T>(
        of protocolType: T.Type, file: StaticString = #fileID, line: UInt = #line
    ) -> WeakObjectSet<T> {
        let set = activeSet(of: protocolType, usedBy: .onMainActor, at: CallSite(file, line))
        return unsafeDowncast(set, to: WeakObjectSet<T>.self)
    }

    /// Returns the live set of a protocol's `Sendable` observers, from any thread.
    ///
    /// ```swift
    /// for station in Broadcaster.observers(of: Station.self) { await station.prepare(order) }
    /// ```
    ///
    /// It traps where `notify(_:on:block:)` does. Everything else is as on the main actor.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - file: The file of the caller, for the message of a trap.
    ///   - line: The line of the caller, for the message of a trap.
    /// - Returns: The set that the broadcaster itself uses.
    /// - Complexity: O(1).
    @inlinable
    public static func observers<T: Sendable>(
        of protocolType: T.Type, file: StaticString = #fileID, line: UInt = #line
    ) -> WeakObjectSet<T> {
        let set = activeSet(of: protocolType, usedBy: .anywhere, at: CallSite(file, line))
        return unsafeDowncast(set, to: WeakObjectSet<T>.self)
    }

    /// Waits until everything that was notified before is delivered.
    ///
    /// ```swift
    /// inbox.receive("Hello")
    /// await Broadcaster.settled()
    /// assert(title.text == "Inbox (1)")
    /// ```
    ///
    /// It covers the main queue and all other queues. What observers notify while they are called comes later: for that,
    /// await `settled()` once more.
    public static func settled() async {
        await current.settled()
    }
}

extension Broadcaster {
    /// Registers an observer with this broadcaster.
    ///
    /// See the static method of this name.
    @inlinable
    @preconcurrency @MainActor
    public func register<T>(
        _ protocolType: T.Type, observer: T, file: StaticString = #fileID, line: UInt = #line
    ) {
        let callSite = CallSite(file, line)
        withList(of: protocolType, usedBy: .onMainActor, at: callSite) {
            $0.add(observer, purging: .mainQueue, at: callSite)
        }
    }

    /// Registers a `Sendable` observer with this broadcaster.
    ///
    /// See the static method of this name.
    @inlinable
    public func register<T: Sendable>(
        _ protocolType: T.Type, observer: T, file: StaticString = #fileID, line: UInt = #line
    ) {
        withList(of: protocolType) { $0.add(observer, purging: .mainQueue, at: CallSite(file, line)) }
    }

    /// Removes an observer's registration with this broadcaster.
    ///
    /// See the static method of this name.
    public func unregister<T>(_ protocolType: T.Type, observer: AnyObject) {
        withList(of: protocolType) { $0.remove(identity: ObjectIdentifier(observer)) }
    }

    /// Removes an observer's registration with this broadcaster.
    ///
    /// See the static method of this name.
    @_disfavoredOverload
    @inlinable
    public func unregister<T>(_ protocolType: T.Type, observer: T) {
        withList(of: protocolType) { $0.remove(observer, at: CallSite(#fileID, #line)) }
    }

    /// Removes all registrations for one protocol with this broadcaster.
    ///
    /// See the static method of this name.
    public func unregister<T>(_ protocolType: T.Type) {
        withList(of: protocolType) { $0.removeAll() }
    }

    /// Removes all registrations of one observer with this broadcaster.
    ///
    /// See the static method of this name.
    public func unregister(observer: AnyObject) {
        withRegistry { $0.remove(ObjectIdentifier(observer)) }
    }

    /// Calls `block` with each observer, asynchronously, on the main actor.
    ///
    /// See the static method of this name.
    @inlinable
    public func notify<T>(_ protocolType: T.Type, block: @escaping @MainActor (T) -> Void) {
        let snapshot = withList(of: protocolType) { $0.snapshot() }
        let broadcast = observedBroadcast(of: protocolType)
        guard let snapshot else {
            broadcast?.finishWithoutObservers()
            return
        }
        DispatchQueue.main.async {
            self.asCurrent {
                if let broadcast {
                    broadcast.deliver(snapshot) { block($0) }
                } else {
                    snapshot.forEach { block($0) }
                }
            }
            self.compact(protocolType, after: snapshot)
        }
        broadcast?.wasSent()
    }

    /// Calls `block` with each observer, asynchronously, on a queue of your own.
    ///
    /// See the static method of this name.
    public func notify<T: Sendable>(
        _ protocolType: T.Type, on queue: DispatchQueue, block: @escaping @Sendable (T) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let snapshot = withList(of: protocolType, usedBy: .anywhere, at: CallSite(file, line)) { $0.snapshot() }
        let broadcast = observedBroadcast(of: protocolType)
        guard let snapshot else {
            broadcast?.finishWithoutObservers()
            return
        }
        withRegistry { registry in
            registry.deliveries.add(to: queue) {
                self.asCurrent {
                    if let broadcast {
                        broadcast.deliver(snapshot, block)
                    } else {
                        snapshot.forEach(block)
                    }
                }
                self.compact(protocolType, after: snapshot)
            }
        }
        broadcast?.wasSent()
    }

    /// Returns the live set of a protocol's observers with this broadcaster.
    ///
    /// See the static method of this name.
    @inlinable
    @preconcurrency @MainActor
    public func observers<T>(
        of protocolType: T.Type, file: StaticString = #fileID, line: UInt = #line
    ) -> WeakObjectSet<T> {
        let set = set(of: protocolType, usedBy: .onMainActor, at: CallSite(file, line))
        return unsafeDowncast(set, to: WeakObjectSet<T>.self)
    }

    /// Returns the live set of a protocol's `Sendable` observers with this broadcaster.
    ///
    /// See the static method of this name.
    @inlinable
    public func observers<T: Sendable>(
        of protocolType: T.Type, file: StaticString = #fileID, line: UInt = #line
    ) -> WeakObjectSet<T> {
        let set = set(of: protocolType, usedBy: .anywhere, at: CallSite(file, line))
        return unsafeDowncast(set, to: WeakObjectSet<T>.self)
    }

    /// Waits until everything that was notified before with this broadcaster is delivered.
    ///
    /// See the static method of this name.
    public func settled() async {
        await withCheckedContinuation { delivered in DispatchQueue.main.async { delivered.resume() } }
        guard let deliveries = withRegistry({ $0.existingDeliveries }) else { return }
        await withCheckedContinuation { delivered in deliveries.notifyWhenDelivered { delivered.resume() } }
    }
}

extension Broadcaster {
    /// The entry of a protocol, unretained: keep the broadcaster alive while using it.
    @inline(__always)
    private func entry<T>(for protocolType: T.Type) -> Unmanaged<RegistryEntry> {
        withRegistry { $0.existingEntry(for: protocolType) } ?? makeEntry(for: protocolType)
    }

    @inline(never)
    private func makeEntry<T>(for protocolType: T.Type) -> Unmanaged<RegistryEntry> {
        withRegistry { $0.makeEntry(for: protocolType) }
    }

    @usableFromInline
    func set<T>(of protocolType: T.Type, usedBy use: ChannelIsolation.Use, at callSite: CallSite) -> AnyObject {
        entry(for: protocolType)._withUnsafeGuaranteedRef { $0.set(usedBy: use, at: callSite) }
    }

    /// The set of the current broadcaster.
    @usableFromInline
    static func activeSet<T>(
        of protocolType: T.Type, usedBy use: ChannelIsolation.Use, at callSite: CallSite
    ) -> AnyObject {
        if hasOthers { return current.set(of: protocolType, usedBy: use, at: callSite) }
        // Without a reference to the shared broadcaster itself, which would be retained and released.
        guard let entry = Registry.shared._withUnsafeGuaranteedRef({ $0.existingEntry(for: protocolType) }) else {
            return shared.set(of: protocolType, usedBy: use, at: callSite)
        }
        return entry._withUnsafeGuaranteedRef { $0.set(usedBy: use, at: callSite) }
    }

    /// The list of a protocol's observers, unretained: keep the broadcaster alive while using it.
    @usableFromInline
    func list<T>(of protocolType: T.Type) -> Unmanaged<ObserverList> {
        entry(for: protocolType)._withUnsafeGuaranteedRef { .passUnretained($0.list) }
    }

    /// The same; traps if the observers are used on the main actor only, and also off it.
    @usableFromInline
    func list<T>(
        of protocolType: T.Type, usedBy use: ChannelIsolation.Use, at callSite: CallSite
    ) -> Unmanaged<ObserverList> {
        entry(for: protocolType)._withUnsafeGuaranteedRef { entry in
            entry.use(use, at: callSite)
            return .passUnretained(entry.list)
        }
    }

    @inlinable
    func withList<T, R>(of protocolType: T.Type, _ body: (ObserverList) -> R) -> R {
        withExtendedLifetime(self) { list(of: protocolType)._withUnsafeGuaranteedRef(body) }
    }

    @inlinable
    func withList<T, R>(
        of protocolType: T.Type, usedBy use: ChannelIsolation.Use, at callSite: CallSite, _ body: (ObserverList) -> R
    ) -> R {
        withExtendedLifetime(self) { list(of: protocolType, usedBy: use, at: callSite)._withUnsafeGuaranteedRef(body) }
    }

    /// Removes the registrations of deallocated observers if a delivery came across many.
    @inlinable
    func compact<T>(_ protocolType: T.Type, after delivered: Snapshot) {
        if delivered.isWorthCompacting { withList(of: protocolType) { $0.compact() } }
    }

    /// A broadcast for its observers to see, if there are any.
    @usableFromInline
    func observedBroadcast<T>(of protocolType: T.Type) -> Broadcast? {
        guard let observers = withRegistry({ $0.broadcastObservers }) else { return nil }
        let name = entry(for: protocolType)._withUnsafeGuaranteedRef { $0.name }
        return Broadcast(on: name, observedBy: observers)
    }

    /// Runs `delivery` with this broadcaster as the current one.
    ///
    /// Checking is cheaper than rebinding.
    @inlinable
    func asCurrent(_ delivery: () -> Void) {
        if isActive {
            delivery()
        } else {
            Broadcaster.$current.withValue(self, operation: delivery)
        }
    }
}
