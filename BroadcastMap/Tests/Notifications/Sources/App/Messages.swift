import Foundation

final class Room {}

/// The type of a message is its name.
struct RoomDidOpen: NotificationCenter.MainActorMessage {
    typealias Subject = Room
    let guests: Int
}

struct RoomDidClose: NotificationCenter.AsyncMessage {
    typealias Subject = Room
}

extension NotificationCenter.MessageIdentifier where Self == NotificationCenter.BaseMessageIdentifier<RoomDidOpen> {
    static var didOpen: Self { .init() }
}

@MainActor
final class Hotel {
    private var tokens: [NotificationCenter.ObservationToken] = []

    func open(_ room: Room) {
        NotificationCenter.default.post(RoomDidOpen(guests: 2), subject: room)
        let message = RoomDidOpen(guests: 3)
        NotificationCenter.default.post(message)
    }

    nonisolated func close(_ room: Room) {
        NotificationCenter.default.post(RoomDidClose(), subject: room)
    }
}

@MainActor
final class Porter {
    private var tokens: [NotificationCenter.ObservationToken] = []

    func watch(_ room: Room) async {
        tokens.append(NotificationCenter.default.addObserver(of: room, for: RoomDidOpen.self) { _ in })
        tokens.append(NotificationCenter.default.addObserver(of: Room.self, for: .didOpen) { _ in })
        tokens.append(NotificationCenter.default.addObserver(of: room, for: RoomDidClose.self) { _ in })
        for await _ in NotificationCenter.default.messages(of: room, for: RoomDidClose.self) {}
    }
}
