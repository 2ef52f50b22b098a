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

    /// Returns false if an observer is known to observe another center, or another object.
    func mayMeet(_ other: Use) -> Bool {
        if let object = other.objectIdentity, object != "nil", let own = objectIdentity, own != object { return false }
        guard let centerIdentity, let otherIdentity = other.centerIdentity else { return true }
        return centerIdentity == otherIdentity
    }
}
