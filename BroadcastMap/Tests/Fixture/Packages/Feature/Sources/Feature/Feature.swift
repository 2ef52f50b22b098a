import Broadcaster

/// Has the name of a protocol in `Channels`.
public protocol Update {
    /// Says that the feature changed.
    func featureDidChange()
}

/// Sends to the protocol of this module.
public struct Toggle {
    /// Creates a toggle.
    public init() {}

    /// Changes the feature.
    public func change() {
        Broadcaster.notify(Update.self) { $0.featureDidChange() }
    }
}
