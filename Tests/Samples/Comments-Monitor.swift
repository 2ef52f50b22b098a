// What the sample in Monitor.swift uses and doesn't declare.
final class Statistics: Broadcaster.Monitor {
    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {}
    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {}
}

let statistics = Statistics()
