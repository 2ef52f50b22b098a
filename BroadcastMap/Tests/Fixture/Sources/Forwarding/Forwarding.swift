import Broadcaster
import Channels

package protocol Bus {
    func post<T>(retries: Int, _ type: T.Type, block: @escaping @MainActor (T) -> Void)
}

/// Its callers call the requirement.
package struct RealBus: Bus {
    package func post<T>(retries: Int, _ type: T.Type, block: @escaping @MainActor (T) -> Void) {
        Broadcaster.notify(type, block: block)
    }
}

package func send<T>(to type: T.Type, _ block: @escaping @MainActor (T) -> Void) {
    Broadcaster.notify(T.self, block: block)
}

package func sendLater<Channel>(
    after delay: (Int, String) = (1, ")"),
    to type: Channel.Type,
    _ block: @escaping @MainActor (Channel) -> Void
) {
    [1].forEach { _ in send(to: type, block) }
}

package struct Sender {
    package let bus: any Bus

    package func run() {
        //: notify Channels.TitleObserver: Sender.run(); calls titleDidChange(to:)
        send(to: Title.self) { $0.titleDidChange(to: "sent") }
        //: notify Channels.Update: Sender.run(); calls updated()
        sendLater(after: (2, "), to: (\("("))"), to: Channels.Update.self) { $0.updated() }
        //: notify Channels.Inbox.Observer: Sender.run(); calls inboxDidChange()
        sendLater(to: (any Inbox.Observer).self) { $0.inboxDidChange() }
        //: notify Channels.Theme: Sender.run(); calls themeDidChange()
        bus.post(retries: 3, Theme.self) { $0.themeDidChange() }
    }
}

package struct LocalSender {
    /// The parameter is that of the inner function.
    package func run<U>(_ type: U.Type) {
        func inner<T>(_ type: T.Type, _ block: @escaping @MainActor (T) -> Void) {
            Broadcaster.notify(type, block: block)
        }
        //: notify Channels.Theme: LocalSender.run(_:); calls themeDidChange()
        inner(Theme.self) { $0.themeDidChange() }
    }

    package func runsBoth() { run(Life.self) }
}

/// A property wrapper, whose arguments name the channel.
@propertyWrapper
package struct Announcing<T> {
    package let wrappedValue: Int

    package init(wrappedValue: Int, _ type: T.Type) {
        self.wrappedValue = wrappedValue
        Broadcaster.notify(type) { _ in }
    }
}

package struct Volume {
    //: notify Channels.Theme: Volume.level; calls nothing
    @Announcing(Theme.self) package var level = 1

    package subscript<T>(type: T.Type) -> Int {
        //: unresolved Volume.subscript(_:): no caller passes a channel
        Broadcaster.notify(type) { _ in }
        return level
    }

    /// The types of its parameters are passed where a call is written, in whatever way.
    package func callAsFunction<T>(_ type: T.Type) { Broadcaster.notify(type) { _ in } }
}

//: notify Channels.TitleObserver: turn(_:); calls nothing
package func turn(_ volume: Volume) { volume(Title.self) }

@MainActor
open class Screen {
    package func observe<T>(_ type: T.Type) {
        guard let observer = self as? T else { return }
        Broadcaster.register(type, observer: observer)
    }

    /// The class of the observer is only known when the program runs.
    package func observeAsSelf<T>(_ type: T.Type) {
        Broadcaster.register(type, observer: self as! T)
    }

    /// A subclass conforms.
    package func appear() {
        let screen = self as! any Life
        //: register Channels.Life: an object in Screen.appear()
        Broadcaster.register(Life.self, observer: screen)
    }

    package func attach<T>(_ observer: T, to type: T.Type) {
        Broadcaster.register(type, observer: observer)
    }
}

@MainActor
package final class Settings: Screen, @MainActor Life {
    package func began() {}
    package func ended() {}

    package func start() {
        //: register Channels.Life: Settings (registered in its start); handles began(), ended()
        observe(Life.self)
        //: register Channels.Life: Settings (registered in its start); handles began(), ended()
        super.observeAsSelf((any Life).self)
        //: register Channels.Life: Settings (registered in its start); handles began(), ended()
        attach(self, to: Life.self)
    }
}

/// Its callers call the method that is overridden twice.
package class Mail {
    package func post<T>(_ type: T.Type, block: @escaping @MainActor (T) -> Void) {}
}

package class AirMail: Mail {
    package override func post<T>(_ type: T.Type, block: @escaping @MainActor (T) -> Void) {}
}

package final class NightMail: AirMail {
    package override func post<T>(_ type: T.Type, block: @escaping @MainActor (T) -> Void) {
        Broadcaster.notify(type, block: block)
    }
}

//: notify Channels.Life: deliver(_:); calls ended()
package func deliver(_ mail: Mail) { mail.post(Life.self) { $0.ended() } }

/// Its names have backticks.
package func post<T>(`in` `protocol`: T.Type, _ block: @escaping @MainActor (T) -> Void) {
    Broadcaster.notify(`protocol`, block: block)
}

//: notify Channels.Life: postInLife(); calls ended()
package func postInLife() { post(in: Life.self) { $0.ended() } }

/// It observes what it sends, so its callers do both.
@MainActor
package func join<T>(_ type: T.Type, _ observer: T) {
    Broadcaster.register(type, observer: observer)
    Broadcaster.notify(type) { _ in }
}

@MainActor
package func joinLife(_ settings: Settings) {
    // A key is shown as it is written.
    let key = "life"
    //: notify Channels.Life: joinLife(_:); calls ended(); for: key
    Broadcaster.notify(Life.self, for: key) { $0.ended() }
    //: notify Channels.Life: joinLife(_:); calls nothing
    //: register Channels.Life: Settings (registered in joinLife(_:)); handles began(), ended()
    join(Life.self, settings)
}
