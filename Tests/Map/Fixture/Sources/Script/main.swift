import Broadcaster
import Channels

final class Printer: Title, BroadcastObserver {
    func titleDidChange(to title: String) { print(title) }
    func broadcastWillBeSent(_ broadcast: Broadcast) {}
    func broadcastWasDelivered(
        _ broadcast: Broadcast, observerCount: Int, queueTime: Double, duration: Double
    ) {}
}

let printer = Printer()
Broadcaster.register(Title.self, observer: printer)
Broadcaster.register(BroadcastObserver.self, observer: printer)
Broadcaster.notify(Title.self) { $0.titleDidChange(to: "Script") }
await Broadcaster.settled()
