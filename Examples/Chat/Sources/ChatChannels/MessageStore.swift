/// Stores messages, and reads them, or throws ``StoreUnavailable``.
///
/// It isn't a channel: a message can't be posted without its answer, and only one store can give it. So the modules
/// that need it get it when they are created, and the compiler sees that it is there.
package protocol MessageStore: Sendable {
    /// Stores a draft, or finds the message that was stored under the draft's key.
    func store(_ draft: Draft) async throws -> Message

    /// Returns the first messages of a room after an `id`, or without one the last messages, in order of `id`.
    ///
    /// A page ends at `limit`, or when its texts reach 131,072 characters. Only an empty page has none after it.
    func messages(in room: String, after id: Int64?, limit: Int) async throws -> [Message]

    /// Checks that messages can be stored now.
    func check() async throws
}

/// An error that a store throws while its messages can't be reached.
///
/// The draft may be stored or not. Posting it again under the same key is safe.
package struct StoreUnavailable: Error {
    package init() {}
}
