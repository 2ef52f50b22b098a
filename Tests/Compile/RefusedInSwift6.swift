// What language mode 6 refuses, with the compiler's words.

import Broadcaster
import Dispatch

protocol UpdateTitle { func updateWithNewTitle(title: String) }
// expected-note@-1 2 {{protocol 'UpdateTitle' does not conform to the 'Sendable' protocol}}

final class Window: UpdateTitle {
    func updateWithNewTitle(title: String) {}
}

// An observer that is not Sendable is registered, and handed out, on the main actor only.
func registerAnywhere(_ window: Window) {
    // expected-note@-1 2 {{add '@MainActor' to make global function 'registerAnywhere' part of global actor 'MainActor'}}
    Broadcaster.register(UpdateTitle.self, observer: window)
    // expected-warning@-1 {{call to main actor-isolated static method 'register(_:observer:)' in a synchronous nonisolated context}}
    Broadcaster().register(UpdateTitle.self, observer: window)
    // expected-warning@-1 {{call to main actor-isolated instance method 'register(_:observer:)' in a synchronous nonisolated context}}
}

func handOutAnywhere() -> WeakObjectSet<any UpdateTitle> {
    // expected-note@-1 {{add '@MainActor' to make global function 'handOutAnywhere()' part of global actor 'MainActor'}}
    Broadcaster.observers(of: UpdateTitle.self)
    // expected-warning@-1 {{call to main actor-isolated static method 'observers(of:)' in a synchronous nonisolated context}}
}

@MainActor
protocol Theme { func apply() }

func registerThemeAnywhere(_ theme: any Theme) {
    // expected-note@-1 {{add '@MainActor' to make global function 'registerThemeAnywhere' part of global actor 'MainActor'}}
    Broadcaster.register(Theme.self, observer: theme)
    // expected-warning@-1 {{call to main actor-isolated static method 'register(_:observer:)' in a synchronous nonisolated context}}
}

// One that is not Sendable is not called on another queue.
func notifyAnywhere(on queue: DispatchQueue) {
    Broadcaster.notify(UpdateTitle.self, on: queue) { $0.updateWithNewTitle(title: "") }
    // expected-error@-1 {{type 'any UpdateTitle' does not conform to the 'Sendable' protocol}}
}

// An observer conforms to its protocol.
final class Stranger {}

@MainActor
func register(_ stranger: Stranger) {
    Broadcaster.register(UpdateTitle.self, observer: stranger)
    // expected-error@-1 {{argument type 'Stranger' does not conform to expected type 'UpdateTitle'}}
    WeakObjectSet<any UpdateTitle>().add(stranger)
    // expected-error@-1 {{no exact matches in call to instance method 'add'}}
    MulticastDelegate<any UpdateTitle>().add(stranger)
    // expected-error@-1 {{argument type 'Stranger' does not conform to expected type 'UpdateTitle'}}
}

// Sets are Sendable where their objects are; a multicast delegate belongs to its owner.
func needsSendable(_ value: some Sendable) {}

func send(set: WeakObjectSet<any UpdateTitle>, delegates: MulticastDelegate<any UpdateTitle>) {
    needsSendable(set)
    // expected-error@-1 {{type 'any UpdateTitle' does not conform to the 'Sendable' protocol}}
    needsSendable(delegates)
    // expected-error@-1 {{conformance of 'MulticastDelegate<T>' to 'Sendable' is unavailable}}
}

final class Centre: Sendable {
    let delegates = MulticastDelegate<any UpdateTitle>()
    // expected-error@-1 {{stored property 'delegates' of 'Sendable'-conforming class 'Centre' has non-Sendable type}}
}

// A class on the main actor conforms to a protocol that isn't.
@MainActor
final class Title: UpdateTitle {
    // expected-error@-1 {{conformance of 'Title' to protocol 'UpdateTitle' crosses into main actor-isolated code and can cause data races}}
    // expected-note@-2 {{isolate this conformance to the main actor with '@MainActor'}}
    // expected-note@-3 {{mark all declarations used in the conformance 'nonisolated'}}
    // expected-note@-4 {{turn data races into runtime errors with '@preconcurrency'}}
    func updateWithNewTitle(title: String) {}
    // expected-note@-1 {{main actor-isolated instance method 'updateWithNewTitle(title:)' cannot satisfy nonisolated requirement}}
}

// A broadcast does not wait for actors.
protocol OrderListener: Actor {
    func placed()
    // expected-note@-1 {{calls to instance method 'placed()' from outside of its actor context are implicitly asynchronous}}
}

func place() {
    Broadcaster.notify(OrderListener.self) { $0.placed() }
    // expected-error@-1 {{call to actor-isolated instance method 'placed()' in a synchronous main actor-isolated context}}
}
