/// The registration of a closure or a loop, as what receives its messages knows it.
///
/// Weak, because the registration of an owner's closure retains what receives its messages. Locked, because an observer
/// that was written by hand may hand on a message while it is registered.
struct WeakRegistration: Sendable {
    private struct Reference {
        weak var registration: Registration?
    }

    private let reference = Locked(Reference())

    /// `nil` after the registration was released, which it may be without having ended: with its broadcaster.
    var registration: Registration? {
        get { reference.withLock { $0.registration } }
        nonmutating set { reference.withLock { $0.registration = newValue } }
    }

    /// Retains the registration for work that is done later.
    ///
    /// Without a reference, that work couldn't know whether the registration has ended. A broadcaster that is released
    /// meanwhile releases its registrations, and their observers are still called.
    func retain() -> RetainedRegistration? {
        reference.withLock { $0.registration.map(RetainedRegistration.init) }
    }
}

/// A registration that work on any thread retains.
///
/// `@unchecked` because its state is atomic.
struct RetainedRegistration: @unchecked Sendable {
    fileprivate let registration: Registration

    /// Whether the observer, or the owner of a closure, is registered and alive; see ``Registration/isAlive``.
    var isAlive: Bool { registration.isAlive }
}
