internal import BroadcasterAtomics

extension BroadcasterWord {
    /// Allocates a word with no bit set, at an address that doesn't change, as atomic operations need it.
    static func allocate() -> UnsafeMutablePointer<BroadcasterWord> {
        let word = UnsafeMutablePointer<BroadcasterWord>.allocate(capacity: 1)
        word.initialize(to: BroadcasterWord())
        return word
    }
}
