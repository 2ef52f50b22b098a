import Broadcaster
import Foundation

/// The channel of a burst, on the main actor.
protocol NumberListener {
    func receive(_ number: Int)
}

/// A message of a burst, with its place in the burst.
struct NumberMessage: Broadcaster.Message {
    let number: Int

    private final class Observer: NumberListener {
        private let receive: @Sendable (NumberMessage) -> Void

        init(_ receive: @escaping @Sendable (NumberMessage) -> Void) { self.receive = receive }

        func receive(_ number: Int) { receive(NumberMessage(number: number)) }
    }

    static func makeObserver(_ receive: @escaping @Sendable (NumberMessage) -> Void) -> any NumberListener {
        Observer(receive)
    }

    func send(to observer: any NumberListener) { observer.receive(number) }
}

/// The channel of a burst, on any thread.
protocol SendableNumberListener: AnyObject, Sendable {
    func receive(_ number: Int)
}

/// The same message on that channel.
struct SendableNumberMessage: Broadcaster.SendableMessage {
    let number: Int

    private final class Observer: SendableNumberListener {
        private let receive: @Sendable (SendableNumberMessage) -> Void

        init(_ receive: @escaping @Sendable (SendableNumberMessage) -> Void) { self.receive = receive }

        func receive(_ number: Int) { receive(SendableNumberMessage(number: number)) }
    }

    static func makeObserver(
        _ receive: @escaping @Sendable (SendableNumberMessage) -> Void
    ) -> any SendableNumberListener {
        Observer(receive)
    }

    func send(to observer: any SendableNumberListener) { observer.receive(number) }
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

    func handle(_ number: Int) async { handleSynchronously(number) }

    func handleSynchronously(_ number: Int) {
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
        _ name: String,
        notify: @escaping @Sendable (Broadcaster, Int) -> Void = { $0.notify(NumberMessage(number: $1)) },
        observe: @escaping @MainActor (Broadcaster, BurstHandler) -> (@MainActor () -> Void)
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
                    for number in observers.indices { notify(broadcaster, number) }
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
            handler.handleSynchronously(message.number)
        }
        return {}
    }
    static let awaitingBurst = Row.burst("a closure that awaits") { broadcaster, handler in
        broadcaster.observe(NumberMessage.self, owner: handler) { handler, message in
            await handler.handle(message.number)
        }
        return {}
    }
    static let sendableAwaitingBurst = Row.burst(
        "a closure that awaits, of a `Sendable` protocol",
        notify: { $0.notify(SendableNumberMessage(number: $1)) },
        observe: { broadcaster, handler in
            broadcaster.observe(SendableNumberMessage.self, owner: handler) { @MainActor handler, message in
                await handler.handle(message.number)
            }
            return {}
        })
    static let loopBurst = Row.burst("a loop over `messages`") { broadcaster, handler in
        let messages = broadcaster.messages(of: NumberMessage.self)
        let loop = Task { for await message in messages { await handler.handle(message.number) } }
        return { loop.cancel() }
    }
    static let taskBurst = Row.burst("a closure that starts a `Task`") { broadcaster, handler in
        broadcaster.observe(NumberMessage.self, owner: handler) { handler, message in
            Task { await handler.handle(message.number) }
        }
        return {}
    }
    package static let awaiting = [burst, awaitingBurst, sendableAwaitingBurst, loopBurst, taskBurst]
}
