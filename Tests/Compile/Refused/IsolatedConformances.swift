// Conformances on the main actor, used off the main actor.

import Broadcaster

// A class, an actor and a detached task register an observer off the main actor, for a plain protocol.
protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated final class TitleBar {
    init() {
        Broadcaster.register((any TitleObserver).self, observer: self)
        // expected-warning@-1 {{call to main actor-isolated static method 'register(_:for:observer:)' in a synchronous nonisolated context}}
        // expected-mode5-warning@-2 {{main actor-isolated conformance of 'TitleBar' to 'TitleObserver' cannot be used in nonisolated context}}
        // expected-mode6-error@-3 {{main actor-isolated conformance of 'TitleBar' to 'TitleObserver' cannot be used in nonisolated context}}
    }
}

extension TitleBar: @MainActor TitleObserver {
    @MainActor func titleDidChange(_ title: String) {}
}

actor Archive {
    func open() {
        Broadcaster.register((any TitleObserver).self, observer: self)
        // expected-warning@-1 {{call to main actor-isolated static method 'register(_:for:observer:)' in a synchronous actor-isolated context}}
        // expected-mode5-warning@-2 {{main actor-isolated conformance of 'Archive' to 'TitleObserver' cannot be used in actor-isolated context}}
        // expected-mode6-error@-3 {{main actor-isolated conformance of 'Archive' to 'TitleObserver' cannot be used in actor-isolated context}}
    }

    @MainActor
    init() {
        Broadcaster.register((any TitleObserver).self, observer: self)
    }
}

extension Archive: @MainActor TitleObserver {
    @MainActor func titleDidChange(_ title: String) {}
}

func detach(_ archive: Archive) {
    Task.detached {
        Broadcaster.unregister((any TitleObserver).self, observer: archive)
        Broadcaster.register((any TitleObserver).self, observer: archive)
        // expected-mode5-warning@-1 {{main actor-isolated static method 'register(_:for:observer:)' cannot be called from outside of the actor}}
        // expected-mode6-error@-2 {{main actor-isolated static method 'register(_:for:observer:)' cannot be called from outside of the actor}}
        // expected-mode5-warning@-3 {{main actor-isolated conformance of 'Archive' to 'TitleObserver' cannot be used in nonisolated context}}
        // expected-mode6-error@-4 {{main actor-isolated conformance of 'Archive' to 'TitleObserver' cannot be used in nonisolated context}}
    }
}

// A conformance on the main actor, used off the main actor.
nonisolated protocol PageObserver { func titleDidChange(_ title: String) }

@MainActor
final class PageBar {}

extension PageBar: @MainActor PageObserver {
    func titleDidChange(_ title: String) {}
}

nonisolated func look(_ bar: PageBar, in set: WeakObjectSet<any PageObserver>) -> Bool {
    set.contains(bar)
    // expected-mode5-warning@-1 {{main actor-isolated conformance of 'PageBar' to 'PageObserver' cannot be used in nonisolated context}}
    // expected-mode6-error@-2 {{main actor-isolated conformance of 'PageBar' to 'PageObserver' cannot be used in nonisolated context}}
}
