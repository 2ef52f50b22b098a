import Broadcaster
import Combine
import Foundation

extension UploadObserverMessage {
    var name: String? {
        if case .uploadDidFinish(let name, _) = self { name } else { nil }
    }
}

/// Records what subscribers receive, in order.
@MainActor
final class Log {
    var entries: [String] = []
}

/// A subscriber that asks for as many values as its test does.
@MainActor
final class PatientSubscriber: @preconcurrency Subscriber {
    private(set) var names: [String?] = []
    private(set) var subscription: (any Subscription)?
    /// What each value adds to the demand.
    var furtherDemand = Subscribers.Demand.none

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ message: UploadObserverMessage) -> Subscribers.Demand {
        names.append(message.name)
        return furtherDemand
    }

    func receive(completion: Subscribers.Completion<Never>) {}
}

extension Broadcaster {
    /// Sends a message for each name, and waits until they are delivered.
    @MainActor
    func deliver(_ names: String...) async {
        for name in names { notify(UploadObserverMessage.uploadDidFinish(name, bytes: 1)) }
        await settled()
    }
}

/// Runs `work` on a new thread, and waits for it without blocking.
func onNewThread(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
        Thread.detachNewThread {
            work()
            done.resume()
        }
    }
}
