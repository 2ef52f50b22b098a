// What the sample in BroadcastObserver.swift uses and doesn't declare.
final class Statistics: BroadcastObserver {
    func broadcastWillBeSent(_ broadcast: Broadcast) {}
    func broadcastWasDelivered(
        _ broadcast: Broadcast, observerCount: Int, queueTime: TimeInterval, duration: TimeInterval
    ) {}
}

let statistics = Statistics()
