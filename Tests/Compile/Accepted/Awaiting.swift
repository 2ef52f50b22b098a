// Closures that await, as observers: the compiler chooses between them and synchronous ones.

import Broadcaster

@Messages
protocol UploadObserver {
    func uploadDidFail()
}

@Messages
nonisolated protocol OrderObserver: Sendable {
    func orderPlaced()
}

@globalActor
actor Disk {
    static let shared = Disk()
}

@MainActor
final class Model {
    private var count = 0
    private var observation: Broadcaster.Observation?

    func store(_ message: UploadObserverMessage) async { count += 1 }
    func place(_ message: OrderObserverMessage) { count += 1 }
    func check(_ message: UploadObserverMessage) async throws {}

    func observe(_ broadcaster: Broadcaster) {
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, message in await self.store(message) }
        Broadcaster.observe(UploadObserverMessage.self, for: 1, owner: self, bufferingPolicy: .bufferingNewest(1)) {
            `self`, message in
            if self.count > 0 { await self.store(message) }
            do { try await self.check(message) } catch { self.count = 0 }
        }
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, _ async in self.count += 1 }
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, _ in self.count += 1 }
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, message in
            Task { await self.store(message) }
        }
        broadcaster.observe(OrderObserverMessage.self, owner: self) { `self`, message in await self.place(message) }
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { @Disk `self`, message in
            await self.store(message)
        }
        broadcaster.observe(OrderObserverMessage.self, owner: self) { @MainActor `self`, _ async in self.count += 1 }
        observation = broadcaster.observe(UploadObserverMessage.self) { [weak self] in await self?.store($0) }
        observation = broadcaster.observe(UploadObserverMessage.self, block: store)
        // expected-mode5-warning@-1 {{converting non-Sendable function value}}
        observation = broadcaster.observe(OrderObserverMessage.self, for: 1) { [weak self] in await self?.place($0) }
    }
}

actor Kitchen {
    private var count = 0

    func prepare(_ message: OrderObserverMessage) { count += 1 }

    func open() {
        Broadcaster.observe(OrderObserverMessage.self, owner: self) { `self`, message in await self.prepare(message) }
    }
}

nonisolated final class Statistics: Broadcaster.Monitor {
    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {}
    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {}
}
