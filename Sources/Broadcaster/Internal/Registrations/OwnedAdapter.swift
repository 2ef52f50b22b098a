internal import BroadcasterAtomics

/// What a registration needs to retain an adapter: its owner, and what keeps it alive.
struct AdapterOwner {
    /// The owner of a closure; `nil` for the observer of a loop, which the registration ends with.
    let object: AnyObject?
    /// The adapter itself, or a box around it.
    let retainedAdapter: AnyObject
    /// Called when the registration no longer retains the adapter.
    var finish: (@Sendable () -> Void)?
    /// Whether only the main actor may load the object, because it may not be `Sendable`.
    let isOnMainActor: Bool
}

/// The adapter of an owner's closure, or the observer of a loop, which a registration retains until it ends.
final class OwnedAdapter {
    private weak var weakOwner: AnyObject?
    private let retained: Unmanaged<AnyObject>
    private var finish: (@Sendable () -> Void)?
    private let isReleased = UnsafeMutablePointer<BroadcasterWord>.allocate(capacity: 1)
    let isOnMainActor: Bool
    let ownerClass: AnyClass

    init(of owner: AdapterOwner) {
        weakOwner = owner.object
        retained = .passRetained(owner.retainedAdapter)
        finish = owner.finish
        ownerClass = type(of: owner.object ?? owner.retainedAdapter)
        isOnMainActor = owner.isOnMainActor
        isReleased.initialize(to: BroadcasterWord())
    }

    deinit {
        release()
        isReleased.deallocate()
    }

    /// The owner of the closure, if it is alive.
    var owner: AnyObject? { weakOwner }

    func release() {
        // Relaxed: only one thread may release, and nothing else is published.
        guard BroadcasterOrRelaxed(isReleased, 1) == 0 else { return }
        retained.release()
        finish?()
        // It retains the buffer of a loop, and the slot of a registration that has ended may be kept. Only one thread
        // gets here.
        finish = nil
    }
}
