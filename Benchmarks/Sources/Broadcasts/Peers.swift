import Foundation
import OpenCombine
import OpenCombineDispatch

/// Posts to blocks that hold their observer weakly.
struct Posts: ChangingImplementation {
    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: CountingObserver?
    private let queue: OperationQueue?
    private let others: [CountingObserver]
    private let tally: Tally

    /// Each of the others observes an object of its own.
    init(
        _ tally: Tally, _ center: NotificationCenter = .init(), name: String = "", object: CountingObserver? = nil,
        queue: OperationQueue? = nil, others count: Int = 0
    ) {
        self.tally = tally
        self.center = center
        self.name = Notification.Name(name)
        self.object = object
        self.queue = queue
        others = countingObservers(count)
        for other in others { _ = center.observe(self.name, object: other, with: other, tally) }
    }

    func register(_ observer: CountingObserver) -> any NSObjectProtocol {
        center.observe(name, object: object, on: queue, with: observer, tally)
    }
    func unregister(_: CountingObserver, _ token: any NSObjectProtocol) { center.removeObserver(token) }
    func broadcast() { center.post(name: name, object: object) }
}

extension NotificationCenter {
    func observe(
        _ name: Notification.Name, object: AnyObject? = nil, on queue: OperationQueue? = nil,
        with observer: CountingObserver, _ tally: Tally
    ) -> any NSObjectProtocol {
        addObserver(forName: name, object: object, queue: queue) { [weak observer] _ in observer?.receive(tally) }
    }
}

/// Foundation's typed messages.
struct TypedPosts: Implementation {
    private final class Sender: Sendable {}
    private struct Message: NotificationCenter.MainActorMessage {
        typealias Subject = Sender
        let tally: Tally
    }

    private let center = NotificationCenter()
    private let sender = Sender()
    let tally: Tally

    func register(_ observer: CountingObserver) -> NotificationCenter.ObservationToken {
        MainActor.assumeIsolated {
            center.addObserver(of: sender, for: Message.self) { [weak observer] in observer?.receive($0.tally) }
        }
    }
    func broadcast() { MainActor.assumeIsolated { center.post(Message(tally: tally), subject: sender) } }
}

/// A `PassthroughSubject` with sinks that hold their observer weakly.
struct Subject: ChangingImplementation, @unchecked Sendable {  // `@unchecked`: one thread at a time uses it.
    private let subject = PassthroughSubject<Tally, Never>()
    let tally: Tally

    func register(_ observer: CountingObserver) -> AnyCancellable {
        subject.sink { [weak observer] in observer?.receive($0) }
    }
    func unregister(_: CountingObserver, _ token: AnyCancellable) { token.cancel() }
    func broadcast() { subject.send(tally) }

    /// The same, delivered on the main queue.
    struct OnMainQueue: Implementation {
        let base: Subject

        func register(_ observer: CountingObserver) -> AnyCancellable {
            base.subject.receive(on: DispatchQueue.main.ocombine).sink { [weak observer] in observer?.receive($0) }
        }
        func broadcast() { base.broadcast() }
    }
}
