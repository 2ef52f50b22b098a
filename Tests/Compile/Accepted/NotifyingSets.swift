// Who may notify the members of a set, and from where.

import Broadcaster
import Dispatch

nonisolated protocol Titled: AnyObject { func update() }
nonisolated protocol Listening: AnyObject, Sendable { func update() }

@MainActor
final class Screen {
    let titles = WeakObjectSet<any Titled>()
    let delegates = MulticastDelegate<any Titled>()

    func change() {
        titles.notify { $0.update() }
        delegates.notify { $0.update() }
    }
}

actor Kitchen {
    let listeners = WeakObjectSet<any Listening>()
    let delegates = MulticastDelegate<any Listening>()

    func change() async {
        listeners.notify { $0.update() }
        listeners.notify(on: .global()) { $0.update() }
        delegates.notify { $0.update() }
        delegates.notify(on: .global()) { $0.update() }
    }
}
