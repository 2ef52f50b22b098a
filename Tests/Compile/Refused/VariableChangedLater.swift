// A block that captures a variable that changes afterwards.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

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
