// A key and a message that are written without their types, a message without its values, and one without a case.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated struct Room: Hashable, Sendable { static let lobby = Room() }

nonisolated enum TitleMessage: Broadcaster.Message {
    case titleDidChange(String)
    case cleared

    @MainActor
    func send(to observer: any TitleObserver) {}

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any TitleObserver { fatalError() }
}

@MainActor
func enter(_ observer: any TitleObserver) {
    Broadcaster.register((any TitleObserver).self, for: .lobby, observer: observer)
    // expected-error@-1 {{type 'Hashable' has no member 'lobby'}}
    Broadcaster.notify((any TitleObserver).self, for: .lobby) { $0.titleDidChange("") }
    // expected-error@-1 {{type 'Hashable' has no member 'lobby'}}
    Broadcaster.register((any TitleObserver).self, for: Room.lobby, observer: observer)
}

@MainActor
func rename() {
    Broadcaster.notify(.titleDidChange("Inbox"))
    // expected-error@-1 {{instance member 'notify' cannot be used on type 'Broadcaster'; did you mean to use a value of this type instead?}}
    Broadcaster.notify(TitleMessage.titleDidChange)
    // expected-mode5-error@-1 {{type '(String) -> TitleMessage' cannot conform to 'Broadcaster.Message'}}
    // expected-mode6-error@-2 {{type '@Sendable (String) -> TitleMessage' cannot conform to 'Broadcaster.Message'}}
    // expected-note@-3 {{only concrete types such as structs, enums and classes can conform to protocols}}
    Broadcaster.notify(TitleMessage.titleDidChange("Inbox"))
}

func show(_ message: TitleMessage) {
    switch message {
    // expected-error@-1 {{switch must be exhaustive}}
    // expected-note@-2 {{add missing case: '.cleared'}}
    case .titleDidChange(let title): print(title)
    }
    switch message {
    case .titleDidChange(let title): print(title)
    default: break
    }
}
