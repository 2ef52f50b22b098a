/// The observer that calls a closure with messages, and what its registration needs.
struct ClosureAdapter {
    private let entry: ProtocolEntry
    /// The registration of the observer, which is added to the channels once it is known how.
    private let registration: Registration
    /// Retains the observer: the observer itself, or a box around it.
    private let retained: AnyObject
    /// Whether only the main actor may load the owner of the closure.
    private let isOnMainActor: Bool
    /// Where the registration is noted, if what receives the messages needs it.
    private let note: WeakRegistration?
    /// The mailbox that the observer puts messages into, if the closure awaits.
    private let mailbox: Mailbox?
}

// How a closure is registered.
extension ClosureAdapter {
    /// Registers the closure until its observation ends, which retains the broadcaster.
    func register<Key: Hashable & Sendable>(
        for key: Key, retaining broadcaster: Broadcaster
    ) -> Broadcaster.Observation {
        add(for: key, as: .closure)
        let identity = registration.identity
        return Broadcaster.Observation { [channels = entry.channels, retained, mailbox] in
            withExtendedLifetime((broadcaster, retained)) { channels.remove(identity) }
            mailbox?.cancel()
        }
    }

    /// Registers the closure for as long as its owner lives.
    func register<Key: Hashable & Sendable>(for key: Key, owner: AnyObject) {
        add(for: key, as: .closureOfOwner, owner: owner)
    }

    /// Registers what fills the buffer of a loop, or sends to a subscriber, and returns a function that unregisters it.
    ///
    /// The registration retains it, and calls `finish` when it ends: by that function, by `unregister`, or with the
    /// broadcaster.
    func register<Key: Hashable & Sendable>(
        for key: Key, as kind: ObserverKind, finish: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        add(for: key, as: kind, finish: finish)
        let identity = registration.identity
        let retained = WeakAdapter(object: retained)
        return { [channels = entry.channels] in
            // Retained meanwhile, so no other observer gets the address of this one.
            guard let retained = retained.object else { return }
            withExtendedLifetime(retained) { channels.remove(identity) }
        }
    }

    /// Registers a recorder, or a trace, until the observation is released, which retains the broadcaster.
    func record<Key: Hashable & Sendable>(
        for key: Key, as kind: ObserverKind, retaining broadcaster: Broadcaster
    ) -> Broadcaster.Observation {
        add(for: key, as: kind)
        return Broadcaster.Observation { [retained] in withExtendedLifetime((broadcaster, retained)) {} }
    }

    /// Adds the registration, which retains the observer until it ends if it ends by itself: with an owner, or by
    /// calling `finish`.
    private func add<Key: Hashable & Sendable>(
        for key: Key, as kind: ObserverKind, owner: AnyObject? = nil, finish: (@Sendable () -> Void)? = nil
    ) {
        var adapter: OwnedAdapter?
        if owner != nil || finish != nil {
            adapter = OwnedAdapter(retained, of: owner, isOnMainActor: isOnMainActor, finish: finish)
        }
        registration.setKind(kind, adapter: adapter)
        entry.channels.add(registration, for: Broadcaster.channelKey(key), notedIn: note)
    }
}

/// What retains an observer, until the registration of that observer ends.
///
/// `@unchecked` because nothing but its lifetime matters.
private struct WeakAdapter: @unchecked Sendable {
    weak var object: AnyObject?
}

// What receives the messages.
extension ClosureAdapter {
    private init<T>(
        _ observer: T, _ entry: ProtocolEntry, isOnMainActor: Bool, notedIn note: WeakRegistration?,
        _ mailbox: Mailbox?
    ) {
        self.entry = entry
        registration = ObserverObject.withBits(of: observer) { Registration.make(bits: $0) }
        let object = ObserverObject.object(of: observer)
        retained = isOnMainActor ? MainActorBox(object) : object
        self.isOnMainActor = isOnMainActor
        self.note = note
        self.mailbox = mailbox
    }

    /// Makes an adapter that calls a closure on the thread that delivers.
    init<M: Broadcaster.SendableMessage>(
        calling closure: @escaping @Sendable (M) -> Void, notedIn registration: WeakRegistration? = nil,
        mailbox: Mailbox? = nil, of broadcaster: Broadcaster
    ) {
        self.init(
            M.makeObserver(closure), broadcaster.entry(of: M.Channel.self), isOnMainActor: false,
            notedIn: registration, mailbox)
    }

    /// Makes a main-actor adapter that calls a closure where a message is received, which may be anywhere if the
    /// messages are `Sendable`.
    ///
    /// `M.makeObserver` takes a `@Sendable` closure, so only a check stops an observer that was written by hand from
    /// calling it on any thread, with a message that isn't `Sendable`. If the messages are `Sendable`, the use isn't
    /// recorded, because the observer may be called on any thread.
    @MainActor
    init<M: Broadcaster.Message>(
        callingOnMainActorUnlessSendable closure: @escaping @Sendable (M) -> Void,
        notedIn registration: WeakRegistration? = nil, mailbox: Mailbox? = nil, of broadcaster: Broadcaster
    ) {
        let isSendable = M.isSendable
        #if DEBUG
            // Language mode 5 accepts the main-actor forms on any thread, without a warning.
            if !isSendable {
                MainQueue.requireMainActor(
                    TrapMessages.offMainActor("Messages were asked for", M.Channel.self, fix: "Ask for them there"))
            }
        #endif
        let observer = M.makeObserver { message in
            if !isSendable {
                MainQueue.requireMainActor(
                    TrapMessages.offMainActor(
                        "A message was received", M.Channel.self,
                        fix: "Call the observer, and the closure that 'makeObserver' takes, there"))
            }
            closure(message)
        }
        let entry = broadcaster.entry(of: M.Channel.self)
        if !isSendable { entry.recordUse(.onMainActor) }
        self.init(observer, entry, isOnMainActor: true, notedIn: registration, mailbox)
    }

    /// Makes an adapter that calls a main-actor closure there.
    ///
    /// On the main actor, the closure is called at once, in its turn. Elsewhere, it is called by a block on the main
    /// queue if the messages are `Sendable`, and the program stops if they aren't.
    @MainActor
    init<M: Broadcaster.Message>(
        callingOnMainActor closure: @escaping @MainActor (M) -> Void, of broadcaster: Broadcaster
    ) {
        let registration = WeakRegistration()
        // Boxed apart from the observer, which may hand its `@Sendable` closure to another thread, and release it
        // there, together with what the closure captures.
        let closure = MainActorBox(closure)
        let isSendable = M.isSendable
        let current = broadcaster.selfOrReplacement
        let receive: @Sendable (M) -> Void = { message in
            // `nonisolated(unsafe)`: a message that isn't `Sendable` stays on the main actor.
            nonisolated(unsafe) let message = message
            // One that isn't is received nowhere else.
            if !isSendable || MainQueue.isMainActor {
                return MainQueue.assumeMainActor { closure.value(message) }
            }
            guard let registration = registration.retain() else { return }
            let cause = Broadcaster.Cause.current
            // Weak, because the registration or the observation retains the closure until it ends. What it captures is
            // released then, and not when the block has run.
            MainQueue.async { [weak closure] in
                // Checked again, because the registration or the owner may have ended since.
                guard registration.isAlive, let closure else { return }
                MainQueue.delivering {
                    current().asCurrent {
                        guard let cause else { return closure.value(message) }
                        MonitoredCall.make(of: nil, causing: cause) {
                            MainQueue.assumeMainActor { closure.value(message) }
                        }
                    }
                }
            }
        }
        self.init(callingOnMainActorUnlessSendable: receive, notedIn: registration, of: broadcaster)
    }

    /// Makes an adapter with a mailbox, whose task calls a main-actor closure there.
    @MainActor
    init<M: Broadcaster.Message>(
        awaitingOnMainActor closure: @escaping @MainActor (M) async -> Void,
        _ bufferingPolicy: Broadcaster.BufferingPolicy, of broadcaster: Broadcaster
    ) {
        let mailbox = Mailbox(for: M.self, on: MainActor.shared, bufferingPolicy, of: broadcaster)
        // Boxed, because what it captures may not be `Sendable`.
        let closure = MainActorBox(MainActorClosure(call: closure))
        let receive: @Sendable (M) -> Void = { message in
            // `nonisolated(unsafe)`: a message that isn't `Sendable` stays on the main actor.
            nonisolated(unsafe) let message = message
            mailbox.receive { _ in await closure.value.call(message) }
        }
        self.init(
            callingOnMainActorUnlessSendable: receive, notedIn: mailbox.registration, mailbox: mailbox, of: broadcaster)
    }

    /// Makes an adapter with a mailbox, whose task calls a closure that belongs to any actor, or to none.
    init<M: Broadcaster.SendableMessage>(
        awaiting closure: @escaping @Sendable (isolated (any Actor)?, M) async -> Void, on actor: (any Actor)?,
        _ bufferingPolicy: Broadcaster.BufferingPolicy, of broadcaster: Broadcaster
    ) {
        let mailbox = Mailbox(for: M.self, on: actor, bufferingPolicy, of: broadcaster)
        let closure = ActorClosure(call: closure)
        let receive: @Sendable (M) -> Void
        if actor === MainActor.shared {
            // Boxed, because what it captures is released on the main actor.
            let closure = MainActorBox(closure)
            receive = { message in mailbox.receive { await closure.sendableValue.call($0, message) } }
        } else {
            receive = { message in mailbox.receive { await closure.call($0, message) } }
        }
        self.init(calling: receive, notedIn: mailbox.registration, mailbox: mailbox, of: broadcaster)
    }
}

/// A main-actor closure.
///
/// A structure, because a generic box of a function allocates another function for each call.
private struct MainActorClosure<M> {
    let call: @MainActor (M) async -> Void
}

/// A closure of any actor, which it takes as a parameter, or of none.
private struct ActorClosure<M>: Sendable {
    let call: @Sendable (isolated (any Actor)?, M) async -> Void
}
