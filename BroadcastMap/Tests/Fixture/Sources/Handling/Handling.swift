import Broadcaster
import Channels

//: channel Handling.Sync: syncBegan(), syncFailed(_:), syncEnded(), priority (property)
package protocol Sync {
    func syncBegan()
    //: unhandled: Handling.Sync.syncFailed(_:) is sent, but every observer leaves it to its default
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
        //: register Handling.Sync: StatusBar (registered in Engine.run()); handles syncBegan(); for: accounts["a"]!
        //: releasedObserver: Handling.Sync is registered in Engine.run() for an object that nothing keeps
        Broadcaster.register(Sync.self, for: accounts["a"]!, observer: StatusBar())
        //: register Handling.Sync: Sheet (registered in Engine.run()); handles syncEnded(); for: accounts.isEmpty ? 1 :
        //:     2
        //: releasedObserver: Handling.Sync is registered in Engine.run() for an object that nothing keeps
        Broadcaster.register(Sync.self, for: accounts.isEmpty ? 1 : 2, observer: Sheet())
        //: notify Handling.Sync: Engine.run(); calls syncBegan(); for: "all"
        Broadcaster.notify(Sync.self, for: "all") { $0.syncBegan() }
        //: notify Handling.Sync: Engine.run(); calls syncEnded(); for: accounts.count
        send(
            for: accounts
                .count
        ) { $0.syncEnded() }
        //: notify Handling.Sync: Engine.run(); calls syncEnded(); for: "wide"
        always { $0.syncEnded() }
        //: notify Handling.Sync: Engine.run(); calls syncFailed(_:)
        //: unkeyed: Handling.Sync is sent without a key in Engine.run(), but every observer has one
        Broadcaster.notify(Sync.self) { $0.syncFailed("") }
        //: observers Handling.Sync: Engine.run(); calls priority; for: #"a "key""#
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

//: channel Handling.Alarm: rang()
//: unobserved: Handling.Alarm is sent, but never observed; never registered: Handling.Bell, Handling.Siren
package protocol Alarm {
    func rang()
}

extension Alarm {
    package func rang() {}
}

//: never registered for Handling.Alarm
/// Nothing registers these, nor anything that inherits from them.
package class Bell: Alarm {}
package final class LoudBell: Bell {}
//: never registered for Handling.Alarm
package final class Siren: LoudAlarm {}

/// Conforms through a protocol that refines the channel.
package protocol LoudAlarm: Alarm {}

/// A structure can't be registered.
package struct Silence: Alarm {}

/// Its observers are of a class that a superclass registers.
@MainActor
package class Base: @MainActor Channels.Update {
    //: register Channels.Update: Base (registered in its init); handles updated(), updated(count:)
    package init() { Broadcaster.register(Channels.Update.self, observer: self) }
    package func updated() {}
    package func updated(count: Int) {}
}

package final class Derived: Base {}

@MainActor
package func ring() {
    //: notify Handling.Alarm: ring(); calls rang()
    Broadcaster.notify(Alarm.self) { $0.rang() }
}

extension Engine {
    /// Its callers share the key of the function that it calls.
    private func wider<T>(_ type: T.Type, _ block: @escaping @MainActor (T) -> Void) { wide(type, block) }
}
