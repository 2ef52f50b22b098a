internal import BroadcasterAtomics

/// Notices a channel whose observers are bound to the main actor and called off it.
///
/// The compiler sees to this for each type. But `any P & Sendable` is the same type as `any P` at run time, so code that
/// says the one reaches the observers of the other. Which form of a method the compiler chose tells what it knew.
@usableFromInline
struct ChannelIsolation {
    @usableFromInline
    enum Use: Int {
        /// The observers aren't known to be `Sendable`: they are registered and used on the main actor.
        case onMainActor
        /// The observers are `Sendable`: they are called on another queue, or handed out to any thread.
        case anywhere
    }

    /// Two words, which are zero until a use is noted.
    let words: UnsafeMutablePointer<BroadcasterWord>

    /// Each thread writes its own use before it reads the other, so of two at once, at least one sees both.
    func note(_ use: Use, channel: String, at callSite: CallSite) {
        guard BroadcasterWordLoad(words + use.rawValue) == 0 else { return }
        BroadcasterWordStore(words + use.rawValue, 1)
        let other: Use = use == .anywhere ? .onMainActor : .anywhere
        guard BroadcasterWordLoad(words + other.rawValue) == 0 else {
            callSite.stop(
                """
                The observers of '\(channel)' are bound to the main actor, because they were registered or handed out as a \
                type that isn't known to be Sendable; but now they are also called, or handed out, off it. If they may be \
                used on any thread, declare the protocol itself ': Sendable', and constrain generic functions that pass it \
                on: '<T: Sendable>'. If not, notify without 'on:', and don't write '& Sendable'.
                """)
        }
    }
}

// Because its words are atomic.
extension ChannelIsolation: @unchecked Sendable {}
