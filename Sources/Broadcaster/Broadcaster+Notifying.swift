import Foundation

extension Broadcaster {
    /// Calls `block` with each observer of a channel, asynchronously, on the main actor.
    ///
    /// ```swift
    /// Broadcaster.notify(UpdateTitle.self) {
    ///     $0.updateWithNewTitle(title: "Inbox")
    /// }
    /// ```
    ///
    /// Call it from any thread. It returns before any block runs. It calls each observer that is registered now and is
    /// still registered when its turn comes, in registration order. The broadcast is one block on the main queue.
    ///
    /// The main queue must run, as it does in an app. A command-line tool therefore calls `dispatchMain()`, runs the
    /// main run loop, or has an `async` main. In a debug build, one line on standard error says so if the first
    /// broadcast of the process is still pending after five seconds.
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

    /// Calls `block` with each observer of a channel of this broadcaster, asynchronously, on the main actor.
    ///
    /// See the static method ``notify(_:for:fileID:line:block:)-swift.type.method``.
    @inlinable @inline(never)  // One body for each protocol, instead of one at each call.
    public func notify<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), fileID: StaticString = #fileID, line: UInt = #line,
        block: @escaping @MainActor (T) -> Void
    ) {
        send(to: T.self, for: key, fileID: fileID, line: line) { snapshot, broadcast in
            #if DEBUG
                DebugWarnings.expectDelivery(to: T.self, fileID: fileID, line: line)
            #endif
            MainQueue.async { MainQueue.delivering { self.deliver(broadcast, to: snapshot, block) } }
        }
    }

    /// Calls `block` with each observer of a channel, asynchronously, on a queue that you choose.
    ///
    /// ```swift
    /// Broadcaster.notify(OrderListener.self, on: kitchen) { $0.placed(order) }
    /// ```
    ///
    /// Call it from any thread. It returns before any block runs. It calls each observer that is registered now and is
    /// still registered when its turn comes, in registration order, one after another. The broadcast is one block on
    /// the queue; on a concurrent queue, broadcasts may run concurrently.
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

    /// Calls `block` with each observer of a channel of this broadcaster, asynchronously, on a queue.
    ///
    /// See the static method ``notify(_:for:on:fileID:line:block:)-swift.type.method``.
    public func notify<T: Sendable, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), on queue: DispatchQueue, fileID: StaticString = #fileID,
        line: UInt = #line, block: @escaping @Sendable (T) -> Void
    ) {
        send(to: T.self, for: key, onMainActor: false, fileID: fileID, line: line) { snapshot, broadcast in
            withRegistry { $0.deliveries.add(to: queue) { self.deliver(broadcast, to: snapshot, block) } }
        }
    }

    /// Sends a message to each observer of its protocol, asynchronously, on the main actor.
    ///
    /// ```swift
    /// Broadcaster.notify(UploadObserverMessage.uploadDidFail)
    /// ```
    ///
    /// It does what `notify(_:for:block:)` does with a block that calls `message.send(to: $0)`, but takes the message
    /// over. In language mode 6, a message that isn't `Sendable` and is still in use is refused, such as one that a
    /// closure or a loop received: on the main actor, send it on with that block.
    ///
    /// - Parameters:
    ///   - message: The message to send.
    ///   - key: A key, to call the observers of an equal key and those without one. Without a key, only the latter.
    ///   - fileID: The module and the file of the sender, which monitors see.
    ///   - line: The line of the sender, which monitors see.
    /// - Complexity: The same as for `notify(_:for:block:)`.
    public static func notify<M: Message, Key: Hashable & Sendable>(
        _ message: sending M, for key: Key = NoKey(), fileID: StaticString = #fileID, line: UInt = #line
    ) { current.notify(message, for: key, fileID: fileID, line: line) }

    /// Sends a message to each observer of its channel of this broadcaster, asynchronously, on the main actor.
    ///
    /// See the static method ``notify(_:for:fileID:line:)-swift.type.method``.
    public func notify<M: Message, Key: Hashable & Sendable>(
        _ message: sending M, for key: Key = NoKey(), fileID: StaticString = #fileID, line: UInt = #line
    ) { notify(M.Channel.self, for: key, fileID: fileID, line: line) { message.send(to: $0) } }

    /// Sends a message to each observer of its `Sendable` protocol, asynchronously, on a queue that you choose.
    ///
    /// - Parameters:
    ///   - message: The message to send.
    ///   - key: A key, to call the observers of an equal key and those without one. Without a key, only the latter.
    ///   - queue: The queue to deliver on.
    ///   - fileID: The module and the file of the sender, which monitors see.
    ///   - line: The line of the sender, which monitors see.
    /// - Complexity: The same as for `notify(_:for:on:block:)`.
    public static func notify<M: SendableMessage, Key: Hashable & Sendable>(
        _ message: M, for key: Key = NoKey(), on queue: DispatchQueue, fileID: StaticString = #fileID,
        line: UInt = #line
    ) { current.notify(message, for: key, on: queue, fileID: fileID, line: line) }

    /// Sends a message to each observer of its channel of this broadcaster, asynchronously, on a queue.
    ///
    /// See the static method ``notify(_:for:on:fileID:line:)-swift.type.method``.
    public func notify<M: SendableMessage, Key: Hashable & Sendable>(
        _ message: M, for key: Key = NoKey(), on queue: DispatchQueue, fileID: StaticString = #fileID,
        line: UInt = #line
    ) { notify(M.Channel.self, for: key, on: queue, fileID: fileID, line: line) { message.send(to: $0) } }
}

extension Broadcaster {
    /// Fixes the membership of a broadcast, announces it to the monitors, and calls `enqueue` if there are observers.
    ///
    /// `enqueue` also gets the broadcast as the monitors know it, which is `nil` without monitors.
    @usableFromInline
    func send<T, Key: Hashable & Sendable>(
        to protocolType: T.Type, for key: Key, onMainActor: Bool = true, fileID: StaticString, line: UInt,
        enqueue: (Snapshot, Broadcast?) -> Void
    ) {
        withRegistry { registry in
            let entry = registry.entry(of: T.self)
            if !onMainActor { entry.recordUse(.anywhere) }
            let snapshot = entry.channels.snapshot(for: Self.channelKey(key))
            #if DEBUG
                if snapshot?.isOfTraces != false {
                    explainSilence(of: T.self, in: entry, for: Key.self, fileID: fileID, line: line)
                }
            #endif
            let broadcast = registry.monitors?.channels.snapshot().map { monitors in
                Broadcast(
                    of: entry.name, hasKey: Key.self != NoKey.self, fileID: fileID, line: line, cause: .current,
                    monitoredBy: monitors)
            }
            if let broadcast { announce(broadcast, hasObservers: snapshot != nil) }
            if let snapshot { enqueue(snapshot, broadcast) }
        }
    }

    /// Announces a broadcast to its monitors, and reports it as delivered if it has no observers.
    private func announce(_ broadcast: Broadcast, hasObservers: Bool) {
        asCurrent {
            broadcast.reportSending()
            if !hasObservers { broadcast.reportDelivery(.withoutObservers) }
        }
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
    func deliver<T>(_ broadcast: Broadcast?, to snapshot: Snapshot, _ block: (T) -> Void) {
        asCurrent {
            guard let broadcast else { return snapshot.forEach(block) }
            broadcast.deliver(to: snapshot) { block($0.takeValue(as: T.self)) }
        }
    }
}

extension Broadcaster.Broadcast {
    /// Calls each observer, and reports the delivery to the monitors.
    ///
    /// `call` gets each observer retained, and takes its value exactly once.
    @usableFromInline
    func deliver(to snapshot: Snapshot, _ call: (RetainedObserver) -> Void) {
        let start = DispatchTime.now()
        var end = start
        var calls: [Broadcaster.Call] = []
        calls.reserveCapacity(snapshot.slots.end)
        var droppedCount = 0
        snapshot.forEachRetained { observer in
            let callStart = end
            // Read once, because each read retains it.
            let registration = observer.registration
            // Before the value is taken, because the observer may be deallocated by the end of its call.
            let observerClass: AnyClass = registration.observerClass
            let kind = registration.kind
            let cause = Broadcaster.Cause(self, observerClass: observerClass, callIndex: calls.count)
            droppedCount += MonitoredCall.make(of: registration, causing: cause) { call(observer) }
            end = DispatchTime.now()
            calls.append(
                Broadcaster.Call(observerClass: observerClass, duration: end.seconds(since: callStart), kind: kind))
        }
        // Most broadcasts call what is in each slot, so none is that of a trace.
        if calls.count < snapshot.slotCount {
            snapshot.forEachTrace { observer in
                let registration = observer.registration
                let cause = Broadcaster.Cause(self, observerClass: registration.observerClass, callIndex: calls.count)
                MonitoredCall.make(of: registration, causing: cause) { call(observer) }
            }
        }
        if droppedCount > 0 { reportDrops(droppedCount) }
        reportDelivery(
            Broadcaster.Delivery(
                calls: calls, queueTime: start.seconds(since: sent), duration: end.seconds(since: start),
                droppedCount: droppedCount, thread: MainQueue.threadNumber))
    }
}
