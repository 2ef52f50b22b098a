// What language mode 6 refuses to send along, with the compiler's words.

import Broadcaster

protocol UpdateTitle { func updateWithNewTitle(title: String) }

// An object that is not Sendable.
final class Draft { var title = "" }

func send(_ draft: Draft) {
    Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: draft.title) }
    // expected-error@-1 {{sending 'draft' risks causing data races}}
    // expected-note@-2 {{'draft' is captured by a main actor-isolated closure}}
}

// A variable.
func send(unread: Int) {
    var title = "Inbox"
    // expected-note@-1 {{variable defined here}}
    if unread > 0 { title += " (\(unread))" }
    Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: title) }
    // expected-error@-1 {{sending 'title' risks causing data races}}
    // expected-note@-2 {{'title' is captured by a main actor-isolated closure}}
    // expected-note@-3 {{capturing use}}
    // expected-note@-4 {{variable captured by sendable closure}}
    title = ""
    // expected-warning@-1 {{'title' mutated after capture by sendable closure}}
    // expected-note@-2 {{access can happen concurrently}}
}

// An actor's own observer, which the main actor would call.
final class Bar: UpdateTitle {
    func updateWithNewTitle(title: String) {}
}

actor Owner {
    private let bar = Bar()

    func appear() async {
        await Broadcaster.register(UpdateTitle.self, observer: bar)
        // expected-error@-1 {{sending 'self.bar' risks causing data races}}
        // expected-note@-2 {{sending 'self'-isolated 'self.bar' to main actor-isolated static method}}
        // expected-warning@-3 {{sending value of non-Sendable type '(any UpdateTitle).Type' risks causing data races}}
        // expected-note@-4 {{}}
    }
}

// An actor's own set, whose members the main actor would call.
actor Holder {
    private let bars = WeakObjectSet<any UpdateTitle>()

    func appear() async {
        await bars.notify { $0.updateWithNewTitle(title: "") }
        // expected-error@-1 {{sending 'self.bars' risks causing data races}}
        // expected-note@-2 {{sending 'self'-isolated 'self.bars' to main actor-isolated instance method}}
    }
}
