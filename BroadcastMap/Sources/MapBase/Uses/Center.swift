/// A notification center or a broadcaster, other than the default one.
package struct Center: Hashable {
    /// How code names it, unless the map doesn't show it.
    package let code: String?
    /// The constant or the property that creates the center, if that is known: two centers that differ never meet.
    package let identity: String?

    package init(code: String?, identity: String?) {
        self.code = code
        self.identity = identity
    }
}

extension Use {
    /// The identity of its center, if that is known, which is empty for the default one.
    var centerIdentity: String? { center == nil ? "" : center?.identity }

    /// Returns false if what a sender sends is known not to reach an observer.
    func mayReach(_ observer: Use) -> Bool {
        mayMeet(observer) && mayHaveKey(of: observer)
    }

    /// Returns false if an observer is known to observe another center, or something else there.
    private func mayMeet(_ observer: Use) -> Bool {
        if let details, let others = observer.details, !details.mayReach(others) { return false }
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
