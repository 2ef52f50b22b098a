import Broadcaster

//: channel Feature.Update: featureDidChange()
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
        //: notify Feature.Update: Toggle.change(); calls featureDidChange()
        //: unkeyed: Feature.Update is sent without a key in Toggle.change(), but every observer has one
        Broadcaster.notify(Update.self) { $0.featureDidChange() }
    }
}
