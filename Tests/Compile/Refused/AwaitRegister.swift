// An observer that is not Sendable, registered with `await`.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated final class TitleBar: TitleObserver {
    func titleDidChange(_ title: String) {}
}

nonisolated func register() async {
    let bar = TitleBar()
    await Broadcaster.register((any TitleObserver).self, observer: bar)
    // expected-mode6-warning@-1 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
    // expected-mode6-note@-2 {{to main actor-isolated static method}}
}
