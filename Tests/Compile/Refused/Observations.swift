// Observations that end at once, or that a `deinit` can't use.

import Broadcaster
import Observation

// An observation that isn't kept ends at once, so the compiler warns about it.
@Messages
protocol UploadObserver {
    func uploadDidFail()
}

@MainActor
func observe(_ broadcaster: Broadcaster) {
    Broadcaster.observe(UploadObserverMessage.self) { _ in }
    // expected-warning@-1 {{result of call to 'observe(_:for:block:)' is unused}}
    broadcaster.observe(UploadObserverMessage.self) { _ in }  // expected-warning {{is unused}}
    Broadcaster.messages(of: UploadObserverMessage.self)  // expected-warning {{is unused}}
    _ = Broadcaster.observe(UploadObserverMessage.self) { _ in }
}

// A token isn't one of Combine's.
@MainActor
final class Badge {
    var observations: Set<Broadcaster.Observation> = []
    // expected-error@-1 {{type 'Broadcaster.Observation' does not conform to protocol 'Hashable'}}
    var list: [Broadcaster.Observation] = []

    func appear() {
        Broadcaster.observe(UploadObserverMessage.self) { _ in }.store(in: &observations)
        // expected-error@-1 {{value of type 'Broadcaster.Observation' has no member 'store'}}
        list.append(Broadcaster.observe(UploadObserverMessage.self) { _ in })
    }
}

// A token in a property that the macro `@Observable` makes computed, so that a `deinit` can't use it.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
final class Model {
    private var observation: Broadcaster.Observation?  // expected-note {{property declared here}}
    @ObservationIgnored private var other: Broadcaster.Observation?

    deinit {
        observation?.cancel()
        // expected-error@-1 {{main actor-isolated property 'observation' can not be referenced from a nonisolated context}}
        other?.cancel()
    }
}
