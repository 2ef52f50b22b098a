import Broadcaster
import ChatChannels
import Foundation

/// Accepts messages: checks them, asks the moderators, and passes them to the store.
public final class Rooms: Sendable {
    /// Says why a message is refused.
    public enum Refusal: Error, Hashable {
        /// The message breaks a rule of form.
        case malformed(String)
        /// The moderators object.
        case objection(String)
    }

    /// The longest name and the longest room, in Unicode scalars.
    public static let longestName = 64
    /// The longest text, in Unicode scalars.
    public static let longestText = 4_000
    /// The longest key, in Unicode scalars.
    public static let longestKey = 128

    private let store: any MessageStore
    private let broadcaster: Broadcaster

    /// Creates rooms.
    ///
    /// - Parameters:
    ///   - store: Where the messages go.
    ///   - broadcaster: The broadcaster whose moderators to ask.
    public init(store: any MessageStore, broadcaster: Broadcaster) {
        self.store = store
        self.broadcaster = broadcaster
    }

    /// Stores a message, and returns it once it is safe.
    ///
    /// - Throws: ``Refusal``, or `StoreUnavailable`.
    public func post(_ draft: Draft) async throws -> Message {
        try Self.check(draft.text, of: "text", longest: Self.longestText)
        try Self.check(draft.key, of: "key", longest: Self.longestKey)
        let draft = Draft(
            room: try Self.checkedName(draft.room, of: "room"), name: try Self.checkedName(draft.name, of: "name"),
            text: draft.text, key: draft.key)

        let objections = broadcaster.observers(of: Moderator.self).compactMap { $0.objection(to: draft) }
        guard objections.isEmpty else {
            throw Refusal.objection(objections.joined(separator: " "))
        }
        let message = try await store.store(draft)
        guard (message.room, message.name, message.text) == (draft.room, draft.name, draft.text) else {
            throw Refusal.malformed("The key belongs to another message.")
        }
        return message
    }

    /// Checks the name of a room or a person, and returns it in its one canonical form.
    ///
    /// An accented letter may be one scalar or two. Strings that differ only in that are equal in Swift, but not in a
    /// database. Names that look the same must be the same, so a name has no invisible characters, and no white space at
    /// its ends. The script of the page does the same.
    ///
    /// - Throws: ``Refusal/malformed(_:)``.
    public static func checkedName(_ name: String, of field: String) throws -> String {
        guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw Refusal.malformed("The \(field) has a control character.")
        }
        var visible = String.UnicodeScalarView()
        for scalar in name.precomposedStringWithCanonicalMapping.unicodeScalars {
            if !isInvisible(scalar) || isJoiner(scalar) && visible.last.map(isEmoji) == true { visible.append(scalar) }
        }
        let name = String(visible).trimmingCharacters(in: .whitespacesAndNewlines)
        try check(name, of: field, longest: longestName)
        return name
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        // The last is a pattern of Braille without a dot.
        scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
            || scalar == "\u{2800}"
    }

    /// Tells whether a scalar joins emoji to one, or chooses their colored form.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200D}" || scalar == "\u{FE0F}" }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{FE0F}" || scalar.properties.isEmoji && !scalar.isASCII
    }

    private static func check(_ value: String, of field: String, longest: Int) throws {
        guard !value.allSatisfy(\.isWhitespace) else {
            throw Refusal.malformed("The \(field) is empty.")
        }
        // Scalars, because a single `Character` may be of any size.
        guard value.unicodeScalars.count <= longest else {
            throw Refusal.malformed("The \(field) is longer than \(longest) characters.")
        }
        guard !value.unicodeScalars.contains("\0") else {
            throw Refusal.malformed("The \(field) has a NUL.")
        }
    }
}
