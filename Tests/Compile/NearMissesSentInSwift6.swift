// What is found after all else compiles: near misses that would send what isn't Sendable.

import Broadcaster

protocol UpdateTitle { func updateWithNewTitle(title: String) }

final class Bar: UpdateTitle {
    func updateWithNewTitle(title: String) {}
}

// The ways to write `self` that the compiler suggests.
final class Editor {
    private var title = "Inbox"

    func save() {
        Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: self.title) }
        // expected-error@-1 {{sending 'self' risks causing data races}}
        // expected-note@-2 {{'self' is captured by a main actor-isolated closure}}
        Broadcaster.notify(UpdateTitle.self) { [self] in $0.updateWithNewTitle(title: title) }
        // expected-error@-1 {{task or actor-isolated value cannot be sent}}
    }
}

// From async code: the metatype, the observer and the set would cross from one isolation to another.
func register(_ bar: Bar) async {
    await Broadcaster.register(UpdateTitle.self, observer: Bar())
    // expected-warning@-1 {{sending value of non-Sendable type '(any UpdateTitle).Type' risks causing data races}}
    // expected-note@-2 {{sending task-isolated value of non-Sendable type '(any UpdateTitle).Type' to main actor-isolated static method}}
    await MainActor.run { Broadcaster.register(UpdateTitle.self, observer: bar) }
    // expected-error@-1 {{sending 'bar' risks causing data races}}
    // expected-note@-2 {{'bar' is captured by a main actor-isolated closure}}
}

func count() async -> Int {
    await Broadcaster.observers(of: UpdateTitle.self).count
    // expected-error@-1 {{non-Sendable 'WeakObjectSet<any UpdateTitle>'-typed result can not be returned from main actor-isolated static method 'observers(of:)' to nonisolated context}}
    // expected-warning@-2 {{sending value of non-Sendable type '(any UpdateTitle).Type' risks causing data races}}
    // expected-note@-3 {{sending task-isolated value of non-Sendable type '(any UpdateTitle).Type' to main actor-isolated static method}}
}

// The forms that compile.
func registerOnMainActor() async {
    await MainActor.run {
        let bar = Bar()
        Broadcaster.register(UpdateTitle.self, observer: bar)
    }
}

func countOnMainActor() async -> Int {
    await MainActor.run { Broadcaster.observers(of: UpdateTitle.self).count }
}

func registerNew() async {
    let bar = Bar()
    await MainActor.run { Broadcaster.register(UpdateTitle.self, observer: bar) }
}
