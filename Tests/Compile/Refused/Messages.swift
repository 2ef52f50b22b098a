// Closures and loops that aren't on the main actor.

import Broadcaster

@Messages
protocol UploadObserver { func uploadDidFail() }

nonisolated func observe() -> Broadcaster.Observation {
    Broadcaster.observe(UploadObserverMessage.self) { print($0) }
    // expected-warning@-1 {{call to main actor-isolated static method 'observe(_:for:block:)' in a synchronous nonisolated context}}
}

nonisolated func loop() async {
    for await message in Broadcaster.messages(of: UploadObserverMessage.self) { print(message) }
    // expected-mode5-warning@-1 {{main actor-isolated static method 'messages(of:for:bufferingPolicy:)' cannot be called from outside of the actor}}
    // expected-mode6-error@-2 {{main actor-isolated static method 'messages(of:for:bufferingPolicy:)' cannot be called from outside of the actor}}
    for await message in await Broadcaster.messages(of: UploadObserverMessage.self) { print(message) }
}
