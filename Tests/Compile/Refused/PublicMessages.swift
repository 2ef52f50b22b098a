// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Messages of a public protocol, with an import that is internal.

import Broadcaster
// expected-upcoming-note@-1 {{protocol 'Message' imported as 'internal' from 'Broadcaster' here}}

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
