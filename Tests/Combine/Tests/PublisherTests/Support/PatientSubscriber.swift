import Combine
import TestSupport

/// A subscriber that asks for as many values as its test does.
@MainActor
final class PatientSubscriber: @preconcurrency Subscriber {
    private(set) var names: [String] = []
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
