import Broadcaster
import Dispatch
import MailChannel

public final class MailSync: Sendable {
    private let queue = DispatchQueue(label: "MailSync")
    private let broadcaster: Broadcaster

    public init(broadcaster: Broadcaster = .current) {
        self.broadcaster = broadcaster
    }

    public func run(account: String) async {
        await withCheckedContinuation { done in
            queue.async { [broadcaster] in
                broadcaster.notify(MailObserver.self, for: account) {
                    $0.mailArrived("Mail for \(account)")
                }
                done.resume()
            }
        }
    }

    public func fail(account: String) {
        broadcaster.notify(MailObserver.self, for: account) {
            $0.syncDidFail()
        }
    }
}
