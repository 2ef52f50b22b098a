import Broadcaster
import Channels

final class Printer: Title, Broadcaster.Monitor {
    func titleDidChange(to title: String) { print(title) }
    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {}
    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {}
}

let printer = Printer()
//: register Channels.TitleObserver: Printer (registered in top-level code); handles titleDidChange(to:)
Broadcaster.register(Title.self, observer: printer)
//: register Broadcaster.Broadcaster.Monitor: Printer (registered in top-level code)
Broadcaster.register(Broadcaster.Monitor.self, observer: printer)
//: notify Channels.TitleObserver: top-level code; calls titleDidChange(to:)
Broadcaster.notify(Title.self) { $0.titleDidChange(to: "Script") }
await Broadcaster.settled()
