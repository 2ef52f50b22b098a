// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A public observer of broadcasts, with an import that is internal.

import Broadcaster
// expected-upcoming-note@-1 3 {{imported as 'internal' from 'Broadcaster' here}}
public import Foundation

public nonisolated final class Monitor: Broadcaster.Monitor {
    // expected-upcoming-error@-1 {{cannot use protocol 'Broadcaster.Monitor' in a public or '@usableFromInline' conformance; 'Broadcaster' was not imported publicly}}
    public func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {}
    // expected-upcoming-error@-1 {{method cannot be declared public because its parameter uses an internal type}}
    // expected-upcoming-note@-2 {{class 'Broadcast' is imported by this file as 'internal' from 'Broadcaster'}}

    public func broadcastWasDelivered(
        // expected-upcoming-error@-1 {{method cannot be declared public because its parameter uses an internal type}}
        // expected-upcoming-note@-2 {{class 'Broadcast' is imported by this file as 'internal' from 'Broadcaster'}}
        _ broadcast: Broadcaster.Broadcast, observerCount: Int, queueTime: TimeInterval, duration: TimeInterval
    ) {}
}
