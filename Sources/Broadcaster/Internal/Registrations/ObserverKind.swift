/// What an observer is, for listings and traces.
package enum ObserverKind: UInt, Sendable {
    case object
    case closure
    case loop
    /// A recorder, or the monitor of a test: listed nowhere, because a test finds only its own observers there, and
    /// registered until it is deallocated, because the code under test may unregister everything.
    case ofTest
    // The kinds that aren't always called are the last ones: see `Registration.load()`.
    /// What a trace receives messages with: hidden like a recorder, and called by monitored broadcasts only.
    case ofTrace
    case closureOfOwner

    /// The bits of all kinds.
    static let mask: UInt = 7

    /// Whether it is listed nowhere, and registered until it is deallocated.
    var isHidden: Bool { self == .ofTest || self == .ofTrace }

    /// The description of an observer of this kind, whose class, or whose owner's class, has a name.
    ///
    /// The class of other closures and of loops is that of an adapter, which users don't know.
    package func description(ofClass name: String) -> String {
        switch self {
        case .object: name
        case .closureOfOwner: "closure of \(name)"
        case .closure, .ofTest, .ofTrace: "closure"
        case .loop: "loop"
        }
    }
}
