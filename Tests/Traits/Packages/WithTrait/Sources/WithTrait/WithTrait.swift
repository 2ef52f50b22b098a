import Broadcaster

@Messages
protocol UploadObserver {
    func uploadDidFinish(_ name: String)
}

/// Sends a message that the macro wrote, and returns how often it was received.
@MainActor
public func uploadAndReceive() async -> Int {
    var received = 0
    let observation = Broadcaster.observe(UploadObserverMessage.self) { _ in received += 1 }
    Broadcaster.notify(UploadObserverMessage.uploadDidFinish("photo"))
    await Broadcaster.settled()
    observation.cancel()
    return received
}
