import Foundation

// The bodies of the methods that `Broadcaster+Static.swift` documents.

extension Broadcaster {
    /// Registers an observer for a protocol with this broadcaster, from the main actor.
    ///
    /// The observer is held weakly, and receives every broadcast that this broadcaster sends from now on. The static
    /// method of this name has the whole contract.
    @preconcurrency @MainActor
    public func register<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey(), observer: T) {
        channels(of: T.self, usedBy: .onMainActor).list.add(observer, for: Self.channelKey(key))
    }

    /// Registers a `Sendable` observer for a protocol with this broadcaster, from any thread.
    ///
    /// The observer is held weakly, and receives every broadcast that this broadcaster sends from now on. The static
    /// method of this name has the whole contract.
    public func register<T: Sendable, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: T
    ) { channels(of: T.self).list.add(observer, for: Self.channelKey(key)) }

    /// Removes an observer's registration for one key, or all its registrations for a protocol, with this broadcaster.
    ///
    /// You can call it from any thread. Pending broadcasts skip the observer. The static method of this name has the
    /// whole contract.
    public func unregister<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: AnyObject
    ) { remove(ObjectIdentifier(observer), from: T.self, for: key) }

    /// Removes an observer's registration for one key, or all its registrations for a protocol, with this broadcaster.
    ///
    /// You can call it from any thread. Pending broadcasts skip the observer. The static method of this name has the
    /// whole contract.
    @_disfavoredOverload
    public func unregister<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey(), observer: T) {
        remove(ObserverCheck.identity(of: observer), from: T.self, for: key)
    }

    /// Removes every observer's registration for one protocol, or for one of its keys, with this broadcaster.
    ///
    /// You can call it from any thread. Pending broadcasts skip these observers. The static method of this name has the
    /// whole contract.
    public func unregister<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey()) {
        let list = channels(of: T.self).list
        if let key = Self.channelKey(key) { list.remove(.all, for: key) } else { list.removeAll() }
    }

    /// Removes one observer's registrations for all protocols and keys, with this broadcaster.
    ///
    /// You can call it from any thread. Pending broadcasts skip the observer. The static method of this name has the
    /// whole contract.
    public func unregister(observer: AnyObject) {
        for channels in withRegistry({ $0.allChannels }) {
            channels.list.removeEverywhere(ObjectIdentifier(observer))
        }
    }

    /// Calls `block` with each observer that is registered with this broadcaster, asynchronously, on the main actor.
    ///
    /// You can call it from any thread. It calls each observer that is registered now and still is when its turn comes,
    /// in registration order. The static method of this name has the whole contract.
    @inlinable
    public func notify<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), fileID: StaticString = #fileID, line: UInt = #line,
        block: @escaping @MainActor (T) -> Void
    ) {
        guard let observers = snapshot(of: T.self, for: key) else {
            return announceWithoutObservers(to: T.self, fileID: fileID, line: line)
        }
        let broadcast = announce(to: T.self, fileID: fileID, line: line)
        MainQueue.async { MainQueue.delivering { self.deliver(broadcast, to: observers, block) } }
    }

    /// Calls `block` with each observer that is registered with this broadcaster, asynchronously, on a queue that you
    /// choose.
    ///
    /// You can call it from any thread. It calls each observer that is registered now and still is when its turn comes,
    /// in registration order. The static method of this name has the whole contract.
    public func notify<T: Sendable, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), on queue: DispatchQueue, fileID: StaticString = #fileID,
        line: UInt = #line, block: @escaping @Sendable (T) -> Void
    ) {
        let channels = channels(of: T.self, usedBy: .anywhere)
        guard let observers = channels.list.snapshot(for: Self.channelKey(key)) else {
            return announceWithoutObservers(to: T.self, fileID: fileID, line: line)
        }
        let broadcast = announce(to: T.self, fileID: fileID, line: line)
        withRegistry { $0.deliveries.add(to: queue) { self.deliver(broadcast, to: observers, block) } }
    }

    /// Returns the observers of a channel of this broadcaster, to iterate over, on the main actor.
    ///
    /// What it returns is live: each iteration visits the observers that are registered when it starts. The static
    /// method of this name has the whole contract.
    @preconcurrency @MainActor
    public func observers<T, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key = NoKey()
    ) -> Observers<T> {
        // Only in debug builds: language mode 5 accepts this form on any thread, without a warning.
        assert(MainQueue.isMainActor, TrapMessages.offMainActor("The observers were asked for", T.self))
        return Observers(channels: channels(of: T.self, usedBy: .onMainActor), key: Self.channelKey(key))
    }

    /// Returns the `Sendable` observers of a channel of this broadcaster, to iterate over, from any thread.
    ///
    /// What it returns is live: each iteration visits the observers that are registered when it starts. The static
    /// method of this name has the whole contract.
    public func observers<T: Sendable, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key = NoKey()
    ) -> Observers<T> { Observers(channels: channels(of: T.self, usedBy: .anywhere), key: Self.channelKey(key)) }

    /// Waits until every earlier broadcast of this broadcaster has been delivered.
    ///
    /// It covers its broadcasts on the main queue and on all other queues, but not those that an observer sends
    /// meanwhile. The static method of this name has the whole contract.
    public func settled() async {
        await withCheckedContinuation { done in MainQueue.queue.async { done.resume() } }
        await withCheckedContinuation { done in withRegistry { $0.deliveries.notifyWhenDelivered { done.resume() } } }
    }
}

extension Broadcaster {
    /// Removes an observer's registration for one key; without a key, all its registrations for the protocol.
    private func remove<T, Key: Hashable & Sendable>(
        _ observer: ObjectIdentifier, from protocolType: T.Type, for key: Key
    ) {
        let list = channels(of: T.self).list
        if let key = Self.channelKey(key) {
            list.remove(.observer(observer), for: key)
        } else {
            list.removeEverywhere(observer)
        }
    }

    /// Takes the snapshot that fixes a broadcast's membership; `nil` if there are no observers.
    @usableFromInline
    func snapshot<T, Key: Hashable & Sendable>(of protocolType: T.Type, for key: Key) -> Snapshot? {
        channels(of: T.self).list.snapshot(for: Self.channelKey(key))
    }

    /// Announces a broadcast to the monitors, and returns it; `nil` without monitors.
    @usableFromInline
    func announce<T>(to protocolType: T.Type, fileID: StaticString, line: UInt) -> Broadcast? {
        let monitors = withRegistry { $0.existingChannels(of: (any Monitor).self)?.list.snapshot() }
        guard let monitors else { return nil }
        let broadcast = Broadcast(on: channels(of: T.self).name, fileID: fileID, line: line, monitoredBy: monitors)
        asCurrent { broadcast.willBeSent() }
        return broadcast
    }

    /// Announces a broadcast that has no observers, and reports it as delivered.
    @usableFromInline
    func announceWithoutObservers<T>(to protocolType: T.Type, fileID: StaticString, line: UInt) {
        guard let broadcast = announce(to: T.self, fileID: fileID, line: line) else { return }
        asCurrent { broadcast.wasDelivered(.withoutObservers) }
    }

    /// Runs `work` with this broadcaster as the current one.
    ///
    /// It is bound only if another one is current. Reading a task-local value costs less than binding it, and systems
    /// before macOS 15 and iOS 18 stop a program that binds one in the body of a task group.
    @inlinable @inline(__always)
    func asCurrent(_ work: () -> Void) {
        if Self.current === self { work() } else { Self.$current.withValue(self, operation: work) }
    }

    /// Calls `block` with each observer, with this broadcaster as the current one.
    @inlinable
    func deliver<T>(_ broadcast: Broadcast?, to observers: Snapshot, _ block: (T) -> Void) {
        asCurrent {
            if let broadcast { broadcast.deliver(to: observers, block) } else { observers.forEach(block) }
        }
    }
}
