import Broadcaster

/// The broadcasts of `MailObserver` as values, for closures and publishers.
///
/// `@Messages` before the protocol would generate this file. It's written by hand here, so that the app builds at once:
/// the macro needs the package trait `Macros`, which compiles swift-syntax.
public nonisolated enum MailObserverMessage: Broadcaster.Message, Equatable {
    case mailArrived(Mail)
    case mailWasRead(Mail)

    /// Calls the method of this message.
    @MainActor
    public func send(to observer: any MailObserver) {
        switch self {
        case .mailArrived(let mail): observer.mailArrived(mail)
        case .mailWasRead(let mail): observer.mailWasRead(mail)
        }
    }

    /// Creates an observer that passes each call on as a message.
    @MainActor
    public static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any MailObserver {
        Observer(receive: receive)
    }

    @MainActor
    private final class Observer: MailObserver {
        let receive: @Sendable (MailObserverMessage) -> Void

        init(receive: @escaping @Sendable (MailObserverMessage) -> Void) { self.receive = receive }

        func mailArrived(_ mail: Mail) { receive(.mailArrived(mail)) }
        func mailWasRead(_ mail: Mail) { receive(.mailWasRead(mail)) }
    }
}
