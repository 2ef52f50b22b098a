// Each protocol is a channel, and each method is a message. Nothing else passes between the modules.

// MARK: Questions, whose answers are gathered over the observers

/// May object to a message before it is stored.
public protocol Moderator: AnyObject, Sendable {
    /// Returns the reason why the draft can't be accepted, or `nil`.
    func objection(to draft: Draft) -> String?
}

/// Stores messages, and reads them.
public protocol MessageStore: AnyObject, Sendable {
    /// Stores a draft, or finds the message that was stored under the draft's key.
    ///
    /// - Throws: ``StoreUnavailable``.
    func store(_ draft: Draft) async throws -> Message

    /// Returns the first messages of a room after an `id`, in order of `id`.
    ///
    /// - Throws: ``StoreUnavailable``.
    func messages(in room: String, after id: Int64, limit: Int) async throws -> [Message]

    /// Returns the last messages of a room, in order of `id`.
    ///
    /// - Throws: ``StoreUnavailable``.
    func latestMessages(in room: String, limit: Int) async throws -> [Message]
}

extension Sequence<any MessageStore> {
    /// Returns the first store, because one is enough.
    ///
    /// - Throws: ``StoreUnavailable`` if there is none.
    public func first() throws -> any MessageStore {
        for store in self { return store }
        throw StoreUnavailable()
    }
}

/// A participant in a room, for as long as the observer exists.
public protocol Attendee: AnyObject, Sendable {
    /// The room.
    var room: String { get }
    /// The name, or `nil` for a reader who stays invisible.
    var name: String? { get }
}

/// Knows which people are in a room.
public protocol RosterSource: AnyObject, Sendable {
    /// Returns the names of all people who are in the room now.
    func roster(of room: String) -> Roster
}

// MARK: News

/// Learns that the store holds new messages, from this process or from another.
public protocol StoreObserver: AnyObject, Sendable {
    /// Says that new messages can be read.
    ///
    /// A wake-up may be late, merged or superfluous, because the store holds the truth.
    func storeDidGrow()
}

/// Learns of each new message, once, in order of `id`.
public protocol MessageObserver: AnyObject, Sendable {
    /// Says that a message is stored.
    func messageWasPosted(_ message: Message)
}

/// Learns that a participant of this process came or went.
public protocol AttendanceObserver: AnyObject, Sendable {
    /// Says that the participants in the room changed.
    func attendanceDidChange(in room: String)
}

/// Learns which people are in a room.
public protocol RosterObserver: AnyObject, Sendable {
    /// Says that the roster of one origin changed.
    func rosterDidChange(_ roster: Roster)
}
