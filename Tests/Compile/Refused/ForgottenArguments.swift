// A value of a protocol that isn't Sendable, sent to a queue, and calls that lack a block or a label.

import Broadcaster
import Foundation

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated final class TitleBar: TitleObserver {
    func titleDidChange(_ title: String) {}
}

nonisolated enum TitleMessage: Broadcaster.Message, Sendable {
    case titleDidChange

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (TitleMessage) -> Void) -> any TitleObserver { TitleBar() }

    @MainActor
    func send(to observer: any TitleObserver) { observer.titleDidChange("") }
}

@MainActor
func use(_ bar: TitleBar) {
    Broadcaster.notify(TitleMessage.titleDidChange, on: .main)
    // expected-error@-1 {{static method 'notify(_:for:on:fileID:line:)' requires that 'TitleMessage' conform to 'Broadcaster.SendableMessage'}}
    Broadcaster.notify((any TitleObserver).self)
    // expected-error@-1 {{type '(any TitleObserver).Type' cannot conform to 'Broadcaster.Message'}}
    // expected-note@-2 {{only concrete types such as structs, enums and classes can conform to protocols}}
    Broadcaster.register((any TitleObserver).self, bar)
    // expected-error@-1 {{static method 'register(_:for:observer:)' requires that 'TitleBar' conform to 'Hashable'}}
    // expected-error@-2 {{missing argument label 'for:' in call}}
    // expected-error@-3 {{missing argument for parameter 'observer' in call}}
}
