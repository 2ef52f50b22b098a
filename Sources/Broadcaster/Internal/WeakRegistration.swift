/// The registration of a closure or a loop, as what receives its messages knows it.
///
/// Weak, because the registration of an owner's closure retains what receives its messages.
///
/// `@unchecked` because it is set once, before another thread can see the registration.
final class WeakRegistration: @unchecked Sendable {
    /// `nil` after the registration was released, which it may be without having ended: with its broadcaster.
    weak var registration: Registration?

    /// Retains the registration for work that is done later.
    ///
    /// Without a reference, that work couldn't know whether the registration has ended. A broadcaster that is released
    /// meanwhile releases its registrations, and their observers are still called.
    func retain() -> RetainedRegistration? { registration.map(RetainedRegistration.init) }
}

/// A registration that work on any thread retains.
///
/// `@unchecked` because its state is atomic.
struct RetainedRegistration: @unchecked Sendable {
    fileprivate let registration: Registration

    /// Whether the observer, or the owner of a closure, is registered and alive, as ``Registration/isAlive`` has it.
    var isAlive: Bool { registration.isAlive }
}
