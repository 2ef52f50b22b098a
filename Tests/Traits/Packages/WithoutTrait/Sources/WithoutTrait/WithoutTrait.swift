import Broadcaster

protocol DownloadObserver {
    func downloadDidFinish(_ name: String)
}

/// A message written by hand, which has the name that the macro would write.
enum DownloadObserverMessage: Broadcaster.Message {
    case downloadDidFinish(String)

    func send(to observer: any DownloadObserver) {
        switch self {
        case .downloadDidFinish(let name): observer.downloadDidFinish(name)
        }
    }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any DownloadObserver {
        Observer(receive: receive)
    }

    private final class Observer: DownloadObserver {
        let receive: @Sendable (DownloadObserverMessage) -> Void

        init(receive: @escaping @Sendable (DownloadObserverMessage) -> Void) { self.receive = receive }

        func downloadDidFinish(_ name: String) { receive(.downloadDidFinish(name)) }
    }
}

/// Sends a message, and returns how often it was received.
@MainActor
public func downloadAndReceive() async -> Int {
    var received = 0
    let observation = Broadcaster.observe(DownloadObserverMessage.self) { _ in received += 1 }
    Broadcaster.notify(DownloadObserver.self) { $0.downloadDidFinish("photo") }
    await Broadcaster.settled()
    observation.cancel()
    return received
}
