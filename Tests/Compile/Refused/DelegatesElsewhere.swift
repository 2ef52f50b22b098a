// A function that any thread may call notifies delegates that are not Sendable.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated func rename(_ delegates: MulticastDelegate<any TitleObserver>) {
    delegates.notify { $0.titleDidChange("") }
    // expected-warning@-1 {{call to main actor-isolated instance method 'notify' in a synchronous nonisolated context}}
}
