import Broadcaster
import Channels

final class Printer: Title, Broadcaster.Monitor {
    func titleDidChange(to title: String) { print(title) }
    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {}
    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, _ delivery: Broadcaster.Delivery) {}
}

let printer = Printer()
Broadcaster.register(Title.self, observer: printer)
Broadcaster.register(Broadcaster.Monitor.self, observer: printer)
Broadcaster.notify(Title.self) { $0.titleDidChange(to: "Script") }
await Broadcaster.settled()
