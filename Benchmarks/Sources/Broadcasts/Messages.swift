import Broadcaster
import Foundation

/// The channel's one message, written as the macro would write it.
private enum ListenerMessage: Broadcaster.SendableMessage {
    case receive(Tally)

    private final class Observer: OtherListener {
        private let receive: @Sendable (ListenerMessage) -> Void

        init(_ receive: @escaping @Sendable (ListenerMessage) -> Void) {
            self.receive = receive
        }

        func receive(_ tally: Tally) { receive(.receive(tally)) }
    }

    static func makeObserver(_ receive: @escaping @Sendable (ListenerMessage) -> Void) -> any OtherListener {
        Observer(receive)
    }

    func send(to observer: any OtherListener) {
        switch self {
        case .receive(let tally): observer.receive(tally)
        }
    }
}

/// A value that the shared broadcaster delivers to closures, which hold their observer weakly.
private struct Closures: ChangingImplementation {
    let tally: Tally

    func register(_ observer: CountingObserver) -> Broadcaster.Observation {
        Broadcaster.observe(ListenerMessage.self) { [weak observer] message in
            guard case .receive(let tally) = message else { return }
            observer?.receive(tally)
        }
    }
    func unregister(_: CountingObserver, _ token: Broadcaster.Observation) { token.cancel() }
    func broadcast() { Broadcaster.notify(ListenerMessage.receive(tally)) }
    /// Waits for what is pending.
    func end() { DispatchQueue.main.sync {} }
}

extension Rows {
    static let notifyValue = Row.onMainQueue("a value to closures") { Closures(tally: $0) }
    static let observe = Row.register("Broadcaster, a closure") { Closures(tally: $0) }
    package static let messages = [notify, notifyValue, subjectOnMainQueue]
}
