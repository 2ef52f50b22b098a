import Broadcaster
import Channels

@Messages
package protocol UploadObserver {
    func uploadDidFinish(_ name: String, bytes: Int)
    func uploadDidFail()
    func uploadWasPaused()
}

@Messages
package protocol DownloadObserver: AnyObject, Sendable {
    func downloadDidFinish()
}

/// A message that isn't named after its protocol.
nonisolated package struct Ping: Broadcaster.Message {
    package func send(to observer: any Channels.Title) { observer.titleDidChange(to: "ping") }

    package static func makeObserver(_ receive: @escaping @Sendable (Ping) -> Void) -> any Channels.Title {
        Relay(receive: receive)
    }

    private final class Relay: Title {
        let receive: @Sendable (Ping) -> Void

        init(receive: @escaping @Sendable (Ping) -> Void) { self.receive = receive }

        func titleDidChange(to title: String) { receive(Ping()) }
    }
}

/// Its conformance stands in an extension.
nonisolated package enum Change {
    case began, ended
}

extension Change: Broadcaster.Message {
    package func send(to observer: any Life) {
        switch self {
        case .began: observer.began()
        case .ended: observer.ended()
        }
    }

    package static func makeObserver(_ receive: @escaping @Sendable (Change) -> Void) -> any Life {
        Relay(receive: receive)
    }

    private final class Relay: Life {
        let receive: @Sendable (Change) -> Void

        init(receive: @escaping @Sendable (Change) -> Void) { self.receive = receive }

        func began() { receive(.began) }
        func ended() { receive(.ended) }
    }
}

package typealias Done = UploadObserverMessage

package struct Upload {
    package init() {}

    package func finish() {
        Broadcaster.notify(Done.uploadDidFinish("a", bytes: 1))
        Broadcaster.notify(UploadObserverMessage.uploadDidFail, for: "b")
    }

    package func ping() {
        Broadcaster.notify(Ping())
        Broadcaster.shared.notify(Values.Change.began)
    }

    /// Which message it is stays unknown.
    package func pass(on change: Change) { Broadcaster.notify(change) }

    package func post<M: Broadcaster.Message>(_ message: sending M) { Broadcaster.notify(message) }

    package func post(sendable message: some Broadcaster.SendableMessage) {
        Broadcaster.notify(message, on: .main)
    }

    package func forward() {
        post(Done.uploadDidFail)
        post(sendable: DownloadObserverMessage.downloadDidFinish)
    }
}

@MainActor
package final class Progress {
    private var observation: Broadcaster.Observation?

    package init() {
        observation = Broadcaster.observe(UploadObserverMessage.self, for: "b") { print($0) }
    }

    package func follow() async {
        for await message in Broadcaster.messages(Done.self) { print(message) }
        for await message in Broadcaster.shared.messages(DownloadObserverMessage.self, for: 1) { print(message) }
    }

    package func watch<M: Broadcaster.Message>(_ type: M.Type) -> Broadcaster.Observation {
        Broadcaster.observe(type) { print($0) }
    }

    package func watchAll() -> [Broadcaster.Observation] {
        [watch(Change.self), watch(Ping.self)]
    }
}

/// Its closure lives as long as it does.
@MainActor
package final class Badge {
    private var count = 0

    package init() {
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, _ in self.count += 1 }
    }
}

/// Its messages inherit how they are sent.
nonisolated package protocol Beginning: Broadcaster.Message {}

nonisolated extension Beginning {
    package func send(to observer: any Life) { observer.began() }

    package static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any Life { fatalError() }
}

nonisolated package struct Start: Beginning {}

/// The cases of methods that share a name have their labels, too.
nonisolated package enum Transfer: Broadcaster.Message {
    case transferDidReach(Int), transferDidFailFor(String, Int)

    package func send(to observer: any TransferObserver) {
        switch self {
        case .transferDidReach(let value): observer.transfer(1, didReach: value)
        case .transferDidFailFor(let name, let value): observer.transfer(1, didFail: name, for: value)
        }
    }

    package static func makeObserver(_ receive: @escaping @Sendable (Transfer) -> Void) -> any TransferObserver {
        fatalError()
    }
}

package protocol TransferObserver {
    func transfer(_ id: Int, didReach value: Int)
    func transfer(_ id: Int, didFail name: String, for value: Int)
}

package func transfer() { Broadcaster.notify(Transfer.transferDidFailFor("name", 1)) }

package func start() { Broadcaster.notify(Start()) }

nonisolated extension Broadcaster.Message where Self: Sendable {
    /// The message is the receiver.
    package func broadcast(for key: String = "") { Broadcaster.notify(self, for: key) }
}

package func change() {
    Change.ended.broadcast(for: "value")
    DownloadObserverMessage
        .downloadDidFinish.broadcast()
    Done.uploadDidFinish("c", bytes: 2).broadcast()
}

extension Change {
    package func again() { broadcast() }
}
