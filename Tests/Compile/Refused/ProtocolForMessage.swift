// A protocol where its messages belong.

import Broadcaster
import BroadcasterTesting

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
