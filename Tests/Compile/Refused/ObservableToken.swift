// A token in a property that the macro `@Observable` makes computed, so that a `deinit` can't use it.

import Broadcaster
import Observation

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
