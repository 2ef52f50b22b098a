internal import BroadcasterAtomics

/// The messages that the bounded buffer of an observer dropped, for the monitors of the broadcast that it received.
enum DroppedMessages {
    /// Calls an observer, and returns how many messages its own buffer dropped meanwhile.
    ///
    /// What an observer calls may drop messages, too, from the buffers of other observers. So the thread notes which
    /// registration is called.
    static func count(by registration: Registration, in call: () -> Void) -> Int {
        let current = BroadcasterObserverCall()!
        let outer = current.pointee
        current.pointee = BroadcasterCall(registration: address(of: registration), dropped: 0)
        call()
        defer { current.pointee = outer }
        return Int(current.pointee.dropped)
    }

    /// Counts a message that the buffer of an observer dropped, if a monitored broadcast calls that observer.
    static func countOne(by registration: WeakRegistration) {
        let current = BroadcasterObserverCall()!
        guard let called = current.pointee.registration, let registration = registration.registration else { return }
        if called == address(of: registration) { current.pointee.dropped += 1 }
    }

    private static func address(of registration: Registration) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(registration).toOpaque())
    }
}
