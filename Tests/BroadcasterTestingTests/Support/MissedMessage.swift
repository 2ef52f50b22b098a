import Broadcaster

/// A channel for tests that use the shared broadcaster, of which only one runs at a time.
protocol MissedObserver: AnyObject, Sendable { func missed() }

enum MissedMessage: Broadcaster.SendableMessage {
    case missed

    func send(to observer: any MissedObserver) { observer.missed() }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any MissedObserver {
        Observer(receive: receive)
    }

    private final class Observer: MissedObserver {
        let receive: @Sendable (MissedMessage) -> Void

        init(receive: @escaping @Sendable (MissedMessage) -> Void) { self.receive = receive }

        func missed() { receive(.missed) }
    }
}
