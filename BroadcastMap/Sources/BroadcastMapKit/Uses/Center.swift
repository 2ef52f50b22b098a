/// A notification center or a broadcaster, other than the default one.
struct Center: Hashable {
    /// How code names it, unless the map doesn't show it.
    let code: String?
    /// The constant or the property that creates the center, if that is known: two centers that differ never meet.
    let identity: String?

    static let `default` = "NotificationCenter.default"
    static let current = "Broadcaster.current"

    /// True if it delivers on the main thread of each process that observes.
    var isDistributed: Bool { [code, identity].contains { $0?.contains("DistributedNotificationCenter") == true } }
}

extension Use {
    /// The identity of its center, if that is known.
    var centerIdentity: String? { center == nil ? Center.default : center?.identity }

    /// Returns false if what a sender sends is known not to reach an observer.
    func mayReach(_ observer: Use) -> Bool {
        mayMeet(observer) && mayHaveKey(of: observer)
    }

    /// Returns false if an observer is known to observe another center, or another object.
    private func mayMeet(_ observer: Use) -> Bool {
        if let object = observer.objectIdentity, object != "nil", let own = objectIdentity, own != object {
            return false
        }
        guard let centerIdentity, let otherIdentity = observer.centerIdentity else { return true }
        return centerIdentity == otherIdentity
    }

    /// Returns false if an observer has a key that a sender lacks, or if the values of both keys are known and differ.
    private func mayHaveKey(of observer: Use) -> Bool {
        if !observer.hasKey { return true }
        guard hasKey else { return false }
        guard let values = keyValues, let others = observer.keyValues else { return true }
        return !Set(values).isDisjoint(with: others)
    }
}
