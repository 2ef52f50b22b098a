import Foundation

final class Room {}

//: channel RoomDidOpen
//: check object: object: room becomes a key, which each post must pass, too
/// The type of a message is its name.
struct RoomDidOpen: NotificationCenter.MainActorMessage {
    typealias Subject = Room
    let guests: Int
}

//: channel RoomDidClose
//: check object: object: room becomes a key, which each post must pass, too
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
        //: post RoomDidOpen: Hotel.open(_:); object: room
        NotificationCenter.default.post(RoomDidOpen(guests: 2), subject: room)
        let message = RoomDidOpen(guests: 3)
        //: post RoomDidOpen: Hotel.open(_:)
        NotificationCenter.default.post(message)
    }

    nonisolated func close(_ room: Room) {
        //: post RoomDidClose: Hotel.close(_:); object: room
        NotificationCenter.default.post(RoomDidClose(), subject: room)
    }
}

@MainActor
final class Porter {
    private var tokens: [NotificationCenter.ObservationToken] = []

    func watch(_ room: Room) async {
        //: closure RoomDidOpen: a closure in Porter.watch(_:); object: room
        tokens.append(NotificationCenter.default.addObserver(of: room, for: RoomDidOpen.self) { _ in })
        //: unresolved Porter.watch(_:): an expression chooses it: .didOpen; callers 0
        tokens.append(NotificationCenter.default.addObserver(of: Room.self, for: .didOpen) { _ in })
        //: closure RoomDidClose: a closure in Porter.watch(_:); object: room
        tokens.append(NotificationCenter.default.addObserver(of: room, for: RoomDidClose.self) { _ in })
        //: sequence RoomDidClose: a sequence in Porter.watch(_:); object: room
        for await _ in NotificationCenter.default.messages(of: room, for: RoomDidClose.self) {}
    }
}
