/// What an observer is, for listings and traces.
package enum ObserverKind: UInt, Sendable {
    case object
    case closureOfOwner
    case closure
    case loop
    /// A recorder, or the monitor of a test: listed nowhere, because a test finds only its own observers there, and
    /// registered until it is deallocated, because the code under test may unregister everything.
    case ofTest

    /// The bits of all kinds.
    static let mask: UInt = 7

    /// The description of an observer of this kind, whose class, or whose owner's class, has a name.
    ///
    /// The class of other closures and of loops is that of an adapter, which users don't know.
    package func description(ofClass name: String) -> String {
        switch self {
        case .object: name
        case .closureOfOwner: "closure of \(name)"
        case .closure, .ofTest: "closure"
        case .loop: "loop"
        }
    }
}
