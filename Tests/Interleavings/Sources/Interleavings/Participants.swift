import Explorer

@testable import Broadcaster

protocol Listener: AnyObject, Sendable { func hear(_ number: Int) }
protocol Second: AnyObject, Sendable {}
protocol Third: AnyObject, Sendable {}
protocol Fourth: AnyObject, Sendable {}
protocol Unsendable: AnyObject {}

/// Notes what it hears.
final class Observer: Listener, Second, Third, @unchecked Sendable {
    let name: String
    private let run: Run
    private let onDeinit: (() -> Void)?

    init(_ name: String, _ run: Run, onDeinit: (() -> Void)? = nil) {
        self.name = name
        self.run = run
        self.onDeinit = onDeinit
    }

    func hear(_ number: Int) { run.note("\(name)\(number)") }

    deinit {
        run.expectNoLock("deinit of \(name)")
        onDeinit?()
    }
}

extension Run {
    /// An observer that lives until the end of the run.
    func observer(_ name: String) -> Observer { keep(Observer(name, self)) }
}

enum ListenerMessage: Broadcaster.SendableMessage {
    case hear(Int)

    var number: Int {
        switch self {
        case .hear(let number): number
        }
    }

    func send(to observer: any Listener) { observer.hear(number) }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any Listener { Receiver(receive) }

    private final class Receiver: Listener {
        let receive: @Sendable (ListenerMessage) -> Void

        init(_ receive: @escaping @Sendable (ListenerMessage) -> Void) { self.receive = receive }

        func hear(_ number: Int) { receive(.hear(number)) }
    }
}

/// Notes where it is deallocated; captured by a closure.
final class Canary: @unchecked Sendable {
    private let run: Run
    private let onDeinit: (() -> Void)?

    init(_ run: Run, onDeinit: (() -> Void)? = nil) {
        self.run = run
        self.onDeinit = onDeinit
    }

    deinit {
        onDeinit?()
        run.note(ExplorerIsOnMain() ? "released on main" : "released on \(agentName)")
    }
}

/// Notes what it sees: a plus for what is sent, and a minus for what is delivered.
final class Watcher: Broadcaster.Monitor {
    private let name: String
    private let run: Run

    init(_ name: String, _ run: Run) {
        self.name = name
        self.run = run
    }

    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) { run.note("\(name)+") }
    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {
        run.note("\(name)-")
    }
}

/// The name of the thread, the task or the item that calls.
var agentName: String { ExplorerAgentName().map { String(cString: $0) } ?? "check" }

extension Broadcaster {
    /// Calls each listener, on the calling thread.
    func call(_ number: Int) { observers(of: (any Listener).self).forEach { $0.hear(number) } }
    func call<Key: Hashable & Sendable>(_ number: Int, for key: Key) {
        observers(of: (any Listener).self, for: key).forEach { $0.hear(number) }
    }

    /// The names of the listeners, in order.
    var listeners: [String] { observers(of: (any Listener).self).map { ($0 as! Observer).name } }
    func listeners<Key: Hashable & Sendable>(for key: Key) -> [String] {
        observers(of: (any Listener).self, for: key).map { ($0 as! Observer).name }
    }

    func add(_ observer: Observer) { register((any Listener).self, observer: observer) }
    func add<Key: Hashable & Sendable>(_ observer: Observer, for key: Key) {
        register((any Listener).self, for: key, observer: observer)
    }

    func remove(_ observer: Observer) { unregister((any Listener).self, observer: observer) }
    func remove<Key: Hashable & Sendable>(_ observer: Observer, for key: Key) {
        unregister((any Listener).self, for: key, observer: observer)
    }

    /// Notes the number of each message, in a closure that awaits, until the end of the run.
    @discardableResult
    func observeAwaiting(_ run: Run) -> Observation {
        run.keep(observe(ListenerMessage.self) { @Sendable message async in run.note("\(message.number)") })
    }

    /// Sends to the listeners, on the main queue or another one.
    func send(_ number: Int) { notify(ListenerMessage.hear(number)) }
    func send(_ number: Int, on queue: LibraryQueue) { notify(ListenerMessage.hear(number), on: queue) }
}

/// Calls a closure in a set-up, which runs before all threads, as if it were on the main actor.
func onMainActor<R>(_ body: @MainActor () -> R) -> R { MainQueue.assumeMainActor(body) }
