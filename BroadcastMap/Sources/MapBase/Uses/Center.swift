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

    /// Returns false if two centers, of which the default one is `nil`, are known to differ.
    package static func mayMeet(_ first: Center?, _ second: Center?) -> Bool {
        let identities = [first, second].map { $0 == nil ? "" : $0?.identity }
        return identities.contains(nil) || identities[0] == identities[1]
    }
}

extension Use {
    /// Returns false if what a sender sends is known not to reach an observer: at another center, with another key, or
    /// of another object.
    func mayReach(_ observer: Use) -> Bool {
        guard mayMeet(observer), mayHaveKey(of: observer) else { return false }
        guard let details, let others = observer.details else { return true }
        return details.mayReach(others)
    }

    /// Returns false if an observer is known to observe another center.
    func mayMeet(_ observer: Use) -> Bool {
        Center.mayMeet(center, observer.center)
    }

    /// Returns false if an observer has a key that a sender lacks, or if the values of both keys are known and differ.
    private func mayHaveKey(of observer: Use) -> Bool {
        if !observer.hasKey { return true }
        guard hasKey else { return false }
        guard let values = keyValues, let others = observer.keyValues else { return true }
        return !Set(values).isDisjoint(with: others)
    }
}
