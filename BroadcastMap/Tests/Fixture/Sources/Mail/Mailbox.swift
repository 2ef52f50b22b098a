import Broadcaster
import Channels

package final class Mailbox {
    package init() {
        Broadcaster.notify(Life.self) { $0.began() }
    }

    deinit { Broadcaster.notify((any Sendable & Life).self) { $0.ended() } }

    package var title = "" {
        didSet {
            let title = title
            Broadcaster.notify(Title.self) { $0.titleDidChange(to: title) }
        }
    }

    package var unread: Int {
        Broadcaster.notify(Channels.Update.self) { $0.updated() }
        return 0
    }

    package lazy var refresh: () -> Void = {
        Broadcaster.notify(Update.self) { $0.updated(count: 1) }
    }

    package subscript(index: Int) -> Int {
        Broadcaster.notify(Inbox.Observer.self) { $0.inboxDidChange() }
        return index
    }

    package func send(_ done: Void = Broadcaster.notify(Outbox.Observer.self) { $0.outboxDidChange() }) {}

    package static let changed: Void = Broadcaster.notify(Outbox.Observer.self) { $0.outboxDidChange() }

    package struct Draft {
        package func save() {
            Broadcaster.notify(Outbox.Observer.self, for: "drafts") { $0.outboxDidChange() }
        }
    }
}

extension Mailbox {
    package func receive(with broadcaster: Broadcaster) {
        broadcaster.notify(
            // A call over several lines, with a comment.
            /* And another. */
            (any Channels
                .Inbox
                .Observer).self,
            for: 1
        ) {
            $0.inboxDidChange()
        }
        [1, 2].forEach { count in
            Broadcaster.shared.notify(Update.self) { observer in
                observer.updated(count: count)
            }
        }
    }
}

extension Array where Element == Int {
    package func store() {
        Broadcaster.current.notify((any Store<Int>).self) { observer in forEach { observer.stored($0) } }
        Broadcaster.notify((any Store<String>).self) { $0.stored("\(self.count)") }
    }
}

package class Letter {
    package init() {}
}

package final class Postcard: Letter {}

package func rename() {
    Broadcaster.notify((Update & Named).self) { $0.updated() }
    Broadcaster.notify(TitleAlias.self) { $0.titleDidChange(to: "") }
}
