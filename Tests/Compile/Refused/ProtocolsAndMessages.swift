// A protocol in place of its messages, and a message in place of its protocol.

import Broadcaster
import BroadcasterTesting

// A protocol where its messages belong.
protocol UploadObserver { func uploadDidFail() }

@MainActor
func observe(_ owner: Broadcaster) -> Broadcaster.Observation {
    Broadcaster.observe((any UploadObserver).self, owner: owner) { _, _ in }
    // expected-error@-1 {{type 'any UploadObserver' cannot conform to 'Broadcaster.SendableMessage'}}
    // expected-note@-2 {{only concrete types such as structs, enums and classes can conform to protocols}}
    Broadcaster.observe((any UploadObserver).self, owner: owner) { _, _ in await Task.yield() }
    // expected-error@-1 {{type 'any UploadObserver' cannot conform to 'Broadcaster.SendableMessage'}}
    // expected-note@-2 {{only concrete types such as structs, enums and classes can conform to protocols}}
    _ = Broadcaster.observe((any UploadObserver).self) { _ in await Task.yield() }
    // expected-error@-1 {{type 'any UploadObserver' cannot conform to 'Broadcaster.SendableMessage'}}
    // expected-note@-2 {{only concrete types such as structs, enums and classes can conform to protocols}}
    return Broadcaster.observe((any UploadObserver).self) { _ in }
    // expected-error@-1 {{type 'any UploadObserver' cannot conform to 'Broadcaster.SendableMessage'}}
    // expected-note@-2 {{only concrete types such as structs, enums and classes can conform to protocols}}
}

@MainActor
func record() {
    _ = MessageRecorder((any UploadObserver).self)
    // expected-error@-1 {{type 'any UploadObserver' cannot conform to 'Broadcaster.Message'}}
    // expected-note@-2 {{only concrete types such as structs, enums and classes can conform to protocols}}
}

@MainActor
func loop() {
    _ = Broadcaster.messages(of: (any UploadObserver).self)
    // expected-error@-1 {{no exact matches in call to static method 'messages'}}
}

func notify() {
    Broadcaster.notify((any UploadObserver).self)
    // expected-error@-1 {{type '(any UploadObserver).Type' cannot conform to 'Broadcaster.Message'}}
    // expected-note@-2 {{only concrete types such as structs, enums and classes can conform to protocols}}
}

// A message in place of its protocol, unregistered.
@Messages
protocol DownloadObserver: AnyObject {
    func uploadDidFail()
}

@Messages
nonisolated protocol OrderObserver: Sendable {
    func orderPlaced()
}

@MainActor
func unregister(_ observer: any DownloadObserver, from broadcaster: Broadcaster) {
    Broadcaster.unregister(DownloadObserverMessage.self)
    // expected-warning@-1 {{'unregister(_:for:)' is deprecated: pass the message's protocol; a closure ends when}}
    Broadcaster.unregister(DownloadObserverMessage.self, observer: observer)
    // expected-warning@-1 {{'unregister(_:for:observer:)' is deprecated: pass the message's protocol; a closure}}
    Broadcaster.unregister(DownloadObserverMessage.self, for: 1)  // expected-warning {{is deprecated}}
    Broadcaster.unregister(DownloadObserverMessage.self, for: 1, observer: observer)
    // expected-warning@-1 {{is deprecated}}
    Broadcaster.unregister(OrderObserverMessage.self)  // expected-warning {{is deprecated}}
    broadcaster.unregister(DownloadObserverMessage.self)  // expected-warning {{is deprecated}}
    broadcaster.unregister(DownloadObserverMessage.self, for: 1)  // expected-warning {{is deprecated}}
    broadcaster.unregister(DownloadObserverMessage.self, observer: observer)  // expected-warning {{is deprecated}}
    broadcaster.unregister(DownloadObserverMessage.self, for: 1, observer: observer)
    // expected-warning@-1 {{is deprecated}}

    // Nothing else gets the warning.
    Broadcaster.unregister((any DownloadObserver).self)
    Broadcaster.unregister((any DownloadObserver).self, for: 1)
    Broadcaster.unregister((any DownloadObserver).self, observer: observer)
    Broadcaster.unregister(DownloadObserverMessage.Channel.self, for: 1, observer: observer)
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
