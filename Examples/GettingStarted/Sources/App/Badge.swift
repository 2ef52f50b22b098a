import Broadcaster
import MailChannel

@MainActor
final class Badge {
    private(set) var unread = 0

    init() { Broadcaster.register(MailObserver.self, observer: self) }
}

extension Badge: @MainActor MailObserver {
    func mailArrived(_ subject: String) {
        unread += 1
        print("badge: \(unread)")
    }

    func syncDidFail() {}
}
