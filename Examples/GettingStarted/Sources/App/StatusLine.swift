import Broadcaster
import MailChannel

@MainActor
final class StatusLine {
    private(set) var text = "online"

    init() {
        Broadcaster.observe(MailObserverMessage.self, owner: self) {
            `self`, message in
            if case .syncDidFail = message { self.text = "offline" }
        }
    }
}
