// The samples of "Getting started": a protocol, an observer, a sender.

import Broadcaster
import Foundation

protocol InboxObserver {
    func inboxDidChange(unread: Int)
}

final class Badge: InboxObserver {
    private(set) var text = ""

    @MainActor
    init() {
        Broadcaster.register(InboxObserver.self, observer: self)
    }

    func inboxDidChange(unread: Int) {
        text = unread == 0 ? "" : "\(unread)"
        print("badge: \(text)")
    }
}

final class Inbox {
    private var unread = 0

    func receive(_ message: String) {
        unread += 1
        Broadcaster.notify(InboxObserver.self) { [unread] in $0.inboxDidChange(unread: unread) }
    }
}

@MainActor
func run() async {
    let badge = Badge()
    let inbox = Inbox()
    inbox.receive("Lunch at noon?")
    inbox.receive("The usual place")
    print("sent; the badge says \"\(badge.text)\"")

    await Broadcaster.settled()
    print("delivered; the badge says \"\(badge.text)\"")
}

// The mistakes that people make first, each beside what they meant.

@MainActor
final class Screen {
    private let badge = Badge()

    func appear() {
        Broadcaster.register(InboxObserver.self, observer: badge)
    }
}

@MainActor
final class UnreadLabel {
    private(set) var text = ""
}

extension UnreadLabel: @MainActor InboxObserver {
    func inboxDidChange(unread: Int) { text = "\(unread) unread" }
}

@MainActor
func loseBadge() {
    // Nobody owns it: it is gone before the line ends.
    Broadcaster.register(InboxObserver.self, observer: Badge())
}

@MainActor
func show(_ badge: Badge, of inbox: Inbox) async {
    // Too early: nothing is delivered yet.
    inbox.receive("Hello")
    print(badge.text)

    // Delivered.
    await Broadcaster.settled()
    print(badge.text)

    // Or here and now, where an answer is wanted.
    Broadcaster.observers(of: InboxObserver.self).forEach { $0.inboxDidChange(unread: 0) }
}

@MainActor
func adopt(_ badge: Badge) {
    // A channel of its own, that no one notifies.
    Broadcaster.register(Badge.self, observer: badge)

    // What was meant.
    Broadcaster.register(InboxObserver.self, observer: badge)
}

await run()
