import Foundation

/// A message before it is stored.
package struct Draft: Sendable {
    package let room: String
    package let name: String
    package let text: String
    /// Identifies the draft: a draft that is posted twice under one key is stored once.
    package let key: String

    package init(room: String, name: String, text: String, key: String) {
        (self.room, self.name, self.text, self.key) = (room, name, text, key)
    }
}

/// A stored message.
package struct Message: Sendable, Encodable, Equatable {
    /// The place of the message in the order of all messages, whatever their room.
    package let id: Int64
    package let room: String
    package let name: String
    package let text: String
    /// When the message was stored, in whole milliseconds.
    package let sent: Date

    package init(id: Int64, room: String, name: String, text: String, sent: Date) {
        (self.id, self.room, self.name, self.text, self.sent) = (id, room, name, text, sent)
    }
}

/// The names of the people in one room, each once, sorted.
package struct Roster: Sendable, Equatable {
    package let room: String
    package let names: [String]

    package init(room: String, names: some Sequence<String>) {
        self.room = room
        self.names = Set(names).sorted()
    }
}
