internal import BroadcasterAtomics

/// The call of an observer by a monitored delivery, as the thread and its tasks know it.
enum MonitoredCall {
    /// Calls an observer, whose broadcasts have a cause, and returns how many messages its own buffer dropped meanwhile.
    ///
    /// What an observer calls may drop messages, too, from the buffers of other observers. So the thread notes which
    /// registration is called.
    @discardableResult
    static func make(
        of registration: Registration?, causing cause: Broadcaster.Cause, _ call: () -> Void
    ) -> Int {
        let current = BroadcasterMonitoredCall()!
        let outer = current.pointee
        defer { current.pointee = outer }
        current.pointee = BroadcasterCall(
            registration: registration.map(address), cause: address(of: cause), dropped: 0)
        cause.whileBound(call)
        return Int(current.pointee.dropped)
    }

    /// Counts a message that the buffer of an observer dropped, if a monitored broadcast calls that observer.
    static func countDrop(by registration: WeakRegistration) {
        let current = BroadcasterMonitoredCall()!
        guard let called = current.pointee.registration, let registration = registration.registration else { return }
        if called == address(of: registration) { current.pointee.dropped += 1 }
    }

    /// The cause of what this thread sends; `nil` outside such a call.
    static var cause: Broadcaster.Cause? {
        // Retained by the delivery, which is further up on the stack.
        BroadcasterMonitoredCall().pointee.cause.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    private static func address(of object: AnyObject) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    }
}

extension Broadcaster.Cause {
    /// The call that the caller's code belongs to, if a monitor sees it.
    package static var current: Broadcaster.Cause? { isBoundInCalls ? ofTask : MonitoredCall.cause ?? ofTask }
}
