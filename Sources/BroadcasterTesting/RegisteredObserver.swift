import Broadcaster
import Foundation

/// An observer that is registered, or was, held weakly.
///
/// `@unchecked` because nothing changes but the weak reference, which the runtime guards.
struct RegisteredObserver: @unchecked Sendable {
    /// The name of its protocol.
    let channel: String
    /// The number of its registration among those of the protocol.
    let number: Int
    /// What a listing shows.
    let description: String
    private weak var object: AnyObject?

    init(_ observer: ListedObserver, channel: String) {
        self.channel = channel
        number = observer.number
        description = observer.description(waitingCount: 0)
        object = observer.object.takeUnretainedValue()
    }

    /// Whether the observer is alive; on any thread, because it is released on the main queue.
    var isAlive: Bool {
        guard let object else { return false }
        // `nonisolated(unsafe)`: only the main queue uses it from here on.
        nonisolated(unsafe) let retained = Unmanaged.passRetained(consume object)
        DispatchQueue.main.async { retained.release() }
        return true
    }
}

extension Broadcaster {
    /// The living observers that `channels` lists, without their keys.
    var registeredObservers: [RegisteredObserver] {
        var observers: [RegisteredObserver] = []
        forEachObserver { observers.append(RegisteredObserver($1, channel: $0)) }
        return observers
    }
}
