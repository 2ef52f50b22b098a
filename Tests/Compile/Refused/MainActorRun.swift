// A block for the main actor captures an observer that the caller keeps using.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated final class TitleBar: TitleObserver {
    func titleDidChange(_ title: String) {}
}

nonisolated func register(_ bar: TitleBar) async {
    await MainActor.run { Broadcaster.register((any TitleObserver).self, observer: bar) }
    // expected-mode6-error@-1 {{sending 'bar' risks causing data races}}
    // expected-mode6-note@-2 {{is captured by a main actor-isolated closure}}
}
