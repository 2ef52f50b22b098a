import Foundation
import OpenCombine
import OpenCombineDispatch

/// Posts to blocks that hold their observer weakly.
struct Posts: ChangingContender {
    private let center: NotificationCenter
    private let name: Notification.Name
    private let queue: OperationQueue?
    private let tally: Tally

    init(_ tally: Tally, _ center: NotificationCenter = .init(), name: String = "", queue: OperationQueue? = nil) {
        self.tally = tally
        self.center = center
        self.name = Notification.Name(name)
        self.queue = queue
    }

    func register(_ observer: CountingObserver) -> any NSObjectProtocol {
        center.addObserver(forName: name, object: nil, queue: queue) { [weak observer, tally] _ in
            observer?.receive(tally)
        }
    }
    func unregister(_: CountingObserver, _ token: any NSObjectProtocol) { center.removeObserver(token) }
    func broadcast() { center.post(name: name, object: nil) }
}

/// Foundation's typed messages.
struct TypedPosts: Contender {
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
///
/// `@unchecked`: one thread at a time uses it.
struct Subject: ChangingContender, @unchecked Sendable {
    private let subject = PassthroughSubject<Tally, Never>()
    let tally: Tally

    func register(_ observer: CountingObserver) -> AnyCancellable {
        subject.sink { [weak observer] in observer?.receive($0) }
    }
    func unregister(_: CountingObserver, _ token: AnyCancellable) { token.cancel() }
    func broadcast() { subject.send(tally) }

    /// The same, delivered on the main queue.
    struct OnMainQueue: Contender, @unchecked Sendable {
        let base: Subject

        func register(_ observer: CountingObserver) -> AnyCancellable {
            base.subject.receive(on: DispatchQueue.main.ocombine).sink { [weak observer] in observer?.receive($0) }
        }
        func broadcast() { base.broadcast() }
    }
}

/// What one writes first: a `Set` of weak references by the name of the protocol, and a cast for each call.
final class FirstAttempt: ChangingContender, @unchecked Sendable {  // `@unchecked`: `queue` guards `observers`.
    private struct Weak: Hashable, @unchecked Sendable {
        weak var object: AnyObject?
        let identity: ObjectIdentifier

        static func == (one: Weak, other: Weak) -> Bool { one.identity == other.identity }
        func hash(into hasher: inout Hasher) { hasher.combine(identity) }
    }

    private var observers: [String: Set<Weak>] = [:]
    private let queue = DispatchQueue(label: "FirstAttempt", attributes: .concurrent)
    private let tally: Tally

    init(tally: Tally) {
        self.tally = tally
    }

    func register(_ observer: CountingObserver) { register((any Listener).self, observer) }
    func unregister(_ observer: CountingObserver, _: Void) { unregister((any Listener).self, observer) }
    func broadcast() { callAll((any Listener).self) { [tally] in $0.receive(tally) } }

    private func register<T>(_ protocolType: T.Type, _ observer: AnyObject) {
        let weak = Weak(object: observer, identity: ObjectIdentifier(observer))
        queue.sync(flags: .barrier) { _ = observers["\(protocolType)", default: []].insert(weak) }
    }

    private func unregister<T>(_ protocolType: T.Type, _ observer: AnyObject) {
        let weak = Weak(object: observer, identity: ObjectIdentifier(observer))
        queue.sync(flags: .barrier) { _ = observers["\(protocolType)"]?.remove(weak) }
    }

    private func callAll<T>(_ protocolType: T.Type, _ block: (T) -> Void) {
        for weak in queue.sync(execute: { observers["\(protocolType)"] ?? [] }) {
            if let observer = weak.object as? T { block(observer) }
        }
    }

    /// The same, with one `main.async` for each observer.
    struct OnMainQueue: Contender {
        let base: FirstAttempt

        func register(_ observer: CountingObserver) { base.register(observer) }
        func broadcast() { notify((any Listener).self) { [tally = base.tally] in $0.receive(tally) } }

        private func notify<T>(_ protocolType: T.Type, _ block: @escaping @Sendable (T) -> Void) {
            for weak in base.queue.sync(execute: { base.observers["\(protocolType)"] ?? [] }) {
                DispatchQueue.main.async { if let observer = weak.object as? T { block(observer) } }
            }
        }
    }
}
