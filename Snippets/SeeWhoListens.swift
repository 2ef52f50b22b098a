// Who is registered, and what is sent: on standard output and on standard error.
//
//     swift run SeeWhoListens

import Broadcaster
import Foundation

protocol InboxObserver {
    func inboxDidChange(unread: Int)
}

final class Badge: InboxObserver {
    func inboxDidChange(unread: Int) {}
}

final class Watcher: BroadcastObserver {
    func broadcastWasSent(_ broadcast: Broadcast) {
        write("sent to \(broadcast.channel)")
    }

    func broadcastWasDelivered(
            _ broadcast: Broadcast, observerCount heard: Int, queueTime waited: TimeInterval, duration took: TimeInterval) {
        let milliseconds = [waited, took].map { String(format: "%.3f ms", 1000 * $0) }
        write("\(broadcast.channel): \(heard) heard it, waited \(milliseconds[0]), took \(milliseconds[1])")
    }

    private func write(_ line: String) {
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
}

@MainActor
func run() async {
    let badge = Badge()
    Broadcaster.register(InboxObserver.self, observer: badge)

    print(Broadcaster.shared)

    for channel in Broadcaster.shared.channels {
        print(channel.name, channel.observers.count)
    }

    let watcher = Watcher()
    Broadcaster.register(BroadcastObserver.self, observer: watcher)
    Broadcaster.notify(InboxObserver.self) { $0.inboxDidChange(unread: 1) }
    await Broadcaster.settled()
    withExtendedLifetime((badge, watcher)) {}
}

#if canImport(os)
    func watchInTheSystemLog() {
        Broadcaster.register(BroadcastObserver.self, observer: BroadcastLog.shared)
    }
#endif

await run()
