import Broadcaster
import Channels

//: channel Handling.Courier: send(to:)
/// It has a method with the name of the one with which messages call their observers.
package protocol Courier {
    func send(to address: Named)
}

//: channel Handling.Polled: state (property), poll()
package protocol Polled {
    /// No one reads it, which is no problem, because it is no message.
    var state: Int { get }
    func poll()
}

extension Inbox {
    //: channel Channels.Inbox.Found: found()
    /// Its name has a mark, because the extension is in another module.
    package protocol Found {
        func found()
    }
}

//: channel Handling.Hidden: hid()
/// Its name has a mark, because another file may have a protocol of this name.
private protocol Hidden {
    func hid()
}

@MainActor
private final class Hider: @MainActor Hidden {
    func hid() {}

    func hide() {
        //: register Handling.Hidden: Hider (registered in its hide); handles hid()
        Broadcaster.register(Hidden.self, observer: self)
        //: notify Handling.Hidden: Hider.hide(); calls hid()
        Broadcaster.notify(Hidden.self) { $0.hid() }
    }
}

@MainActor
//: never registered for Channels.Inbox.Found
package final class Post: @MainActor Courier, @MainActor Polled, @MainActor Inbox.Found, @MainActor Life {
    package static let office = Post()
    package let state = 1

    package func send(to address: Named) {}
    package func poll() {}
    package func found() {}
    package func began() {}
    package func ended() {}
}

extension Array {
    @MainActor
    package final class Box: @MainActor Inbox.Found {
        package func found() {}

        //: register Channels.Inbox.Found: Array.Box (registered in its open); handles found()
        package func open() { Broadcaster.register(Inbox.Found.self, observer: self) }
    }
}

@MainActor
package enum Desk {
    package static func run() {
        //: register Handling.Courier: Post (registered in Desk.run()); handles send(to:)
        Broadcaster.register(Courier.self, observer: Post.office)
        //: register Handling.Polled: Post (registered in Desk.run()); handles state, poll()
        Broadcaster.register(Polled.self, observer: Desk.post)
        //: notify Handling.Courier: Desk.run(); calls send(to:)
        Broadcaster.notify(Courier.self) { $0.send(to: Label()) }
        //: notify Handling.Polled: Desk.run(); calls poll()
        Broadcaster.notify((any Polled & Sendable).self) { $0.poll() }
        //: notify Channels.Life: Desk.run(); calls began()
        second(1, Life.self) { $0.began() }
        //: notify Channels.Inbox.Found: Desk.run(); calls found()
        log(#"a "quoted) text"#, Inbox.Found.self) { $0.found() }
        //: notify Channels.Life: Desk.run(); calls began()
        log(##"a "# (text"##, Life.self) { $0.began() }
        //: notify Channels.Life: Desk.run(); calls ended()
        log(
            """
            a "quoted" (text
            """, /* a comment /* in a comment, ) */ ( */
            Life.self
        ) { $0.ended() }
        //: notify Handling.Polled: Desk.run(); calls poll()
        log(#"a \#(") ," + #"b \("#)"#, Polled.self) { $0.poll() }
        //: notify Channels.Life: Desk.run(); calls ended()
        call { $0.ended() }
    }

    private static let post = Post()

    /// Its type is the second parameter without a label.
    private static func second<T>(_ count: Int, _ type: T.Type, _ block: @escaping @MainActor (T) -> Void) {
        Broadcaster.notify(type, block: block)
    }

    /// What the block calls is known only to the caller, whose block isn't here.
    package static func call(_ block: @escaping @MainActor (any Life) -> Void) {
        Broadcaster.notify(Life.self, block: block)
    }

    private static func log<T>(_ text: String, _ type: T.Type, _ block: @escaping @MainActor (T) -> Void) {
        print("\(text.count) \(Broadcaster.notify(type, block: block))")
    }

    /// A loop takes the name of the parameter.
    package static func loop<T>(_ type: T.Type) {
        //: notify Channels.Life: Desk.loop(_:); calls began()
        for type in [Life.self] { Broadcaster.notify(type) { $0.began() } }
    }

    package static func callsLoop() { loop(Post.self) }
}

package struct Label: Named {
    package let name = "label"
}

//: channel Handling.Gauge: level (property), drained()
package protocol Gauge {
    var level: Int { get }
    func drained()
}

extension Gauge {
    package var level: Int { 0 }
    package func drained() {}
}

/// It handles a property only, which nothing reads, so it stands below the channel.
@MainActor
package final class Meter: @MainActor Gauge {
    package let level = 1
}

@MainActor
package final class Valve: @MainActor Gauge {
    package func drained() {}

    package func drain() {
        //: register Handling.Gauge: Meter (registered in Valve.drain()); handles level
        //: releasedObserver: Handling.Gauge is registered in Valve.drain() for an object that nothing keeps
        Broadcaster.register(Gauge.self, observer: Meter())
        //: register Handling.Gauge: Valve (registered in its drain); handles drained()
        Broadcaster.register(Gauge.self, observer: self)
        //: notify Handling.Gauge: Valve.drain(); calls drained()
        Broadcaster.notify(Gauge.self) { $0.drained() }
    }
}
