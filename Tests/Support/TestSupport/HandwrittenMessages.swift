// Channels, and their messages as a program without the macro writes them.

import Broadcaster

package protocol UploadObserver {
    func uploadDidFinish(_ name: String, bytes: Int)
    func uploadDidFail()
}

package enum UploadObserverMessage: Broadcaster.Message, Hashable, Codable {
    case uploadDidFinish(String, bytes: Int)
    case uploadDidFail

    @MainActor
    package func send(to observer: any UploadObserver) {
        switch self {
        case .uploadDidFinish(let name, let bytes): observer.uploadDidFinish(name, bytes: bytes)
        case .uploadDidFail: observer.uploadDidFail()
        }
    }

    @MainActor
    package static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any UploadObserver {
        Observer(receive: receive)
    }

    private final class Observer: UploadObserver {
        let receive: @Sendable (UploadObserverMessage) -> Void

        init(receive: @escaping @Sendable (UploadObserverMessage) -> Void) { self.receive = receive }

        func uploadDidFinish(_ name: String, bytes: Int) { receive(.uploadDidFinish(name, bytes: bytes)) }
        func uploadDidFail() { receive(.uploadDidFail) }
    }
}

extension UploadObserverMessage {
    /// The name of what was uploaded, or that it failed.
    package var name: String {
        if case .uploadDidFinish(let name, _) = self { name } else { "failed" }
    }
}

package protocol OrderObserver: Sendable {
    func orderPlaced(_ number: Int)
}

package enum OrderObserverMessage: Broadcaster.SendableMessage, Equatable {
    case orderPlaced(Int)

    package func send(to observer: any OrderObserver) {
        switch self {
        case .orderPlaced(let number): observer.orderPlaced(number)
        }
    }

    package static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any OrderObserver {
        Observer(receive: receive)
    }

    private final class Observer: OrderObserver {
        let receive: @Sendable (OrderObserverMessage) -> Void

        init(receive: @escaping @Sendable (OrderObserverMessage) -> Void) { self.receive = receive }

        func orderPlaced(_ number: Int) { receive(.orderPlaced(number)) }
    }
}

package final class Document {
    package init() {}
}

package protocol DocumentObserver {
    func documentWillClose(_ document: Document, then answer: @escaping (String) -> Void)
}

package enum DocumentObserverMessage: Broadcaster.Message {
    case documentWillClose(Document, then: (String) -> Void)

    @MainActor
    package func send(to observer: any DocumentObserver) {
        switch self {
        case .documentWillClose(let document, let answer): observer.documentWillClose(document, then: answer)
        }
    }

    @MainActor
    package static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any DocumentObserver {
        Observer(receive: receive)
    }

    private final class Observer: DocumentObserver {
        let receive: @Sendable (DocumentObserverMessage) -> Void

        init(receive: @escaping @Sendable (DocumentObserverMessage) -> Void) { self.receive = receive }

        func documentWillClose(_ document: Document, then answer: @escaping (String) -> Void) {
            receive(.documentWillClose(document, then: answer))
        }
    }
}
