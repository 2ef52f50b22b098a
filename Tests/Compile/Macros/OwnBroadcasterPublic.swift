// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The messages of a public protocol in a program whose own types have the names of modules.

#if compiler(>=6.3)
    public import Broadcaster

    nonisolated enum Broadcaster {}
    nonisolated enum Swift {}

    @Messages
    public protocol UploadObserver {
        func uploadDidFinish(_ name: String)
    }

    nonisolated func isSendable<T: Swift::Sendable>(_: T.Type) {}

    nonisolated func areSendable() { isSendable(UploadObserverMessage.self) }
#endif
