// All that is broadcast between the modules. Each protocol is a channel, and each method is a message.
//
// The exception is the store: a module that needs its answer to go on depends on it (`MessageStore.swift`).
//
// All are `AnyObject, Sendable`, because in a server, observers register and are called on any thread.

// MARK: Questions, whose answers are gathered over the observers

/// May object to a message before it is stored.
package protocol Moderator: AnyObject, Sendable {
    /// Returns the reason why the draft can't be accepted, or `nil`.
    func objection(to draft: Draft) -> String?
}

/// A participant in a room, which is the key, for as long as the observer exists.
package protocol Attendee: AnyObject, Sendable {
    /// The name, or `nil` for a reader who stays invisible.
    var name: String? { get }
}

// MARK: News of a room, which is the key: an observer that registers without a key receives the news of all rooms

/// Learns of each new message, once, in order of `id`.
package protocol MessageObserver: AnyObject, Sendable {
    /// Says that a message is stored.
    func messageWasPosted(_ message: Message)
}

/// Learns that a participant of this process came or went.
package protocol AttendanceObserver: AnyObject, Sendable {
    /// Says that a participant came.
    func attendeeDidJoin(_ room: String)

    /// Says that a participant went.
    func attendeeDidLeave(_ room: String)
}

/// Learns which people are in a room, whichever process they are connected to.
package protocol RosterObserver: AnyObject, Sendable {
    /// Says that people came or went, or that a new participant has to be told who is here.
    func rosterDidChange(_ roster: Roster)
}

// MARK: News of the store, and between this process and others

/// Learns that the store holds new messages, from this process or from another.
package protocol StoreObserver: AnyObject, Sendable {
    /// Says that new messages can be read.
    ///
    /// A wake-up may be late, merged or superfluous, because the store holds the truth.
    func storeDidGrow()
}

/// Learns which people are connected to this process, to tell the other processes.
package protocol LocalRosterObserver: AnyObject, Sendable {
    /// Says that the people here changed.
    func localRosterDidChange(_ roster: Roster)
}

/// Learns which people are connected to other processes.
package protocol RemoteRosterObserver: AnyObject, Sendable {
    /// Says that the people elsewhere changed.
    func remoteRosterDidChange(_ roster: Roster)
}
