// A conformance on the main actor to a protocol that is marked `nonisolated`.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

@MainActor
final class TitleBar {
    private var title = ""
    // expected-nonisolated-note@-1 {{mutation of this property is only permitted within the actor}}
}

extension TitleBar: @MainActor TitleObserver {
    func titleDidChange(_ title: String) { self.title = title }
    // expected-nonisolated-error@-1 {{main actor-isolated property 'title' can not be mutated from a nonisolated context}}
}

@MainActor
final class WindowTitle {
    private var title = ""
}

extension WindowTitle: @MainActor TitleObserver {
    @MainActor func titleDidChange(_ title: String) { self.title = title }
}
