import Broadcaster
import MailChannel

@MainActor
final class AccountRow {
    init(account: String) {
        Broadcaster.register(
            MailObserver.self, for: account, observer: self)
    }
}

extension AccountRow: @MainActor MailObserver {
    func mailArrived(_ subject: String) { print("row: \(subject)") }

    func syncDidFail() {}
}
