// Closures that forget an `await`, throw, or whose observation isn't kept.

import Broadcaster

protocol UploadObserver {
    func uploadDidFail()
}

nonisolated enum UploadObserverMessage: Broadcaster.Message {
    case uploadDidFail

    @MainActor
    func send(to observer: any UploadObserver) {}

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any UploadObserver { fatalError() }
}

nonisolated protocol OrderObserver: Sendable {
    func orderPlaced()
}

nonisolated enum OrderObserverMessage: Broadcaster.SendableMessage {
    case orderPlaced

    nonisolated func send(to observer: any OrderObserver) {}

    nonisolated static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any OrderObserver {
        fatalError()
    }
}

@MainActor
final class Model {
    func store(_ message: UploadObserverMessage) async {}
    func check(_ message: UploadObserverMessage) async throws {}

    func observe() {
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, message in self.store(message) }
        // expected-error@-1 {{'async' call in a function that does not support concurrency}}
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, message in
            // expected-error@-1 {{invalid conversion from throwing function of type}}
            try await self.check(message)
        }
        Broadcaster.observe(UploadObserverMessage.self) { _ in await Task.yield() }  // expected-warning {{is unused}}
    }
}
