// Blocks that capture what isn't `Sendable`.

import Broadcaster

// A block that captures an object that is not Sendable.
protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated final class Draft { var title = "" }

nonisolated func send(_ draft: Draft) {
    Broadcaster.notify((any TitleObserver).self) { $0.titleDidChange(draft.title) }
    // expected-mode6-error@-1 {{sending 'draft' risks causing data races}}
    // expected-mode6-note@-2 {{is captured by a main actor-isolated closure}}
}

// A block that uses a property of the sender, with `self`, strong or weak.
final class Inbox {
    var title = "Inbox"

    func rename() {
        Broadcaster.notify((any TitleObserver).self) { $0.titleDidChange(self.title) }
        // expected-mode6-nonisolated-error@-1 {{sending 'self' risks causing data races}}
        // expected-mode6-nonisolated-note@-2 {{is captured by a main actor-isolated closure}}
    }
    func renameWeakly() {
        Broadcaster.notify((any TitleObserver).self) { [weak self] in $0.titleDidChange(self?.title ?? "") }
        // expected-mode6-nonisolated-error@-1 {{sending 'self' risks causing data races}}
        // expected-mode6-nonisolated-note@-2 {{is captured by a main actor-isolated closure}}
    }
}

// A block that captures the sender in its capture list.
final class Outbox {
    var title = "Outbox"

    func rename() {
        Broadcaster.notify((any TitleObserver).self) { [self] in $0.titleDidChange(title) }
        // expected-mode6-nonisolated-error@-1 {{task or actor-isolated value cannot be sent}}
    }
}

// A sender that isn't isolated leaves itself out: its block may use the sender's identity, and not the sender.
protocol SpeedObserver: AnyObject { func speedDidChange(_ speed: Int) }

nonisolated final class Engine {
    func turn(_ speed: Int) {
        Broadcaster.notify((any SpeedObserver).self) {
            if $0 !== self { $0.speedDidChange(speed) }
            // expected-mode6-error@-1 {{sending 'self' risks causing data races}}
            // expected-mode6-note@-2 {{task-isolated 'self' is captured by a main actor-isolated closure}}
        }
        Broadcaster.notify((any SpeedObserver).self) { [me = ObjectIdentifier(self)] in
            if ObjectIdentifier($0) != me { $0.speedDidChange(speed) }
        }
    }
}

// A block that captures a variable that changes afterwards.
nonisolated func rename(unread: Int) {
    var title = "Inbox"
    // expected-note@-1 {{variable defined here}}
    Broadcaster.notify((any TitleObserver).self) { $0.titleDidChange(title) }
    // expected-mode5-warning@-1 {{reference to captured var 'title' in concurrently-executing code}}
    // expected-note@-2 {{variable captured by sendable closure}}
    // expected-note@-3 {{capturing use}}
    // expected-mode6-error@-4 {{sending 'title' risks causing data races}}
    // expected-mode6-note@-5 {{is captured by a main actor-isolated closure}}
    title += " (\(unread))"
    // expected-warning@-1 {{'title' mutated after capture by sendable closure}}
    // expected-mode6-note@-2 {{access can happen concurrently}}
    print(title)
}

// A class with a conformance on the main actor, unregistered in its deinit.
nonisolated protocol PageObserver { func titleDidChange(_ title: String) }

@MainActor
final class PageBar {
    nonisolated deinit { Broadcaster.unregister((any PageObserver).self, observer: self) }
}

extension PageBar: @MainActor PageObserver {
    func titleDidChange(_ title: String) {}
}
