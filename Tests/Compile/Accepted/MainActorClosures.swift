// Closures of the main actor as observers of a `Sendable` protocol, in each form.

import Broadcaster
import Dispatch

nonisolated protocol ParcelObserver: Sendable {
    func delivered(_ number: Int)
}

nonisolated enum ParcelObserverMessage: Broadcaster.SendableMessage {
    case delivered(Int)

    nonisolated func send(to observer: any ParcelObserver) {
        if case .delivered(let number) = self { observer.delivered(number) }
    }

    nonisolated static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any ParcelObserver {
        Observer(receive: receive)
    }

    nonisolated private final class Observer: ParcelObserver {
        let receive: @Sendable (ParcelObserverMessage) -> Void

        init(receive: @escaping @Sendable (ParcelObserverMessage) -> Void) { self.receive = receive }

        func delivered(_ number: Int) { receive(.delivered(number)) }
    }
}

@MainActor
final class ParcelBadge {
    private var count = 0
    private var observations: [Broadcaster.Observation] = []

    func observe(with broadcaster: Broadcaster) {
        Broadcaster.observe(ParcelObserverMessage.self, owner: self) { @MainActor `self`, _ in self.count += 1 }
        Broadcaster.observe(ParcelObserverMessage.self, for: "lobby", owner: self) { @MainActor badge, _ in
            badge.count += 1
        }
        broadcaster.observe(ParcelObserverMessage.self, owner: self) { @MainActor `self`, _ async in self.count += 1 }
        let stored: @MainActor @Sendable (ParcelObserverMessage) -> Void = { [weak self] _ in self?.count += 1 }
        observations = [
            Broadcaster.observe(ParcelObserverMessage.self) { @MainActor [weak self] _ in self?.count += 1 },
            broadcaster.observe(ParcelObserverMessage.self, for: 1) { @MainActor [weak self] _ in self?.count += 1 },
            Broadcaster.observe(ParcelObserverMessage.self, block: stored),
            observe(ParcelObserverMessage.self) { [weak self] _ in self?.count += 1 },
        ]
    }

    private func observe<M: Broadcaster.Message>(
        _ messageType: M.Type, block: @escaping @MainActor @Sendable (M) -> Void
    ) -> Broadcaster.Observation { Broadcaster.observe(messageType, block: block) }
}
