// A function that any thread may call notifies delegates that are not Sendable.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated func rename(_ delegates: MulticastDelegate<any TitleObserver>) {
    delegates.notify { $0.titleDidChange("") }
    // expected-warning@-1 {{call to main actor-isolated instance method 'notify' in a synchronous nonisolated context}}
    // expected-mode6-error@-2 {{sending 'delegates' risks causing data races}}
    // expected-mode6-note@-3 {{sending task-isolated 'delegates' to main actor-isolated instance method 'notify'}}
}
