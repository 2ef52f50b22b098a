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
    func messageWasPosted(_ message: Message)
}

/// Learns that a participant of this process came or went.
package protocol AttendanceObserver: AnyObject, Sendable {
    func attendeeDidJoin(_ room: String)
    func attendeeDidLeave(_ room: String)
}

/// Learns which people are in a room, whichever process they are connected to, when they change or a reader comes.
package protocol RosterObserver: AnyObject, Sendable {
    func rosterDidChange(_ roster: Roster)
}

// MARK: News of the store, and between this process and others

/// Learns that other processes have stored new messages.
///
/// It is a channel, although it has one observer, because its sender `Cluster` doesn't know `History`.
package protocol StoreObserver: AnyObject, Sendable {
    /// A wake-up may be late, merged or superfluous, because the store holds the truth.
    func storeDidGrow()
}

/// Learns which people are connected to this process, to tell the other processes.
package protocol LocalRosterObserver: AnyObject, Sendable {
    func localRosterDidChange(_ roster: Roster)
}

/// Learns which people are connected to other processes.
package protocol RemoteRosterObserver: AnyObject, Sendable {
    func remoteRosterDidChange(_ roster: Roster)
}
