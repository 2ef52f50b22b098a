// A conformance on the main actor, used off the main actor.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

@MainActor
final class TitleBar {}

extension TitleBar: @MainActor TitleObserver {
    func titleDidChange(_ title: String) {}
}

nonisolated func look(_ bar: TitleBar, in set: WeakObjectSet<any TitleObserver>) -> Bool {
    set.contains(bar)
    // expected-mode5-warning@-1 {{main actor-isolated conformance of 'TitleBar' to 'TitleObserver' cannot be used in nonisolated context}}
    // expected-mode6-error@-2 {{main actor-isolated conformance of 'TitleBar' to 'TitleObserver' cannot be used in nonisolated context}}
}
