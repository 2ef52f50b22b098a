// A protocol where the type of its messages belongs.

import Broadcaster

protocol UploadObserver { func uploadDidFail() }

@MainActor
func observe(_ owner: Broadcaster) -> Broadcaster.Observation {
    Broadcaster.observe((any UploadObserver).self, owner: owner) { _, _ in }
    // expected-error@-1 {{type 'any UploadObserver' cannot conform to 'Broadcaster.SendableMessage'}}
    // expected-note@-2 {{only concrete types such as structs, enums and classes can conform to protocols}}
    return Broadcaster.observe((any UploadObserver).self) { _ in }
    // expected-error@-1 {{type 'any UploadObserver' cannot conform to 'Broadcaster.SendableMessage'}}
    // expected-note@-2 {{only concrete types such as structs, enums and classes can conform to protocols}}
}

@MainActor
func loop() {
    _ = Broadcaster.messages((any UploadObserver).self)
    // expected-error@-1 {{no exact matches in call to static method 'messages'}}
}
