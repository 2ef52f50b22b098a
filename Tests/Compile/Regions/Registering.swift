// Observers that aren't `Sendable`, registered and iterated over off the main actor.

import Broadcaster

// An observer that is not Sendable, registered by a function that any thread may call.
nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated final class TitleBar: TitleObserver {
    func titleDidChange(_ title: String) {}
}

nonisolated func register(_ bar: TitleBar) {
    Broadcaster.register((any TitleObserver).self, observer: bar)
    // expected-warning@-1 {{call to main actor-isolated static method 'register(_:for:observer:)' in a synchronous nonisolated context}}
    // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
    // expected-mode6-note@-3 2 {{to main actor-isolated static method}}
    // expected-mode6-error@-4 {{sending 'bar' risks causing data races}}
}

// An independent broadcaster has the same rules as the static methods.
@MainActor
protocol ThemeObserver: AnyObject { func themeDidChange() }

nonisolated func register(_ observer: any ThemeObserver, with broadcaster: Broadcaster) {
    Broadcaster.register((any ThemeObserver).self, observer: observer)
    // expected-warning@-1 {{call to main actor-isolated static method 'register(_:for:observer:)' in a synchronous nonisolated context}}
    // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any ThemeObserver).Type' risks causing data races}}
    // expected-mode6-note@-3 2 {{to main actor-isolated static method}}
    // expected-mode6-error@-4 {{sending 'observer' risks causing data races}}
    broadcaster.register((any ThemeObserver).self, observer: observer)
    // expected-warning@-1 {{call to main actor-isolated instance method 'register(_:for:observer:)' in a synchronous nonisolated context}}
    // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any ThemeObserver).Type' risks causing data races}}
    // expected-mode6-note@-3 2 {{to main actor-isolated instance method}}
    // expected-mode6-error@-4 {{sending 'observer' risks causing data races}}
}

// An actor registers an object that it owns.
actor Owner {
    private let bar = TitleBar()

    func appear() async {
        await Broadcaster.register((any TitleObserver).self, observer: bar)
        // expected-mode6-warning@-1 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
        // expected-mode6-note@-2 2 {{to main actor-isolated static method}}
        // expected-mode6-error@-3 {{sending 'self.bar' risks causing data races}}
    }
}

// A detached task that registers its owner.
protocol PageObserver { func titleDidChange(_ title: String) }

final class PageBar: PageObserver {
    func titleDidChange(_ title: String) {}

    func load() {
        Task.detached {
            // expected-mode6-nonisolated-error@-1 {{passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure}}
            await Broadcaster.register((any PageObserver).self, observer: self)
            // expected-mode6-nonisolated-note@-1 {{closure captures 'self' which is accessible to code in the}}
            // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any PageObserver).Type' risks causing data races}}
            // expected-mode6-nonisolated-note@-3 2 {{to main actor-isolated static method}}
            // expected-mode6-nonisolated-error@-4 {{sending 'self' risks causing data races}}
            // expected-mode6-main-note@-5 {{to main actor-isolated static method}}
        }
    }
}

// The observers, asked for by a function that any thread may call.
nonisolated func renameAll(with broadcaster: Broadcaster) {
    for observer in Broadcaster.observers(of: (any TitleObserver).self) { observer.titleDidChange("Inbox") }
    // expected-warning@-1 {{call to main actor-isolated static method 'observers(of:for:)' in a synchronous nonisolated context}}
    // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
    // expected-mode6-note@-3 {{to main actor-isolated static method}}
    // expected-mode6-error@-4 {{non-Sendable 'Broadcaster.Observers<any TitleObserver>'-typed result can not be returned from main actor-isolated static method 'observers(of:for:)' to nonisolated context}}
    for observer in broadcaster.observers(of: (any TitleObserver).self) { observer.titleDidChange("Inbox") }
    // expected-warning@-1 {{call to main actor-isolated instance method 'observers(of:for:)' in a synchronous nonisolated context}}
    // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
    // expected-mode6-note@-3 {{to main actor-isolated instance method}}
    // expected-mode6-error@-4 {{non-Sendable 'Broadcaster.Observers<any TitleObserver>'-typed result can not be returned from main actor-isolated instance method 'observers(of:for:)' to nonisolated context}}
}

// The observers, asked for with `await`.
nonisolated func renameAll() async {
    for observer in await Broadcaster.observers(of: (any TitleObserver).self) { observer.titleDidChange("Inbox") }
    // expected-mode6-warning@-1 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
    // expected-mode6-note@-2 {{to main actor-isolated static method}}
    // expected-mode6-error@-3 {{non-Sendable 'Broadcaster.Observers<any TitleObserver>'-typed result can not be returned from main actor-isolated static method 'observers(of:for:)' to nonisolated context}}
}

// Observers of a plain protocol whose methods are asynchronous, awaited on the main actor.
protocol CloseObserver { func mayClose() async -> Bool }

@MainActor
func mayClose() async -> Bool {
    for observer in Broadcaster.observers(of: (any CloseObserver).self) {
        if await !observer.mayClose() { return false }
        // expected-mode6-nonisolated-current-error@-1 {{sending 'observer' risks causing data races}}
        // expected-mode6-nonisolated-current-note@-2 {{sending main actor-isolated 'observer' to nonisolated instance method 'mayClose()'}}
    }
    return true
}
