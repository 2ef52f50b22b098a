// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Public declarations, with an import that is internal.

import Broadcaster
// expected-upcoming-note@-1 {{generic class 'MulticastDelegate' imported as 'internal' from 'Broadcaster' here}}
// expected-upcoming-note@-2 {{protocol 'Message' imported as 'internal' from 'Broadcaster' here}}
// expected-upcoming-note@-3 3 {{imported as 'internal' from 'Broadcaster' here}}

// A public stand-in, with an import that is internal.
public protocol PlayerDelegate: AnyObject { func playerDidStart() }

public nonisolated final class PlayerDelegates: MulticastDelegate<any PlayerDelegate> {}
// expected-upcoming-error@-1 {{class cannot be declared public because its superclass is internal}}
// expected-upcoming-note@-2 {{generic class 'MulticastDelegate' is imported by this file as 'internal' from}}

// Messages of a public protocol, with an import that is internal.
public protocol UploadObserver { func uploadDidFail() }

public enum UploadObserverMessage: Broadcaster.Message {
    // expected-upcoming-error@-1 {{cannot use protocol 'Message' in a public or '@usableFromInline' conformance; 'Broadcaster' was not imported publicly}}
    case uploadDidFail

    private final class Observer: UploadObserver {
        let receive: @Sendable (UploadObserverMessage) -> Void

        init(_ receive: @escaping @Sendable (UploadObserverMessage) -> Void) { self.receive = receive }

        func uploadDidFail() { receive(.uploadDidFail) }
    }

    @MainActor
    public static func makeObserver(
        _ receive: @escaping @Sendable (UploadObserverMessage) -> Void
    ) -> any UploadObserver { Observer(receive) }

    @MainActor
    public func send(to observer: any UploadObserver) { observer.uploadDidFail() }
}

// A public monitor, with an import that is internal.
public nonisolated final class Monitor: Broadcaster.Monitor {
    // expected-upcoming-error@-1 {{cannot use protocol 'Monitor' in a public or '@usableFromInline' conformance; 'Broadcaster' was not imported publicly}}
    public func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {}
    // expected-upcoming-error@-1 {{method cannot be declared public because its parameter uses an internal type}}
    // expected-upcoming-note@-2 {{class 'Broadcaster' is imported by this file as 'internal' from 'Broadcaster'}}

    public func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {}
    // expected-upcoming-error@-1 {{method cannot be declared public because its parameter uses an internal type}}
    // expected-upcoming-note@-2 {{class 'Broadcaster' is imported by this file as 'internal' from 'Broadcaster'}}
}
