// A message that is compared off the main actor, with a conformance of a module on the main actor.

import Broadcaster

protocol MailObserver { func mailArrived(_ subject: String) }

nonisolated enum MailMessage: Broadcaster.Message {
    case mailArrived(String)

    @MainActor
    func send(to observer: any MailObserver) {}

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any MailObserver { fatalError() }
}

extension MailMessage: Equatable {}

nonisolated func isFirst(_ message: MailMessage) -> Bool {
    message == .mailArrived("Lunch at noon?")
    // expected-mode5-main-warning@-1 {{main actor-isolated conformance of 'MailMessage' to 'Equatable' cannot be used in nonisolated context}}
    // expected-mode6-main-error@-2 {{main actor-isolated conformance of 'MailMessage' to 'Equatable' cannot be used in nonisolated context}}
}
