import Foundation

/// A message before it is stored.
public struct Draft: Sendable, Hashable {
    /// The room to post to.
    public let room: String
    /// The author's name.
    public let name: String
    /// What the author wrote, line breaks included.
    public let text: String
    /// Identifies the draft: a draft that is posted twice under one key is stored once.
    public let key: String

    /// Creates a draft with a key of its own.
    public init(room: String, name: String, text: String, key: String = UUID().uuidString) {
        self.room = room
        self.name = name
        self.text = text
        self.key = key
    }
}

/// A stored message.
public struct Message: Sendable, Hashable, Codable {
    /// The place of the message in the order of all messages, whatever their room.
    public let id: Int64
    /// The room it was posted to.
    public let room: String
    /// The author's name.
    public let name: String
    /// What the author wrote, line breaks included.
    public let text: String
    /// When the message was stored, in whole milliseconds.
    public let sent: Date

    /// Creates a message from what a store holds.
    public init(id: Int64, room: String, name: String, text: String, sent: Date) {
        self.id = id
        self.room = room
        self.name = name
        self.text = text
        self.sent = sent
    }
}

/// The names of the people in one room.
public struct Roster: Sendable, Hashable {
    /// The room.
    public let room: String
    /// The names, each once, sorted.
    public let names: [String]

    /// Creates a roster; sorts the names and drops repeated ones.
    public init(room: String, names: some Sequence<String>) {
        self.room = room
        self.names = Set(names).sorted()
    }
}
