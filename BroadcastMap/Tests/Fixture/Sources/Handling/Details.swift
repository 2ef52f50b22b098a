import Broadcaster
import Channels

/// It has a method with the name of the one with which messages call their observers.
package protocol Courier {
    func send(to address: Named)
}

package protocol Polled {
    /// No one reads it, which is no problem, because it is no message.
    var state: Int { get }
    func poll()
}

extension Inbox {
    /// Its name has a mark, because the extension is in another module.
    package protocol Found {
        func found()
    }
}

/// Its name has a mark, because another file may have a protocol of this name.
private protocol Hidden {
    func hid()
}

@MainActor
private final class Hider: @MainActor Hidden {
    func hid() {}

    func hide() {
        Broadcaster.register(Hidden.self, observer: self)
        Broadcaster.notify(Hidden.self) { $0.hid() }
    }
}

@MainActor
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

        package func open() { Broadcaster.register(Inbox.Found.self, observer: self) }
    }
}

@MainActor
package enum Desk {
    package static func run() {
        Broadcaster.register(Courier.self, observer: Post.office)
        Broadcaster.register(Polled.self, observer: Desk.post)
        Broadcaster.notify(Courier.self) { $0.send(to: Label()) }
        Broadcaster.notify((any Polled & Sendable).self) { $0.poll() }
        second(1, Life.self) { $0.began() }
        log(#"a "quoted) text"#, Inbox.Found.self) { $0.found() }
        log(##"a "# (text"##, Life.self) { $0.began() }
        log(
            """
            a "quoted" (text
            """, /* a comment /* in a comment, ) */ ( */
            Life.self
        ) { $0.ended() }
        log(#"a \#(") ," + #"b \("#)"#, Polled.self) { $0.poll() }
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
        for type in [Life.self] { Broadcaster.notify(type) { $0.began() } }
    }

    package static func callsLoop() { loop(Post.self) }
}

package struct Label: Named {
    package let name = "label"
}

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
        Broadcaster.register(Gauge.self, observer: Meter())
        Broadcaster.register(Gauge.self, observer: self)
        Broadcaster.notify(Gauge.self) { $0.drained() }
    }
}
