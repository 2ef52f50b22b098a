import Broadcaster
import Channels

//: channel Problems.Orphan: heard()
//: unobserved: Problems.Orphan is sent, but never observed
package protocol Orphan {
    func heard()
}

//: channel Problems.Silent: said()
//: unsent: Problems.Silent is observed, but never sent
package protocol Silent {
    func said()
}

//: channel Problems.Half: called(), neverCalled()
package protocol Half {
    func called()
    //: uncalled: Channels.Named & Problems.Half.neverCalled() is never called
    //: uncalled: Problems.Half.neverCalled() is never called
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
//: channel Problems.Base
//: notAProtocol: Problems.Base isn't a protocol
package class Base {
    package func move() {}
}

@MainActor
package final class Listener: @MainActor Silent, @MainActor Half {
    package func said() {}
    package func called() {}
    package func neverCalled() {}

    package init(base: Base) {
        //: register Problems.Silent: Listener (registered in its init); handles said()
        Broadcaster.register(Silent.self, observer: self)
        //: register Problems.Half: Listener (registered in its init); handles called(), neverCalled()
        Broadcaster.register(Half.self, observer: self)
        //: register Problems.Base: Base (registered in Listener.init(base:))
        Broadcaster.register(Base.self, observer: base)
        //: notify Problems.Orphan: Listener.init(base:); calls heard()
        Broadcaster.notify(Orphan.self) { $0.heard() }
        //: notify Problems.Half: Listener.init(base:); calls called()
        Broadcaster.notify(Half.self) { $0.called() }
        //: notify Problems.Base: Listener.init(base:); calls nothing
        Broadcaster.notify(Base.self) { $0.move() }
        // A composition is a channel of its own, which nothing observes.
        //: notify Channels.Named & Problems.Half: Listener.init(base:); calls called()
        //: unobserved: Channels.Named & Problems.Half is sent, but never observed
        Broadcaster.notify((Half & Named).self) { $0.called() }
        //: notify Channels.Named & Problems.Company: Listener.init(base:); calls founded()
        //: unobserved: Channels.Named & Problems.Company is sent, but never observed
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
