// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The messages of public protocols, which need a public import.

public import Broadcaster

@Messages
public protocol UploadObserver {
    typealias Size = Int
    func uploadDidFinish(_ name: String, bytes: Size)
    func uploadDidFail()
}

nonisolated extension UploadObserverMessage: Equatable, Codable {}

@MainActor
@Messages
public protocol ScreenObserver: AnyObject {
    func screenAppeared(_ title: String)
}

@Messages
public nonisolated protocol OrderObserver: Sendable {
    func orderPlaced(_ number: Int)
}

public nonisolated final class Download {}

@Messages(sendable: false)
public protocol DownloadObserver {
    func downloadDidStart(_ download: Download)
}

public nonisolated enum Outer {
    @Messages
    public protocol Observer {
        func changed(_ value: Int)
    }

    @Messages
    protocol InternalObserver {
        func changed(_ value: Int)
    }
}

public extension Outer {
    @Messages
    protocol ExtendedObserver {
        func changed(_ value: Int)
    }
}

nonisolated func isSendable<T: Sendable>(_: T.Type) {}

nonisolated func areSendable() {
    isSendable(UploadObserverMessage.self)
    isSendable(ScreenObserverMessage.self)
    isSendable(OrderObserverMessage.self)
    isSendable(Outer.ObserverMessage.self)
    isSendable(Outer.ExtendedObserverMessage.self)
}
