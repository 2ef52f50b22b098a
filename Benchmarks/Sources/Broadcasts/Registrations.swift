import Broadcaster
import Foundation
import Heap

nonisolated package protocol Closing: AnyObject, Sendable { func closed() }

private final class Connection: Closing {
    func closed() {}
}

private enum ClosingMessage: Broadcaster.SendableMessage {
    case closed

    func send(to observer: any Closing) { observer.closed() }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any Closing { Adapter(receive: receive) }

    private final class Adapter: Closing {
        let receive: @Sendable (ClosingMessage) -> Void

        init(receive: @escaping @Sendable (ClosingMessage) -> Void) { self.receive = receive }

        func closed() { receive(.closed) }
    }
}

/// What each registration of a deallocated observer occupies while the main queue doesn't run.
///
/// Call it on the main thread, which waits, so that nothing is purged.
package func bytesPerDeallocatedObserver(count: Int) -> [(form: String, bytes: Int)] {
    let forms: [(name: String, register: @Sendable (Broadcaster, Int, Connection) -> Void)] = [
        (
            "without a key",
            { broadcaster, _, connection in broadcaster.register((any Closing).self, observer: connection) }
        ),
        ("a shared key", { $0.register((any Closing).self, for: "lobby", observer: $2) }),
        ("its own key", { $0.register((any Closing).self, for: $1, observer: $2) }),
        (
            "an owner's closure",
            { broadcaster, _, owner in
                broadcaster.observe(ClosingMessage.self, owner: owner) { _, _ in }
            }
        ),
        (
            "an owner's closure with its own key",
            { broadcaster, key, owner in
                broadcaster.observe(ClosingMessage.self, for: key, owner: owner) { _, _ in }
            }
        ),
    ]
    // Kept, because a thread may release the broadcaster of one form while the next is measured.
    let broadcasters = forms.map { _ in Broadcaster() }
    defer { withExtendedLifetime(broadcasters) {} }
    return zip(forms, broadcasters).map { form, broadcaster in
        let measured = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var bytes = 0
        Thread.detachNewThread {
            let before = HeapBytesInUse()
            // All at once, because a new object at the address of a deallocated one takes the place of its entry.
            var connections = (0..<count).map { _ in Connection() }
            for (key, connection) in connections.enumerated() { form.register(broadcaster, key, connection) }
            connections = []
            bytes = Int(HeapBytesInUse()) - Int(before)
            measured.signal()
        }
        measured.wait()
        return (form.name, bytes / count)
    }
}
