internal import BroadcasterAtomics

/// Calls an asynchronous closure with one message after another.
///
/// A task exists only while a message is handled or waits. So nothing is suspended on a silent channel, and nothing has
/// to end when an owner is deallocated.
///
/// Any thread may release the mailbox last. Its task retains it, and ends only after it has taken all messages, so none
/// is left.
final class Mailbox: Sendable {
    /// The registration that delivers to the mailbox.
    let registration = WeakRegistration()

    private let state: Locked<MailboxState>
    /// The actor that its task stays on, if the closure belongs to one.
    private let actor: (any Actor)?
    /// Whether messages may leave the main actor.
    private let isSendable: Bool
    /// The broadcaster that is current while a message is handled.
    private let broadcaster: @Sendable () -> Broadcaster
    private let deliveries: PendingDeliveries

    init<M: Broadcaster.Message>(
        for messageType: M.Type, on actor: (any Actor)?, _ bufferingPolicy: Broadcaster.BufferingPolicy,
        of broadcaster: Broadcaster
    ) {
        let channel = broadcaster.entry(of: M.Channel.self).name
        state = Locked(MailboxState(of: channel, registeredAs: registration, bufferingPolicy))
        self.actor = actor
        isSendable = M.isSendable
        self.broadcaster = broadcaster.selfOrReplacement
        deliveries = broadcaster.withRegistry { $0.deliveries }
    }

    /// Adds a message, as a call of the closure with it, and starts the task if there is none.
    func receive(_ handle: @escaping @Sendable (isolated (any Actor)?) async -> Void) {
        let message = QueuedMessage(number: BroadcasterNextHandlingNumber(), cause: .current, handle: handle)
        // Released after the lock.
        let dropped: QueuedMessage? = state.withLock { state in
            if state.isRunning { return state.append(message) }
            // Released only where an observer that was written by hand hands its message on after it was called.
            guard let registration = registration.retain() else { return nil }
            state.start(with: message)
            deliveries.add(self.state)
            // Under the lock, so that `cancel` finds it. The task can't end before the lock is released, so the last
            // reference to the broadcaster or the registration isn't released under it.
            state.task = startTask(for: registration)
            return nil
        }
        if dropped != nil { MonitoredCall.countDrop(by: registration) }
    }

    /// Starts the task that calls the closure.
    ///
    /// It is detached, so that it inherits no task-local value of the code that delivers.
    private func startTask(for registration: RetainedRegistration) -> Task<Void, Never> {
        let current = broadcaster()
        // Outside a task, the priority is that of the thread, which may be higher than any task should have.
        let priority = min(Task.currentPriority, .userInitiated)
        let operation: @isolated(any) @Sendable () async -> Void =
            if actor === MainActor.shared {
                // Begins there, because a task that begins elsewhere takes a thread before it goes there.
                { @MainActor in await self.handleAll(for: registration, as: current, on: MainActor.shared) }
            } else {
                { await self.handleAll(for: registration, as: current, on: self.actor) }
            }
        return Task.detached(priority: priority, operation: operation)
    }

    /// Calls the closure with one message after another, until none is left, on its actor.
    ///
    /// It handles all messages there, because it would otherwise leave the actor and return to it for each one. A
    /// closure runs on the actor of a parameter only if it captures it, so the closures name `actor`.
    private func handleAll(
        for registration: RetainedRegistration, as current: Broadcaster, on actor: isolated (any Actor)?
    ) async {
        await Broadcaster.$current.withValue(current) {
            _ = actor
            // The message is released before the next turn, which counts it as handled.
            while let message = next() {
                guard registration.isAlive else { continue }
                await HandledMessage.$current.withValue(message.number) {
                    _ = actor
                    guard let cause = message.cause else { return await message.handle(actor) }
                    await Broadcaster.Cause.$ofTask.withValue(cause) {
                        _ = actor
                        await message.handle(actor)
                    }
                }
            }
        }
    }

    /// Returns the next message and counts the one before as handled, or returns `nil` at the end of the task.
    @inline(never)  // One body, instead of one behind each suspension.
    private func next() -> QueuedMessage? {
        state.withLock { state in
            let message = state.next()
            // Under the lock, so that a message that arrives now starts a new task afterwards.
            if message == nil { deliveries.remove(self.state) }
            return message
        }
    }

    /// Drops the messages that wait, and cancels the task, unless the caller is the closure that it runs.
    func cancel() {
        if isSendable {
            dropWaiting()
        } else {
            MainQueue.run { self.dropWaiting() }
        }
        // Canceled after the lock, because cancellation handlers run at once.
        state.withLock { $0.handling == HandledMessage.current ? nil : $0.task }?.cancel()
    }

    /// Drops the messages that wait; on the main actor, if they aren't `Sendable`.
    private func dropWaiting() {
        // Released after the lock.
        withExtendedLifetime(state.withLock { $0.drop() }) {}
    }
}
