import Foundation

// The methods that most programs use, with their documentation. Their bodies are in `Broadcaster+Instance.swift`.

extension Broadcaster {
    /// Registers an observer for a protocol, from the main actor.
    ///
    /// ```swift
    /// Broadcaster.register(UpdateTitle.self, observer: self)
    /// ```
    ///
    /// The observer receives every broadcast sent from now on, on the main actor, after the observers that registered
    /// earlier. If it is registered already, it keeps its place. An observer that isn't `Sendable` can be registered on
    /// the main actor only.
    ///
    /// Registering a value type traps: "'App.Title' is a value type, so it can't be observed through 'App.UpdateTitle'
    /// …". A channel whose observers are also called, or handed out, off the main actor traps, too: "The observers of
    /// 'App.UpdateTitle' are bound to the main actor …".
    ///
    /// On Apple's platforms, an object of a class that inherits from `NSObject` can't be registered in its own
    /// `deinit`, nor one whose `allowsWeakReference` returns `false`: the Objective-C runtime refuses the weak
    /// reference, and stops the program.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol, which is the channel.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - observer: The observer, an instance of a class or an actor. It is held weakly.
    /// - Complexity: Amortized O(1) in the observers of this channel.
    @preconcurrency @MainActor
    public static func register<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: T
    ) { current.register(protocolType, for: key, observer: observer) }

    /// Registers a `Sendable` observer for a protocol, from any thread.
    ///
    /// Otherwise, it behaves like the main-actor form.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol, which is the channel.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - observer: The observer, an instance of a class or an actor. It is held weakly.
    /// - Complexity: Amortized O(1) in the observers of this channel.
    public static func register<T: Sendable, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: T
    ) { current.register(protocolType, for: key, observer: observer) }

    /// Removes an observer's registration for one key, or all its registrations for a protocol.
    ///
    /// You can call it from any thread, and from the observer's `deinit`, although a deallocated observer doesn't need
    /// it. Pending broadcasts skip the observer. After it returns on the thread that delivers, the observer isn't
    /// called again. On another thread, a call that was already checked may still be made: await
    /// ``settled()-swift.type.method`` before tearing down what it uses. If the observer isn't registered for the key,
    /// nothing happens.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol that the observer is registered for.
    ///   - key: The key that it is registered for. Without a key, removes all its registrations for the protocol.
    ///   - observer: The observer. Only its identity is used, so it doesn't need to conform to the protocol here.
    /// - Complexity: Amortized O(1) in the observers of this channel. Without a key, O(r) in the registrations that the
    ///   observer has for the protocol.
    public static func unregister<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: AnyObject
    ) { current.unregister(protocolType, for: key, observer: observer) }

    /// Removes an observer's registration for one key, or all its registrations for a protocol.
    ///
    /// Use this form if the observer's static type is a protocol that isn't class-bound. A value type traps, as in
    /// `register`.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol that the observer is registered for.
    ///   - key: The key that it is registered for. Without a key, removes all its registrations for the protocol.
    ///   - observer: The observer. Only its identity is used.
    /// - Complexity: Amortized O(1) in the observers of this channel. Without a key, O(r) in the registrations that the
    ///   observer has for the protocol.
    @_disfavoredOverload
    public static func unregister<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: T
    ) { current.unregister(protocolType, for: key, observer: observer) }

    /// Removes every observer's registration for one protocol, or for one of its keys.
    ///
    /// Call it from any thread. Pending broadcasts skip these observers, with the exception described for a single
    /// observer.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - key: The key whose registrations are removed. Without a key, removes the registrations without a key and
    ///     those for every key.
    /// - Complexity: O(n) in the observers of this channel; without a key, O(n) in those of the protocol's channels.
    public static func unregister<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey()) {
        current.unregister(protocolType, for: key)
    }

    /// Removes one observer's registrations for all protocols and keys.
    ///
    /// You can call it from any thread, and from the observer's `deinit`, although a deallocated observer doesn't need
    /// it. Pending broadcasts skip the observer, with the exception described for a single protocol. It doesn't end the
    /// closures that the object owns.
    ///
    /// - Parameter observer: The observer. Only its identity is used.
    /// - Complexity: O(c) in the protocols that were ever used with this broadcaster, and in the observer's
    ///   registrations.
    public static func unregister(observer: AnyObject) { current.unregister(observer: observer) }

    /// Calls `block` with each observer of a channel, asynchronously, on the main actor.
    ///
    /// ```swift
    /// Broadcaster.notify(UpdateTitle.self) {
    ///     $0.updateWithNewTitle(title: "Inbox")
    /// }
    /// ```
    ///
    /// Call it from any thread. It returns before any block runs. It calls each observer that is registered now and is
    /// still registered when its turn comes, in registration order. The broadcast is one item of the main queue.
    ///
    /// The main queue must run, as it does in an app. A command-line tool therefore calls `dispatchMain()`, runs the
    /// main run loop, or has an `async` main.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - key: A key, to call the observers of an equal key and those without one. Without a key, only the latter.
    ///   - fileID: The module and the file of the sender, which monitors see.
    ///   - line: The line of the sender, which monitors see.
    ///   - block: The message. It is called once for each observer, on the main actor.
    /// - Complexity: Amortized O(1) for the caller, but O(n) once after the owner of a closure was deallocated; O(n) in
    ///   the observers that it calls for the main queue.
    @inlinable
    public static func notify<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), fileID: StaticString = #fileID, line: UInt = #line,
        block: @escaping @MainActor (T) -> Void
    ) { current.notify(protocolType, for: key, fileID: fileID, line: line, block: block) }

    /// Calls `block` with each observer of a channel, asynchronously, on a queue that you choose.
    ///
    /// ```swift
    /// Broadcaster.notify(OrderListener.self, on: kitchen) { $0.placed(order) }
    /// ```
    ///
    /// Call it from any thread. It returns before any block runs. It calls each observer that is registered now and is
    /// still registered when its turn comes, in registration order, one after another. The broadcast is one item of the
    /// queue; on a concurrent queue, broadcasts may run concurrently.
    ///
    /// The observers must be `Sendable`, because they are called off the main actor. A channel that was used with a
    /// type that isn't known to be `Sendable` traps: "The observers of 'App.OrderListener' are bound to the main actor
    /// …".
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - key: A key, to call the observers of an equal key and those without one. Without a key, only the latter.
    ///   - queue: The queue to deliver on.
    ///   - fileID: The module and the file of the sender, which monitors see.
    ///   - line: The line of the sender, which monitors see.
    ///   - block: The message. It is called once for each observer, on that queue.
    /// - Complexity: The same as for the main queue, with the queue in its place.
    public static func notify<T: Sendable, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), on queue: DispatchQueue, fileID: StaticString = #fileID,
        line: UInt = #line, block: @escaping @Sendable (T) -> Void
    ) { current.notify(protocolType, for: key, on: queue, fileID: fileID, line: line, block: block) }

    /// Returns the observers of a channel, to iterate over, on the main actor.
    ///
    /// ```swift
    /// let mayClose = Broadcaster.observers(of: DocumentGuard.self)
    ///     .allSatisfy { $0.mayClose(document) }
    /// ```
    ///
    /// Use them to call observers synchronously or to collect their answers. What this method returns is live: each
    /// iteration visits the observers that are registered when it starts. Monitors don't see these calls.
    ///
    /// In language mode 5, which lets any thread call it, a debug build traps off the main actor: "The observers were
    /// asked for off the main actor …".
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - key: A key, for the observers that a broadcast with it would call.
    /// - Returns: The observers, live. It retains no observer, and keeps no key registered.
    /// - Complexity: O(1).
    @preconcurrency @MainActor
    public static func observers<T, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key = NoKey()
    ) -> Observers<T> { current.observers(of: protocolType, for: key) }

    /// Returns the `Sendable` observers of a channel, to iterate over, from any thread.
    ///
    /// ```swift
    /// for station in Broadcaster.observers(of: Station.self) {
    ///     await station.prepare(order)
    /// }
    /// ```
    ///
    /// Traps under the same conditions as `notify(_:for:on:block:)`. Otherwise, it behaves like the main-actor form.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - key: A key, for the observers that a broadcast with it would call.
    /// - Returns: The observers, live. It retains no observer, and keeps no key registered.
    /// - Complexity: O(1).
    public static func observers<T: Sendable, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key = NoKey()
    ) -> Observers<T> { current.observers(of: protocolType, for: key) }

    /// Waits until every earlier broadcast has been delivered.
    ///
    /// ```swift
    /// inbox.receive("Hello")
    /// await Broadcaster.settled()
    /// assert(title.text == "Inbox (1)")
    /// ```
    ///
    /// It covers the broadcasts of this broadcaster, on the main queue and on all other queues, but not what a set's
    /// own `notify(on:_:)` delivers. A broadcast that an observer sends during its call isn't covered; await
    /// `settled()` again.
    public static func settled() async { await current.settled() }
}
