// A class with a conformance on the main actor, unregistered in its deinit.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

@MainActor
final class TitleBar {
    nonisolated deinit { Broadcaster.unregister((any TitleObserver).self, observer: self) }
}

extension TitleBar: @MainActor TitleObserver {
    func titleDidChange(_ title: String) {}
}
