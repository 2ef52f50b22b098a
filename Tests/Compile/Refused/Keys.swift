// Keys that aren't Hashable, aren't Sendable, or are isolated by default.

import Broadcaster

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
