internal import BroadcasterAtomics

/// The adapter of an owner's closure, or the observer of a loop, which a registration retains until it ends.
final class OwnedAdapter {
    private weak var weakOwner: AnyObject?
    private let retained: Unmanaged<AnyObject>
    private var finish: (@Sendable () -> Void)?
    private let isReleased = BroadcasterWord.allocate()
    let isOnMainActor: Bool
    let ownerClass: AnyClass

    /// Retains an adapter itself, or a box around it.
    ///
    /// An observer of a loop has no owner, because its registration ends with it. Only the main actor may load an owner
    /// that may not be `Sendable`. `finish` is called when the registration no longer retains the adapter.
    init(
        _ retained: AnyObject, of owner: AnyObject?, isOnMainActor: Bool, finish: (@Sendable () -> Void)? = nil
    ) {
        weakOwner = owner
        self.retained = .passRetained(retained)
        self.finish = finish
        ownerClass = type(of: owner ?? retained)
        self.isOnMainActor = isOnMainActor
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
