// Keys and messages that lack a type or a value, or have the wrong one.

import Broadcaster

// A key and a message that are written without their types, a message without its values, and one without a case.
protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated struct Place: Hashable, Sendable { static let lobby = Place() }

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
    Broadcaster.register((any TitleObserver).self, for: Place.lobby, observer: observer)
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

// A message without values, written without its type.
@MainActor
func clear() {
    Broadcaster.notify(.cleared)
    // expected-error@-1 {{instance member 'notify' cannot be used on type 'Broadcaster'; did you mean to use a value of this type instead?}}
    // expected-error@-2 {{missing argument for parameter 'block' in call}}
    // expected-error@-3 {{generic parameter 'T' could not be inferred}}
}

// Keys that aren't Hashable, aren't Sendable, or are isolated by default.
protocol RoomObserver { func entered(_ name: String) }

nonisolated final class Document {}

nonisolated final class Room: Hashable {
    // expected-mode5-note@-1 {{class 'Room' does not conform to the 'Sendable' protocol}}
    // expected-mode6-note@-2 2 {{class 'Room' does not conform to the 'Sendable' protocol}}
    static func == (left: Room, right: Room) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

struct RoomID: Hashable { let number: Int }

@MainActor
func register(_ observer: any RoomObserver, for document: Document, and room: Room) {
    Broadcaster.register((any RoomObserver).self, for: document, observer: observer)
    // expected-error@-1 {{static method 'register(_:for:observer:)' requires that 'Document' conform to 'Hashable'}}
    Broadcaster.register((any RoomObserver).self, for: room, observer: observer)
    // expected-warning@-1 {{type 'Room' does not conform to the 'Sendable' protocol}}
    Broadcaster.register((any RoomObserver).self, for: ObjectIdentifier(room), observer: observer)
    Broadcaster.register((any RoomObserver).self, for: nil, observer: observer)
    // expected-error@-1 {{generic parameter 'Key' could not be inferred}}
}

nonisolated func enter(_ room: Room, number: Int) {
    Broadcaster.notify((any RoomObserver).self, for: room) { $0.entered("Ann") }
    // expected-mode6-error@-1 {{type 'Room' does not conform to the 'Sendable' protocol}}
    Broadcaster.notify((any RoomObserver).self, for: RoomID(number: number)) { $0.entered("Ann") }
    // expected-main-error@-1 {{main actor-isolated conformance of 'RoomID' to 'Hashable' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
}
