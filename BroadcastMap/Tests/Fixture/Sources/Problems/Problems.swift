import Broadcaster
import Channels

package protocol Orphan {
    func heard()
}

package protocol Silent {
    func said()
}

package protocol Half {
    func called()
    func neverCalled()
}

/// Its name ends like a keyword.
package protocol Company {
    func founded()
}

/// Conforms to a part of the composition that is sent, so it isn't an observer that is missing.
package final class Firm: Company {
    package func founded() {}
}

@MainActor
package class Base {
    package func move() {}
}

@MainActor
package final class Listener: @MainActor Silent, @MainActor Half {
    package func said() {}
    package func called() {}
    package func neverCalled() {}

    package init(base: Base) {
        Broadcaster.register(Silent.self, observer: self)
        Broadcaster.register(Half.self, observer: self)
        Broadcaster.register(Base.self, observer: base)
        Broadcaster.notify(Orphan.self) { $0.heard() }
        Broadcaster.notify(Half.self) { $0.called() }
        Broadcaster.notify(Base.self) { $0.move() }
        // A composition is a channel of its own, which nothing observes.
        Broadcaster.notify((Half & Named).self) { $0.called() }
        Broadcaster.notify((any Company & Channels.Named).self) { $0.founded() }
    }
}

/// No message, because it isn't required.
extension Half {
    package func twice() {
        called()
        called()
    }
}

/// It isn't a sender, because it only passes messages on.
@MainActor
package struct Relay: @MainActor Half {
    package let next: any Half
    package func called() { next.called() }
    package func neverCalled() { next.neverCalled() }
}
