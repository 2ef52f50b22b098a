import Broadcaster
import Channels

@Messages
//: channel Values.UploadObserver: uploadDidFinish(_:bytes:), uploadDidFail(), uploadWasPaused()
package protocol UploadObserver {
    func uploadDidFinish(_ name: String, bytes: Int)
    func uploadDidFail()
    //: uncalled: Values.UploadObserver.uploadWasPaused() is never called
    func uploadWasPaused()
}

@Messages
//: channel Values.DownloadObserver: downloadDidFinish()
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
        //: notify Values.UploadObserver: Upload.finish(); calls uploadDidFinish(_:bytes:)
        Broadcaster.notify(Done.uploadDidFinish("a", bytes: 1))
        //: notify Values.UploadObserver: Upload.finish(); calls uploadDidFail(); for: "b"
        Broadcaster.notify(UploadObserverMessage.uploadDidFail, for: "b")
    }

    package func ping() {
        //: notify Channels.TitleObserver: Upload.ping(); calls titleDidChange(to:)
        Broadcaster.notify(Ping())
        //: notify Channels.Life: Upload.ping(); calls began()
        Broadcaster.shared.notify(Values.Change.began)
    }

    //: notify Channels.Life: Upload.pass(on:); calls nothing
    /// Which message it is stays unknown.
    package func pass(on change: Change) { Broadcaster.notify(change) }

    package func post<M: Broadcaster.Message>(_ message: sending M) { Broadcaster.notify(message) }

    package func post(sendable message: some Broadcaster.SendableMessage) {
        Broadcaster.notify(message, on: .main)
    }

    package func forward() {
        //: notify Values.UploadObserver: Upload.forward(); calls uploadDidFail()
        post(Done.uploadDidFail)
        //: notify Values.DownloadObserver: Upload.forward(); calls downloadDidFinish()
        //: unkeyed: Values.DownloadObserver is sent without a key in Upload.forward(), but every observer has one
        post(sendable: DownloadObserverMessage.downloadDidFinish)
    }
}

@MainActor
package final class Progress {
    private var observation: Broadcaster.Observation?

    package init() {
        //: observe Values.UploadObserver: a closure in Progress.init(); for: "b"
        observation = Broadcaster.observe(UploadObserverMessage.self, for: "b") { print($0) }
    }

    package func follow() async {
        //: messages Values.UploadObserver: a stream in Progress.follow()
        for await message in Broadcaster.messages(of: Done.self) { print(message) }
        //: messages Values.DownloadObserver: a stream in Progress.follow(); for: 1
        for await message in Broadcaster.shared.messages(of: DownloadObserverMessage.self, for: 1) { print(message) }
    }

    package func watch<M: Broadcaster.Message>(_ type: M.Type) -> Broadcaster.Observation {
        Broadcaster.observe(type) { print($0) }
    }

    package func watchAll() -> [Broadcaster.Observation] {
        //: observe Channels.Life: a closure in Progress.watchAll()
        //: observe Channels.TitleObserver: a closure in Progress.watchAll()
        [watch(Change.self), watch(Ping.self)]
    }
}

/// Its closure lives as long as it does.
@MainActor
package final class Badge {
    private var count = 0

    package init() {
        //: observe Values.UploadObserver: Badge (registered in its init)
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, _ in self.count += 1 }
    }
}

/// Its closures await.
@MainActor
package final class Ledger {
    private var observation: Broadcaster.Observation?
    private var count = 0

    package init() {
        //: observe Values.UploadObserver: Ledger (registered in its init)
        Broadcaster.observe(UploadObserverMessage.self, owner: self, bufferingPolicy: .bufferingNewest(1)) {
            `self`, message in
            await self.store(message)
        }
        //: observe Values.UploadObserver: a closure in Ledger.init(); for: "b"
        observation = Broadcaster.observe(UploadObserverMessage.self, for: "b") { [weak self] message in
            await self?.store(message)
        }
        //: observe Values.DownloadObserver: Ledger (registered in its init); for: 1
        Broadcaster.observe(DownloadObserverMessage.self, for: 1, owner: self) { `self`, _ in await self.increment() }
    }

    private func store(_ message: UploadObserverMessage) async { count += 1 }
    private func increment() { count += 1 }
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

//: channel Values.TransferObserver: transfer(_:didReach:), transfer(_:didFail:for:)
//: unobserved: Values.TransferObserver is sent, but never observed
package protocol TransferObserver {
    //: uncalled: Values.TransferObserver.transfer(_:didReach:) is never called
    func transfer(_ id: Int, didReach value: Int)
    func transfer(_ id: Int, didFail name: String, for value: Int)
}

//: notify Values.TransferObserver: transfer(); calls transfer(_:didFail:for:)
package func transfer() { Broadcaster.notify(Transfer.transferDidFailFor("name", 1)) }

//: notify Channels.Life: start(); calls began()
package func start() { Broadcaster.notify(Start()) }

nonisolated extension Broadcaster.Message where Self: Sendable {
    /// The message is the receiver.
    package func broadcast(for key: String = "") { Broadcaster.notify(self, for: key) }
}

package func change() {
    //: notify Channels.Life: change(); calls ended(); for: "value"
    Change.ended.broadcast(for: "value")
    DownloadObserverMessage
        //: notify Values.DownloadObserver: change(); calls downloadDidFinish(); for: ""
        //: unheardKey: Values.DownloadObserver is sent for a key in change() that no observer has
        .downloadDidFinish.broadcast()
    //: notify Values.UploadObserver: change(); calls uploadDidFinish(_:bytes:); for: ""
    Done.uploadDidFinish("c", bytes: 2).broadcast()
}

extension Change {
    //: notify Channels.Life: Change.again(); calls nothing; for: ""
    package func again() { broadcast() }
}
