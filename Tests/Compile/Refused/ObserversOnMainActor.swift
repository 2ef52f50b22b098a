// Observers on the main actor, whose protocol isn't.

import Broadcaster

// A class on the main actor that conforms to a protocol that isn't.
protocol TitleObserver { func titleDidChange(_ title: String) }

@MainActor
final class TitleBar: TitleObserver {
    // expected-mode5-nonisolated-current-warning@-1 {{conformance of 'TitleBar' to protocol 'TitleObserver' crosses into main actor-isolated code and can cause data races}}
    // expected-nonisolated-current-note@-2 {{isolate this conformance to the main actor with '@MainActor'}}
    // expected-nonisolated-current-note@-3 {{mark all declarations used in the conformance 'nonisolated'}}
    // expected-nonisolated-current-note@-4 {{turn data races into runtime errors with '@preconcurrency'}}
    // expected-mode6-nonisolated-current-error@-5 {{conformance of 'TitleBar' to protocol 'TitleObserver' crosses into main actor-isolated code and can cause data races}}
    func titleDidChange(_ title: String) {}
    // expected-nonisolated-current-note@-1 {{main actor-isolated instance method 'titleDidChange' cannot satisfy}}
}

// A conformance on the main actor to a protocol that is marked `nonisolated`.
nonisolated protocol PageObserver { func titleDidChange(_ title: String) }

@MainActor
final class PageBar {
    private var title = ""
    // expected-nonisolated-note@-1 {{mutation of this property is only permitted within the actor}}
}

extension PageBar: @MainActor PageObserver {
    func titleDidChange(_ title: String) { self.title = title }
    // expected-nonisolated-error@-1 {{main actor-isolated property 'title' can not be mutated from a nonisolated context}}
}

@MainActor
final class PageTitle {
    private var title = ""
}

extension PageTitle: @MainActor PageObserver {
    @MainActor func titleDidChange(_ title: String) { self.title = title }
}

// A class on the main actor that conforms to a Sendable protocol, without and with an isolated conformance.
nonisolated protocol RequestObserver: AnyObject, Sendable { func handled() }

@MainActor
final class Counter: RequestObserver {
    // expected-mode5-main-warning@-1 {{conformance of 'Counter' to protocol 'RequestObserver' crosses into main actor-isolated code and can cause data races}}
    // expected-mode6-main-error@-2 {{conformance of 'Counter' to protocol 'RequestObserver' crosses into main actor-isolated code and can cause data races}}
    // expected-main-note@-3 {{isolate this conformance to the main actor with '@MainActor'}}
    // expected-main-note@-4 {{mark all declarations used in the conformance 'nonisolated'}}
    // expected-main-note@-5 {{turn data races into runtime errors with '@preconcurrency'}}
    private var count = 0
    // expected-nonisolated-note@-1 {{mutation of this property is only permitted within the actor}}

    func handled() { count += 1 }
    // expected-main-note@-1 {{main actor-isolated instance method 'handled()' cannot satisfy nonisolated requirement}}
    // expected-nonisolated-error@-2 {{main actor-isolated property 'count' can not be mutated from a nonisolated context}}
}

@MainActor
final class Badge {}

extension Badge: @MainActor RequestObserver {
    // expected-error@-1 {{cannot form main actor-isolated conformance of 'Badge' to SendableMetatype-inheriting protocol 'RequestObserver'}}
    func handled() {}
}

// A subclass that observes differently than its superclass, which conforms in an extension.
protocol StepObserver {
    func go()
}

@MainActor class Base {
    init() {}
}

extension Base: @MainActor StepObserver {
    func go() {}
    // expected-current-note@-1 {{overridden declaration is here}}
    // expected-upcoming-note@-2 2 {{overridden declaration is here}}
}

final class Sub: Base {
    override func go() {}
    // expected-current-error@-1 {{instance method 'go()' is declared in extension of 'Base' and cannot be overridden}}
    // expected-upcoming-error@-2 2 {{instance method 'go()' is declared in extension of 'Base' and cannot be overridden}}
}

// A misspelled method beside an empty default: the compiler says so only in the extension that conforms.
protocol NameObserver {
    func titleDidChange(_ title: String)  // expected-note {{declared here}}
}

extension NameObserver {
    func titleDidChange(_ title: String) {}
}

@MainActor final class NameBar {}

extension NameBar: @MainActor NameObserver {
    func titleDidChanged(_ title: String) {}
    // expected-warning@-1 {{instance method 'titleDidChanged' nearly matches defaulted requirement 'titleDidChange' of protocol 'NameObserver'}}
    // expected-note@-2 3 {{}}
}

final class Window: NameObserver {
    func titleDidChanged(_ title: String) {}
}
