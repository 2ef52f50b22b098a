import Broadcaster
import Channels
import Observation

package protocol Audit {
    func audited()
    func skipped()
}

extension Audit {
    package func audited() {}
    package func skipped() {}
}

/// As a channel, it has a default; for the channel that it refines, the same method isn't one.
package protocol Logging: Audit {}

extension Logging {
    package func audited() {}
}

package final class Logger: Logging {}

/// It handles nothing.
package final class Idler: Audit {}

/// It requires again what has a default.
package protocol Restating: Audit {
    func audited()
}

package final class Restater: Restating {
    @MainActor
    package func start() { Broadcaster.register(Audit.self, for: 2, observer: self) }
}

/// A class that inherits from it registers.
package class Ancestor: Audit {}

package final class Heir: Ancestor {
    @MainActor
    package func start() { Broadcaster.register(Audit.self, for: 1 as Int?, observer: self) }
}

@MainActor
package func audit() {
    Broadcaster.register(Audit.self, observer: Logger())
    Broadcaster.register(Audit.self, observer: Idler())
    Broadcaster.register(Logging.self, observer: Logger())
    Broadcaster.notify(Audit.self, for: "two  spaces (\n)") {
        $0.audited()
        $0.skipped()
    }
    Broadcaster.notify(
        Logging.self,
        for: audit(
            "two  spaces",  // a comment
            2
        )
    ) { $0.audited() }
}

private func audit(_ name: String, _ count: Int) -> String { name }

@MainActor
package final class Account: @MainActor Life {
    package var name = "" {
        didSet { Broadcaster.register(Life.self, observer: self) }
    }

    package func began() {}
    package func ended() {}
}

/// A macro moves what its properties do.
@available(macOS 14, iOS 17, watchOS 10, tvOS 17, *)
@Observable
package final class Model {
    package var title = "" {
        didSet { Broadcaster.notify(Life.self) { $0.ended() } }
    }
}

@MainActor
extension Desk {
    /// What its other calls send isn't what a closure sends that it gets, or that calls another function.
    package static func callAll(_ block: @escaping @MainActor (any Life) -> Void) {
        Broadcaster.notify(Life.self) { $0.began() }
        Broadcaster.notify(Life.self, block: block)
        Broadcaster.notify(Life.self) { end($0) }
    }

    /// A closure in a constant is sent, and what another call sends isn't.
    package static func callConstant() {
        Broadcaster.notify(Life.self) { $0.began() }
        let block: @MainActor (any Life) -> Void = { $0.ended() }
        Broadcaster.notify(Life.self, block: block)
    }

    private static func end(_ life: any Life) { life.ended() }
}

/// Its callers are the observers.
@MainActor
package protocol Registering: AnyObject {}

extension Registering {
    package func observe<T>(_ type: T.Type) {
        guard let observer = self as? T else { return }
        Broadcaster.register(type, observer: observer)
    }
}

@MainActor
package final class Shelf: @MainActor Store, @MainActor Audit, @MainActor Life, Registering {
    package func stored(_ element: Int) {}
    package func audited() {}
    package func began() {}
    package func ended() {}

    package func open() {
        let shelf = Shelf()
        Broadcaster.register(Storing<Int>.self, observer: shelf)
        Broadcaster.register(Audit.self, observer: self as any Audit)
        observe(Life.self)
        // The value of another constant isn't its own.
        let late: Account
        do { late = Account() }
        let early: Account, spare = Shelf()
        early = late
        spare.open()
        let other = Shelf()
        Broadcaster.register(Life.self, for: "early", observer: early)
        Broadcaster.register(Life.self, for: "init", observer: Account.init())
        let pair = Account()
        Broadcaster.register(Life.self, for: "pair", observer: pair.self)
        Broadcaster.register(Life.self, observer: late)
        Broadcaster.register(Life.self, observer: other)
        // The parameter of the closure takes the name of the constant.
        [(other as any Life, 1)].forEach { other, _ in Broadcaster.register(Life.self, observer: other) }
    }
}
