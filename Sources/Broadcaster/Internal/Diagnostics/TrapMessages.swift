/// The messages of traps that concern main-actor observers and monitors.
///
/// Our own, because `MainActor.assertIsolated` and `assumeIsolated` stop without a message on Linux.
enum TrapMessages {
    /// Something happened off the main actor, to the observers of a protocol that are bound to it; `fix` is what to do
    /// there instead.
    static func offMainActor(_ event: String, _ protocolType: Any.Type, fix: String) -> String {
        """
        \(event) off the main actor, but '\(typeName(protocolType))' isn't known to be Sendable, so its observers are \
        bound to the main actor. \(fix). Or, if they may be used on any thread, \(declareSendable).
        """
    }

    /// A publisher was subscribed to off the main actor, where it delivers, whatever the protocol is.
    static func subscribedOffMainActor(_ protocolType: Any.Type) -> String {
        """
        A publisher was subscribed to off the main actor, but it delivers the broadcasts of \
        '\(typeName(protocolType))' there. Subscribe on the main actor, without 'subscribe(on:)'.
        """
    }

    /// Observers that are bound to the main actor are also used off it; `channel` is the protocol's name.
    static func mixedIsolation(of channel: String) -> String {
        """
        The observers of '\(channel)' are bound to the main actor, because they were registered or handed out as \
        a type that isn't known to be Sendable; but they are also called, or handed out, off it. Notify without \
        'on:', and don't write '& Sendable'. Or, if they may be used on any thread, \(declareSendable).
        """
    }

    /// A monitor was registered with a key.
    static let keyOfMonitor = """
        A monitor sees the broadcasts of every key, so it can't be registered for one: it would never be called. \
        Register it without 'for:'.
        """

    private static let declareSendable = """
        declare the protocol itself ': Sendable', and constrain generic functions that pass it on: '<T: Sendable>'
        """
}
