// A custom queue, for a set or a multicast delegate of observers that are not Sendable.

import Broadcaster
import Dispatch

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }
// expected-mode6-note@-1 2 {{protocol 'TitleObserver' does not conform to the 'Sendable' protocol}}

@MainActor
func rename(_ titles: WeakObjectSet<any TitleObserver>, _ delegates: MulticastDelegate<any TitleObserver>) {
    titles.notify(on: .global()) { $0.titleDidChange("") }
    // expected-mode6-error@-1 {{type 'any TitleObserver' does not conform to the 'Sendable' protocol}}
    delegates.notify(on: .global()) { $0.titleDidChange("") }
    // expected-mode6-error@-1 {{type 'any TitleObserver' does not conform to the 'Sendable' protocol}}
}
