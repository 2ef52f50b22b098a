import Broadcaster
import Foundation

/// The channel of a burst, on the main actor.
protocol NumberListener {
    func receive(_ number: Int)
}

/// A message of a burst, with its place in the burst.
enum NumberMessage: Broadcaster.Message {
    case receive(Int)

    private final class Observer: NumberListener {
        private let receive: @Sendable (NumberMessage) -> Void

        init(_ receive: @escaping @Sendable (NumberMessage) -> Void) { self.receive = receive }

        func receive(_ number: Int) { receive(.receive(number)) }
    }

    static func makeObserver(_ receive: @escaping @Sendable (NumberMessage) -> Void) -> any NumberListener {
        Observer(receive)
    }

    func send(to observer: any NumberListener) {
        switch self {
        case .receive(let number): observer.receive(number)
        }
    }
}

/// Handles the messages of one burst after another: each calls the observer of its place.
@MainActor
final class BurstHandler {
    private let observers: [CountingObserver]
    private let tally: Tally
    private var handled = 0
    /// Signaled when all messages of a burst are handled.
    nonisolated let done = DispatchSemaphore(value: 0)

    init(_ observers: [CountingObserver], _ tally: Tally) {
        self.observers = observers
        self.tally = tally
    }

    func handle(_ message: NumberMessage) async { handleSynchronously(message) }

    func handleSynchronously(_ message: NumberMessage) {
        guard case .receive(let number) = message else { return }
        observers[number].receive(tally)
        handled += 1
        if handled.isMultiple(of: observers.count) { done.signal() }
    }
}

extension Row {
    /// A burst of as many messages as there are observers, until the last one is handled on the main actor.
    ///
    /// A burst of several messages is sent while the main queue is blocked, as in `onMainQueue`.
    static func burst(
        _ name: String, _ observe: @escaping @MainActor (Broadcaster, BurstHandler) -> (@MainActor () -> Void)
    ) -> Row {
        Row(name) { observers, tally in
            let broadcaster = Broadcaster()
            let (handler, stop) = DispatchQueue.main.sync {
                MainActor.assumeIsolated {
                    let handler = BurstHandler(observers, tally)
                    return (handler, observe(broadcaster, handler))
                }
            }
            let run: (Int) -> Void = { times in
                for _ in 0..<times {
                    let allSent = DispatchSemaphore(value: 0)
                    if observers.count > 1 { DispatchQueue.main.async { allSent.wait() } }
                    for number in observers.indices { broadcaster.notify(NumberMessage.receive(number)) }
                    allSent.signal()
                    handler.done.wait()
                }
            }
            let end: (Int) -> Void = { runs in
                DispatchQueue.main.sync { MainActor.assumeIsolated(stop) }
                tally.end(name, expecting: runs)
                withExtendedLifetime(handler) {}
            }
            return Workload(run: run, end: end)
        }
    }
}

extension Rows {
    static let burst = Row.burst("a closure") { broadcaster, handler in
        broadcaster.observe(NumberMessage.self, owner: handler) { handler, message in
            handler.handleSynchronously(message)
        }
        return {}
    }
    package static let awaitingBurst = Row.burst("a closure that awaits") { broadcaster, handler in
        broadcaster.observe(NumberMessage.self, owner: handler) { handler, message in await handler.handle(message) }
        return {}
    }
    static let loopBurst = Row.burst("a loop over `messages`") { broadcaster, handler in
        let messages = broadcaster.messages(NumberMessage.self)
        let loop = Task { for await message in messages { await handler.handle(message) } }
        return { loop.cancel() }
    }
    static let taskBurst = Row.burst("a closure that starts a `Task`") { broadcaster, handler in
        broadcaster.observe(NumberMessage.self, owner: handler) { handler, message in
            Task { await handler.handle(message) }
        }
        return {}
    }
    package static let awaiting = [burst, awaitingBurst, loopBurst, taskBurst]
}
