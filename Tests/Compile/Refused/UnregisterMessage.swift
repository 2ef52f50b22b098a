// A message in place of its protocol, unregistered.

import Broadcaster

protocol UploadObserver: AnyObject {
    func uploadDidFail()
}

enum UploadObserverMessage: Broadcaster.Message {
    case uploadDidFail

    @MainActor
    func send(to observer: any UploadObserver) {}

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any UploadObserver { fatalError() }
}

protocol OrderObserver: Sendable {
    func orderPlaced()
}

enum OrderObserverMessage: Broadcaster.SendableMessage {
    case orderPlaced

    nonisolated func send(to observer: any OrderObserver) {}

    nonisolated static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any OrderObserver {
        fatalError()
    }
}

@MainActor
func unregister(_ observer: any UploadObserver, from broadcaster: Broadcaster) {
    Broadcaster.unregister(UploadObserverMessage.self)
    // expected-warning@-1 {{'unregister(_:for:)' is deprecated: pass the message's protocol; a closure ends when}}
    Broadcaster.unregister(UploadObserverMessage.self, observer: observer)
    // expected-warning@-1 {{'unregister(_:for:observer:)' is deprecated: pass the message's protocol; a closure}}
    Broadcaster.unregister(UploadObserverMessage.self, for: 1)  // expected-warning {{is deprecated}}
    Broadcaster.unregister(UploadObserverMessage.self, for: 1, observer: observer)
    // expected-warning@-1 {{is deprecated}}
    Broadcaster.unregister(OrderObserverMessage.self)  // expected-warning {{is deprecated}}
    broadcaster.unregister(UploadObserverMessage.self)  // expected-warning {{is deprecated}}
    broadcaster.unregister(UploadObserverMessage.self, for: 1)  // expected-warning {{is deprecated}}
    broadcaster.unregister(UploadObserverMessage.self, observer: observer)  // expected-warning {{is deprecated}}
    broadcaster.unregister(UploadObserverMessage.self, for: 1, observer: observer)
    // expected-warning@-1 {{is deprecated}}

    // Nothing else gets the warning.
    Broadcaster.unregister((any UploadObserver).self)
    Broadcaster.unregister((any UploadObserver).self, for: 1)
    Broadcaster.unregister((any UploadObserver).self, observer: observer)
    Broadcaster.unregister(UploadObserverMessage.Channel.self, for: 1, observer: observer)
    Broadcaster.unregister((any Broadcaster.Message).self)
    broadcaster.unregister((any OrderObserver).self)
    broadcaster.unregister((any OrderObserver).self, for: 1)
}

@MainActor
func unregister<M: Broadcaster.Message>(messages: M.Type) {
    Broadcaster.unregister(M.self)  // expected-warning {{is deprecated}}
    Broadcaster.unregister(M.Channel.self)
}

@MainActor
func unregister<T>(observersOf type: T.Type) { Broadcaster.unregister(T.self) }
