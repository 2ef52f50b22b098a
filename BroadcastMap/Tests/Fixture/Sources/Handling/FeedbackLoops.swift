import Broadcaster
import Channels

//: channel Handling.Echo: heard(), ended()
//: check echo: feedback loop: Parrot.heard() → repeatAll(with:) → speak() sends it again; it may never end
//: check echo: feedback loop: a closure in endLoops() sends it again; it may never end
package protocol Echo {
    func heard()
    func ended()
}

/// It sends what it hears, through a function of its superclass that it overrides.
@MainActor
package class Speaker {
    package func speak() {}
}

@MainActor
package final class Parrot: Speaker, @MainActor Echo {
    //: register Handling.Echo: Parrot (registered in its listen); handles heard(), ended()
    package func listen() { Broadcaster.register(Echo.self, observer: self) }
    package func heard() { repeatAll(with: self) }
    package func ended() {}
    //: notify Handling.Echo: Parrot.speak(); calls heard()
    package override func speak() { Broadcaster.notify(Echo.self) { $0.heard() } }

    private func repeatAll(with speaker: Speaker) { speaker.speak() }
}

/// Its closure ends what it hears.
@MainActor
package func endLoops() {
    //: notify Handling.Echo: endLoops(); calls ended()
    //: observe Handling.Echo: Parrot (registered in endLoops())
    Broadcaster.observe(Words.self, owner: Parrot()) { _, _ in Broadcaster.notify(Echo.self) { $0.ended() } }
}

/// The message of an echo.
nonisolated package enum Words: Broadcaster.Message {
    case heard

    package func send(to observer: any Echo) { observer.heard() }

    package static func makeObserver(_ receive: @escaping @Sendable (Words) -> Void) -> any Echo { fatalError() }
}

#if os(AmigaOS)
    @MainActor
    //: not in this build: Broadcaster.notify(Echo.self); os(AmigaOS)
    package func endInAnotherBuild() { Broadcaster.notify(Echo.self) { $0.ended() } }
#endif
