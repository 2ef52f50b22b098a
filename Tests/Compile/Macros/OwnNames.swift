// Generated code in a program whose own types have the names of the library's.

import Broadcaster

nonisolated class MulticastDelegate {}
nonisolated class WeakObjectSet {}
nonisolated class BroadcastMessage {}
nonisolated protocol Message {}
nonisolated protocol SendableMessage {}
nonisolated protocol Monitor {}
nonisolated struct Broadcast {}
nonisolated struct ChannelDescription {}
nonisolated struct Delivery {}
nonisolated struct Log {}
nonisolated struct NoKey: Hashable {}
nonisolated struct Observation {}
nonisolated struct Observer {}
nonisolated struct Observers {}

@Multicast
@Messages
protocol TitleObserver: AnyObject {
    func titleDidChange(_ message: BroadcastMessage, _ set: WeakObjectSet, by observer: Observer)
    func remove(_ delegate: MulticastDelegate)
    func logged(_ log: Log, delivery: Delivery)
}

nonisolated final class TitleObservers: Broadcaster.MulticastDelegate<any TitleObserver>, TitleObserver {}

@Messages
nonisolated protocol OrderObserver: Sendable {
    func orderPlaced(_ broadcast: Broadcast)
}

@MainActor
func observe(_ observer: any TitleObserver) -> [Broadcaster.Observation] {
    let observers = TitleObservers([observer])
    observers.remove(MulticastDelegate())
    observers.remove(observer)
    Broadcaster.notify(TitleObserverMessage.remove(MulticastDelegate()))
    Broadcaster.notify(OrderObserverMessage.orderPlaced(Broadcast()), for: Broadcaster.NoKey())
    return [
        Broadcaster.observe(TitleObserverMessage.self) { print($0) },
        Broadcaster.observe(OrderObserverMessage.self) { print($0) },
    ]
}
