// Messages of protocols that aren't `Sendable`, observed off the main actor.

import Broadcaster
import Dispatch

// What messages of protocols that aren't Sendable can't be used for.
@Messages
nonisolated protocol UploadObserver {
    func uploadDidStart(_ upload: Upload)
}

nonisolated final class Upload {
    var name = ""
}

nonisolated func notify(_ upload: Upload) {
    let message = UploadObserverMessage.uploadDidStart(upload)
    // expected-error@+1 {{requires that 'UploadObserverMessage' conform to 'Broadcaster.SendableMessage'}}
    Broadcaster.notify(message, on: .global())
}

nonisolated func observe() -> Broadcaster.Observation {
    Broadcaster.observe(UploadObserverMessage.self) { _ in }  // expected-warning {{call to main actor-isolated}}
}

nonisolated func loop() async {
    // expected-mode5-warning@+2 {{cannot be called from outside of the actor}}
    // expected-mode6-error@+1 {{cannot be called from outside of the actor}}
    for await message in Broadcaster.messages(of: UploadObserverMessage.self) { print(message) }
}

// Closures and loops that aren't on the main actor.
@Messages
protocol DownloadObserver { func uploadDidFail() }

nonisolated func observeDownloads() -> Broadcaster.Observation {
    Broadcaster.observe(DownloadObserverMessage.self) { print($0) }
    // expected-warning@-1 {{call to main actor-isolated static method 'observe(_:for:block:)' in a synchronous nonisolated context}}
}

nonisolated func loopOverDownloads() async {
    for await message in Broadcaster.messages(of: DownloadObserverMessage.self) { print(message) }
    // expected-mode5-warning@-1 {{main actor-isolated static method 'messages(of:for:bufferingPolicy:)' cannot be called from outside of the actor}}
    // expected-mode6-error@-2 {{main actor-isolated static method 'messages(of:for:bufferingPolicy:)' cannot be called from outside of the actor}}
    for await message in await Broadcaster.messages(of: DownloadObserverMessage.self) { print(message) }
}
