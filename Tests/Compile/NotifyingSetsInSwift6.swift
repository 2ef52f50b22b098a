// Who may notify the members of a set, and from where, in language mode 6.

import Broadcaster
import Dispatch

protocol Titled: AnyObject { func update() }
// expected-note@-1 2 {{protocol 'Titled' does not conform to the 'Sendable' protocol}}
protocol Listening: AnyObject, Sendable { func update() }

@MainActor
final class Screen {
    let titles = WeakObjectSet<any Titled>()
    let delegates = MulticastDelegate<any Titled>()

    func change() {
        titles.notify { $0.update() }
        delegates.notify { $0.update() }
        titles.notify(on: .global()) { $0.update() }
        // expected-error@-1 {{type 'any Titled' does not conform to the 'Sendable' protocol}}
        delegates.notify(on: .global()) { $0.update() }
        // expected-error@-1 {{type 'any Titled' does not conform to the 'Sendable' protocol}}
    }
}

// An actor's own observers that aren't Sendable must not be called on the main actor.
actor Kitchen {
    let titles = WeakObjectSet<any Titled>()
    let listeners = WeakObjectSet<any Listening>()
    let delegates = MulticastDelegate<any Listening>()

    func change() async {
        titles.notify { $0.update() }
        // expected-error@-1 {{main actor-isolated instance method 'notify' cannot be called from outside of the actor}}
        listeners.notify { $0.update() }
        listeners.notify(on: .global()) { $0.update() }
        delegates.notify { $0.update() }
        delegates.notify(on: .global()) { $0.update() }
    }
}
