// A hole of the language: a closure of another global actor, with a parameter that isn't Sendable, in place of one of the
// main actor. When a compiler refuses this, the page that lists the holes loses an entry.

import Broadcaster

nonisolated final class Payload {
    var count = 0
}

nonisolated protocol PayloadObserver { func receive(_ payload: Payload) }

nonisolated enum PayloadObserverMessage: Broadcaster.Message {
    case receive(Payload)

    @MainActor
    func send(to observer: any PayloadObserver) {
        switch self {
        case .receive(let payload): observer.receive(payload)
        }
    }

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any PayloadObserver {
        Observer(receive: receive)
    }

    private final class Observer: PayloadObserver {
        let receive: @Sendable (PayloadObserverMessage) -> Void

        init(receive: @escaping @Sendable (PayloadObserverMessage) -> Void) { self.receive = receive }

        func receive(_ payload: Payload) { receive(.receive(payload)) }
    }
}

@globalActor
actor Disk {
    static let shared = Disk()
}

@MainActor
func observe(for owner: Disk) {
    Broadcaster.observe(PayloadObserverMessage.self, owner: owner) { @Disk _, message async in
        if case .receive(let payload) = message { payload.count += 1 }
    }
}

@MainActor
func runLater(_ block: @escaping @MainActor (Payload) async -> Void) {
    let payload = Payload()
    Task { await block(payload) }
    payload.count += 1
}

@MainActor
func observeWithoutBroadcaster() {
    runLater { @Disk payload async in payload.count += 1 }
}
