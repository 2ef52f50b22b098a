internal import BroadcasterAtomics

/// What the registry has for one protocol: its name, its channels, and how they are used.
///
/// `@unchecked` because `uses` is atomic, and the rest is constant. The signatures of `Broadcaster` say from where the
/// observers of a protocol may be used.
final class ProtocolEntry: @unchecked Sendable {
    /// The full name of the protocol, with a number if another type has that name.
    let name: String

    let channels: LockedRegistrations

    /// How the channels have been used, as bits of ``ChannelUse``.
    private let uses = BroadcasterWord.allocate()

    #if DEBUG
        let type: Any.Type
    #endif

    init(of type: Any.Type, name: String) {
        self.name = name
        channels = LockedRegistrations(isPurgedOnMainQueue: true)
        #if DEBUG
            self.type = type
        #endif
    }

    deinit { uses.deallocate() }

    /// Records how the channels are used, and traps if observers that are bound to the main actor are also used off it.
    ///
    /// At run time `any P & Sendable` is `any P`, so naming it reaches observers that aren't `Sendable`. The overload
    /// that the compiler chose shows whether it knew the type to be `Sendable`.
    func recordUse(_ use: ChannelUse) {
        // Relaxed: all threads agree on the order of changes to a single word. If two threads set different bits at
        // once, the later change gets the earlier bit back.
        guard BroadcasterLoadRelaxed(uses) & use.rawValue == 0 else { return }
        guard BroadcasterOrRelaxed(uses, use.rawValue) & ~use.rawValue == 0 else {
            fatalError(TrapMessages.mixedIsolation(of: name))
        }
    }
}

/// How the observers of a protocol are used, as the compiler's choice of an overload shows.
enum ChannelUse: UInt {
    /// The observers aren't known to be `Sendable`: they are registered and used on the main actor.
    case onMainActor = 1
    /// The observers are `Sendable`: they are called on another queue, or handed out to any thread.
    case anywhere = 2
}
