internal import BroadcasterAtomics

/// Which of the registrations that a broadcast covers have had their turn.
///
/// `@unchecked` because the word is accessed only through atomic operations.
final class DeliveryProgress: Unreflected, @unchecked Sendable {
    private let lastNumber: Int
    private let reachedNumber = UnsafeMutablePointer<BroadcasterWord>.allocate(capacity: 1)

    init(through lastNumber: Int) {
        self.lastNumber = lastNumber
        reachedNumber.initialize(to: BroadcasterWord())
    }

    deinit { reachedNumber.deallocate() }

    /// Notes that the turn of a registration has come.
    func reach(_ number: Int) {
        // Relaxed: it publishes nothing. What an observer receives is guarded by the observer's own lock.
        BroadcasterStoreRelaxed(reachedNumber, UInt(number))
    }

    /// Whether the turn of a registration is still to come.
    ///
    /// A registration that was added after the snapshot has a higher number than each in it.
    func isPending(for number: Int) -> Bool {
        number <= lastNumber && Int(BroadcasterLoadRelaxed(reachedNumber)) < number
    }
}
