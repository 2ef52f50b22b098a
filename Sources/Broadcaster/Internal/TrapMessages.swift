/// The messages of traps that concern observers of the main actor.
///
/// Our own, because `MainActor.assertIsolated` and `assumeIsolated` stop without a message on Linux.
enum TrapMessages {
    /// Something happened off the main actor, to the observers of a protocol that are bound to it.
    static func offMainActor(_ event: String, _ protocolType: Any.Type) -> String {
        """
        \(event) off the main actor, but '\(typeName(protocolType))' isn't known to be Sendable, so its observers are \
        bound to the main actor. Use them there, or declare the protocol ': Sendable' if they may be used on any thread.
        """
    }

    /// Observers that are bound to the main actor are also used off it; `channel` is the protocol's name.
    static func mixedIsolation(of channel: String) -> String {
        """
        The observers of '\(channel)' are bound to the main actor, because they were registered or handed out as \
        a type that isn't known to be Sendable; but now they are also called, or handed out, off it. If they \
        may be used on any thread, declare the protocol itself ': Sendable', and constrain generic functions \
        that pass it on: '<T: Sendable>'. If not, notify without 'on:', and don't write '& Sendable'.
        """
    }
}
