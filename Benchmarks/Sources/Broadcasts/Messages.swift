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

extension Row {
    /// A value that the main queue puts into the buffers of sequences, from which nothing is taken until the end.
    ///
    /// The end checks that each sequence kept as many of the messages as its policy says.
    fileprivate static func streams(
        _ name: String, _ bufferingPolicy: Broadcaster.BufferingPolicy, kept: @escaping @Sendable (_ sent: Int) -> Int
    ) -> Row {
        Row(name) { observers, tally in
            let broadcaster = Broadcaster()
            let streams = observers.map { _ in
                broadcaster.messages(of: ListenerMessage.self, bufferingPolicy: bufferingPolicy)
            }
            let run: (Int) -> Void = { times in
                let allSent = DispatchSemaphore(value: 0)
                DispatchQueue.main.async { allSent.wait() }
                for _ in 0..<times { broadcaster.notify(ListenerMessage.receive(tally)) }
                allSent.signal()
                DispatchQueue.main.sync {}
            }
            let end: (Int) -> Void = { runs in
                // Ends the sequences.
                broadcaster.unregister((any OtherListener).self)
                for stream in streams {
                    let counted = DispatchSemaphore(value: 0)
                    Task {
                        let count = await stream.reduce(0) { count, _ in count + 1 }
                        precondition(count == kept(runs), "\(name): \(count) messages of \(runs)")
                        counted.signal()
                    }
                    counted.wait()
                }
                tally.end(name, expecting: 0)
            }
            return Workload(run: run, end: end)
        }
    }
}

extension Rows {
    static let notifyValue = Row.onMainQueue("a value to closures") { Closures(tally: $0) }
    static let notifyStreams = Row.streams("a value to loops, buffered", .unbounded) { $0 }
    static let notifyFullStreams = Row.streams("a value to loops, dropped", .bufferingOldest(1)) { min($0, 1) }
    static let observe = Row.register("Broadcaster, a closure") { Closures(tally: $0) }
    package static let messages = [notify, notifyValue, subjectOnMainQueue]
}
