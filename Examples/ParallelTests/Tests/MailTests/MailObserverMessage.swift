import Broadcaster

@testable import Mail

/// The broadcasts of `MailObserver` as values, to record and compare them.
///
/// With the package trait `Macros`, `@Messages` before the protocol generates it.
enum MailObserverMessage: Broadcaster.Message, Equatable {
    case mailArrived(String)

    @MainActor
    func send(to observer: any MailObserver) {
        switch self {
        case .mailArrived(let subject): observer.mailArrived(subject)
        }
    }

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any MailObserver {
        Observer(receive: receive)
    }

    private final class Observer: MailObserver {
        let receive: @Sendable (MailObserverMessage) -> Void

        init(receive: @escaping @Sendable (MailObserverMessage) -> Void) { self.receive = receive }

        func mailArrived(_ subject: String) { receive(.mailArrived(subject)) }
    }
}
