// Classes that aren't on the main actor, although it's the default, because they name a Sendable protocol.
// Cells: main

import Broadcaster

nonisolated protocol RequestObserver: AnyObject, Sendable { func handled() }

final class Counter: RequestObserver {
    private var count = 0
    // expected-mode5-warning@-1 {{stored property 'count' of 'Sendable'-conforming class 'Counter' is mutable}}
    // expected-mode6-error@-2 {{stored property 'count' of 'Sendable'-conforming class 'Counter' is mutable}}

    nonisolated func handled() {
        Task { @MainActor in count += 1 }
    }
}

final class Label {
    var text = ""
    // expected-mode6-note@-1 {{mutation of this property is only permitted within the actor}}
}

final class StatusBar: RequestObserver {
    private let label = Label()

    nonisolated func handled() {}
    func clear() { label.text = "" }
    // expected-mode6-error@-1 {{main actor-isolated property 'text' can not be mutated from a nonisolated context}}
    // expected-mode6-note@-2 {{add '@MainActor' to make instance method 'clear()' part of global actor 'MainActor'}}
}

@MainActor
final class Badge: RequestObserver {
    private var count = 0

    nonisolated func handled() {
        Task { @MainActor in count += 1 }
    }
}
