import Broadcaster
import Channels

package protocol Sync {
    func syncBegan()
    func syncFailed(_ reason: String)
    func syncEnded()
    var priority: Int { get }
}

extension Sync {
    package func syncBegan() {}
    package func syncFailed(_ reason: String) {}
    package func syncEnded() {}
    package var priority: Int { 0 }
}

/// Its name of the message that failed is misspelled, so the default serves.
package final class StatusBar: Sync {
    package func syncBegan() {}
    package func syncFailled(_ reason: String) {}
}

package class Ending {
    package func syncEnded() {}
}

/// Inherits the method that ends from a class that doesn't conform.
package class Window: Ending {}

extension Window: Sync {}

/// Its own `syncBegan()` isn't called, because the conformance of `Window` has chosen the default.
package final class Sheet: Window {
    package func syncBegan() {}
    package override func syncEnded() {}
}

@MainActor
package struct Engine {
    package let accounts: [String: Int]

    package func run() {
        Broadcaster.register(Sync.self, for: accounts["a"]!, observer: StatusBar())
        Broadcaster.register(Sync.self, for: accounts.isEmpty ? 1 : 2, observer: Sheet())
        Broadcaster.notify(Sync.self, for: "all") { $0.syncBegan() }
        send(
            for: accounts
                .count
        ) { $0.syncEnded() }
        always { $0.syncEnded() }
        Broadcaster.notify(Sync.self) { $0.syncFailed("") }
        let priorities = Broadcaster.observers(of: Sync.self, for: #"a "key""#).map(\.priority)
        print(priorities)
    }

    /// Passes on the key of its callers.
    private func send(for café: Int, _ block: @escaping @MainActor (any Sync) -> Void) {
        post(café, Sync.self, block)
    }

    private func post<T>(_ key: Int, _ type: T.Type, _ block: @escaping @MainActor (T) -> Void) {
        Broadcaster.notify(type, for: key, block: block)
    }

    private func always(_ block: @escaping @MainActor (any Sync) -> Void) { wider(Sync.self, block) }

    /// Its callers share its key.
    private func wide<T>(_ type: T.Type, _ block: @escaping @MainActor (T) -> Void) {
        Broadcaster.notify(type, for: "wide", block: block)
    }
}

package protocol Alarm {
    func rang()
}

extension Alarm {
    package func rang() {}
}

/// Nothing registers these, nor anything that inherits from them.
package class Bell: Alarm {}
package final class LoudBell: Bell {}
package final class Siren: LoudAlarm {}

/// Conforms through a protocol that refines the channel.
package protocol LoudAlarm: Alarm {}

/// A structure can't be registered.
package struct Silence: Alarm {}

/// Its observers are of a class that a superclass registers.
@MainActor
package class Base: @MainActor Channels.Update {
    package init() { Broadcaster.register(Channels.Update.self, observer: self) }
    package func updated() {}
    package func updated(count: Int) {}
}

package final class Derived: Base {}

@MainActor
package func ring() {
    Broadcaster.notify(Alarm.self) { $0.rang() }
}

extension Engine {
    /// Its callers share the key of the function that it calls.
    private func wider<T>(_ type: T.Type, _ block: @escaping @MainActor (T) -> Void) { wide(type, block) }
}
