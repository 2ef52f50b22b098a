import Broadcaster
import Channels

package final class Mailbox {
    package init() {
        //: notify Channels.Life: Mailbox.init(); calls began()
        Broadcaster.notify(Life.self) { $0.began() }
    }

    //: notify Channels.Life: Mailbox.deinit; calls ended()
    deinit { Broadcaster.notify((any Sendable & Life).self) { $0.ended() } }

    package var title = "" {
        didSet {
            let title = title
            //: notify Channels.TitleObserver: Mailbox.title; calls titleDidChange(to:)
            Broadcaster.notify(Title.self) { $0.titleDidChange(to: title) }
        }
    }

    package var unread: Int {
        //: notify Channels.Update: Mailbox.unread; calls updated()
        Broadcaster.notify(Channels.Update.self) { $0.updated() }
        return 0
    }

    package lazy var refresh: () -> Void = {
        //: notify Channels.Update: Mailbox.refresh; calls updated(count:)
        Broadcaster.notify(Update.self) { $0.updated(count: 1) }
    }

    package subscript(index: Int) -> Int {
        //: notify Channels.Inbox.Observer: Mailbox.subscript(_:); calls inboxDidChange()
        Broadcaster.notify(Inbox.Observer.self) { $0.inboxDidChange() }
        return index
    }

    //: notify Channels.Outbox.Observer: Mailbox.send(_:); calls outboxDidChange()
    package func send(_ done: Void = Broadcaster.notify(Outbox.Observer.self) { $0.outboxDidChange() }) {}

    //: notify Channels.Outbox.Observer: Mailbox.changed; calls outboxDidChange()
    package static let changed: Void = Broadcaster.notify(Outbox.Observer.self) { $0.outboxDidChange() }

    package struct Draft {
        package func save() {
            //: notify Channels.Outbox.Observer: Mailbox.Draft.save(); calls outboxDidChange(); for: "drafts"
            Broadcaster.notify(Outbox.Observer.self, for: "drafts") { $0.outboxDidChange() }
        }
    }
}

extension Mailbox {
    package func receive(with broadcaster: Broadcaster) {
        //: notify Channels.Inbox.Observer: Mailbox.receive(with:); calls inboxDidChange(); for: 1
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
            //: notify Channels.Update: Mailbox.receive(with:); calls updated(count:)
            Broadcaster.shared.notify(Update.self) { observer in
                observer.updated(count: count)
            }
        }
    }
}

extension Array where Element == Int {
    package func store() {
        //: notify Channels.Store: Array.store() [Store<Int>]; calls stored(_:)
        Broadcaster.current.notify((any Store<Int>).self) { observer in forEach { observer.stored($0) } }
        //: notify Channels.Store: Array.store() [Store<String>]; calls stored(_:)
        Broadcaster.notify((any Store<String>).self) { $0.stored("\(self.count)") }
        //: notify Channels.Store: Array.store() [Store<Int>]; calls stored(_:)
        Broadcaster.notify((any IntStore).self) { $0.stored(1) }
    }
}

/// Its arguments are shown, and not its own name.
package typealias IntStore = Store<Int>

package class Letter {
    package init() {}
}

package final class Postcard: Letter {}

package func rename() {
    //: notify Channels.Named & Channels.Update: rename(); calls updated()
    Broadcaster.notify((Update & Named).self) { $0.updated() }
    //: notify Channels.TitleObserver: rename(); calls titleDidChange(to:)
    Broadcaster.notify(TitleAlias.self) { $0.titleDidChange(to: "") }
}
