import Broadcaster
import ChatChannels

/// Accepts messages: checks them, asks the moderators, and passes them to the store.
///
/// It shows a question whose answers are gathered from observers, and beside it a dependency: a message can be posted
/// without a moderator, but not without a store.
package final class Rooms: Sendable {
    private let store: any MessageStore
    private let broadcaster: Broadcaster

    package init(store: any MessageStore, broadcaster: Broadcaster) {
        self.store = store
        self.broadcaster = broadcaster
    }

    /// Stores a message, and returns it once it is safe.
    ///
    /// - Throws: ``Refusal``, or `StoreUnavailable`.
    package func post(_ draft: Draft) async throws -> Message {
        try check(draft.text, of: "text", longest: 4_000)
        try check(draft.key, of: "key", longest: 128)
        let draft = Draft(
            room: try checkedName(draft.room, of: "room"), name: try checkedName(draft.name, of: "name"),
            text: draft.text, key: draft.key)

        let objections = broadcaster.observers(of: Moderator.self).compactMap { $0.objection(to: draft) }
        guard objections.isEmpty else { throw Refusal.objection(objections.joined(separator: " ")) }
        let message = try await store.store(draft)
        guard (message.room, message.name, message.text) == (draft.room, draft.name, draft.text) else {
            throw Refusal.malformed("The key belongs to another message.")
        }
        return message
    }
}
