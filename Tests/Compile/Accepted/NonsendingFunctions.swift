// Functions that await, as observers of a `Sendable` protocol, from any thread: with the upcoming feature
// `NonisolatedNonsendingByDefault`, those of no actor have another type.
//
// In language mode 5, the compiler warns of each conversion of a function to a `@Sendable` type.
// Cells: mode6

import Broadcaster
import Dispatch

@Messages
nonisolated protocol StockObserver: Sendable {
    func soldOut(_ article: Int)
}

nonisolated func reorder(_ message: StockObserverMessage) async {}
nonisolated func reorder(for shop: Shop, _ message: StockObserverMessage) async {}
nonisolated func reorderAtOnce(_ message: StockObserverMessage) {}
@concurrent nonisolated func reorderElsewhere(_ message: StockObserverMessage) async {}
@MainActor func show(_ message: StockObserverMessage) async {}
@MainActor func showAtOnce(_ message: StockObserverMessage) {}

nonisolated final class Shop: Sendable {
    static let stored: @Sendable (StockObserverMessage) async -> Void = { _ in }

    func reorder(_ message: StockObserverMessage) async {}

    func observe(with broadcaster: Broadcaster) -> [Broadcaster.Observation] {
        Broadcaster.observe(StockObserverMessage.self, owner: self, block: reorder(for:_:))
        Broadcaster.observe(
            StockObserverMessage.self, for: 1, owner: self, bufferingPolicy: .bufferingNewest(1), block: reorder(for:_:)
        )
        broadcaster.observe(StockObserverMessage.self, owner: self, block: reorder(for:_:))
        Broadcaster.observe(StockObserverMessage.self, owner: self) { shop, message in await shop.reorder(message) }
        return [
            Broadcaster.observe(StockObserverMessage.self, block: reorder),
            Broadcaster.observe(
                StockObserverMessage.self, for: 1, bufferingPolicy: .bufferingNewest(1), block: reorder),
            broadcaster.observe(StockObserverMessage.self, block: reorder),
            Broadcaster.observe(StockObserverMessage.self, block: Shop.stored),
            Broadcaster.observe(StockObserverMessage.self, block: reorderAtOnce),
            Broadcaster.observe(StockObserverMessage.self, block: reorderElsewhere),
            Broadcaster.observe(StockObserverMessage.self, block: show),
            Broadcaster.observe(StockObserverMessage.self) { message in await self.reorder(message) },
        ]
    }
}

@MainActor
func observeOnMainActor() -> [Broadcaster.Observation] {
    [
        Broadcaster.observe(StockObserverMessage.self, block: show),
        Broadcaster.observe(StockObserverMessage.self, block: showAtOnce),
        Broadcaster.observe(StockObserverMessage.self, block: Shop().reorder),
        Broadcaster.observe(StockObserverMessage.self, block: reorderElsewhere),
    ]
}
