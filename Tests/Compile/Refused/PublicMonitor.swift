// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A public monitor, with an import that is internal.

import Broadcaster
// expected-upcoming-note@-1 3 {{imported as 'internal' from 'Broadcaster' here}}

public nonisolated final class Monitor: Broadcaster.Monitor {
    // expected-upcoming-error@-1 {{cannot use protocol 'Monitor' in a public or '@usableFromInline' conformance; 'Broadcaster' was not imported publicly}}
    public func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {}
    // expected-upcoming-error@-1 {{method cannot be declared public because its parameter uses an internal type}}
    // expected-upcoming-note@-2 {{class 'Broadcaster' is imported by this file as 'internal' from 'Broadcaster'}}

    public func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {}
    // expected-upcoming-error@-1 {{method cannot be declared public because its parameter uses an internal type}}
    // expected-upcoming-note@-2 {{class 'Broadcaster' is imported by this file as 'internal' from 'Broadcaster'}}
}
