/// A map as plain values, each complete in itself, of which text, drawings and pages are made.
///
/// Its JSON is what `--json` prints.
package struct Report: Encodable, Equatable, Sendable {
    enum Subject: String, Encodable, Sendable {
        case channels, notifications

        var senderNoun: String { self == .channels ? "sender" : "post" }
    }

    private enum CodingKeys: String, CodingKey {
        case subject = "of"
        case version, package, root, channels, unresolved, problems, notInThisBuild, notInThisTrace, linesWithoutSender
    }

    /// The version of the JSON that this program writes.
    static let version = 1

    let subject: Subject
    private(set) var version = Self.version
    /// The name of the package, or of the folder.
    var package: String
    /// The folder that the paths of the files begin in.
    let root: String
    var channels: [Channel]
    var unresolved: [Unresolved]
    var problems: [Problem]
    /// The code that may send or observe in another build.
    var notInThisBuild: [InactiveCode]
    /// The connections over which no broadcast of a trace went, if the map has one.
    var notInThisTrace: [Connection]?
    /// The lines from which a trace has broadcasts, but where the map has no sender.
    var linesWithoutSender: [SourceLine]?
}

/// The fields of the JSON, which has null for a field that is `Nullable`, and doesn't have one that is `nil` otherwise.
extension Report {
    struct Channel: Encodable, Equatable {
        var name: String
        /// The module of the first protocol, or of the declaration of a notification.
        @Nullable var module: String?
        let kind: ChannelID.Kind
        @Nullable var file: String?
        @Nullable var line: Int?
        /// The messages, which a notification lacks.
        var methods: [Message]?
        var senders: [Use]
        var observers: [Use]
        /// The types that conform to a protocol and are never registered.
        var conformers: [Declaration]?
        var notes: [Note]
        /// The places that name a notification, and that nothing follows to a post or an observer.
        var mentions: [SourceLine]?
        /// The first sentence of the comment that documents the protocol or the name.
        var documentation: String?

        var messages: [Message] { methods ?? [] }
        var place: String? { file.flatMap { file in line.map { "\(file):\($0)" } } }
    }

    /// A requirement of a protocol.
    struct Message: Encodable, Equatable {
        let name: String
        /// True if a sender, or other code, may call the requirement.
        let isCalled: Bool
        let isProperty: Bool
        /// The first sentence of the comment that documents it.
        var documentation: String?
    }

    /// A sender or an observer.
    struct Use: Encodable, Equatable, Placed {
        /// The function that sends or begins to observe.
        let name: String
        let file: String
        let line: Int
        let module: String
        /// The type around the function.
        @Nullable var `in`: String?
        let how: Operation
        /// The function of a sender, or the observer and where it begins to observe.
        let summary: String
        /// The type that sends or observes, without its module, or the function if no type is known.
        let owner: String
        /// The functions that pass it on, from the one that it calls to the one that calls the library.
        var through: [String]?
        /// The class of an observer, if it is known.
        var type: Nullable<String>?
        /// The positions of the observers that a sender is known not to reach, if there are any.
        var misses: [Int]?
        /// The center or the broadcaster as it is written, unless it is the default one.
        var center: String?
        /// What it has in a report of channels.
        var broadcast: BroadcastUse?
        /// What it has in a report of notifications.
        var notification: NotificationUse?

        var isSender: Bool { how.isSender }
        /// The messages that it sends or handles, none if they aren't known.
        var messages: [String] { (isSender ? broadcast?.methods : handles) ?? [] }
        /// The messages that an observer handles, if that is known.
        var handles: [String]? { broadcast?.handles?.wrappedValue }
    }

    struct Declaration: Encodable, Equatable {
        let name: String
        @Nullable var file: String?
        @Nullable var line: Int?
    }

    /// A use whose channel isn't known.
    struct Unresolved: Encodable, Equatable, Placed {
        /// The function, whose name accepts it.
        let name: String
        let module: String
        let how: Operation
        let reason: ChannelMap.Unresolved.Reason
        let file: String
        let line: Int
        /// The expression that chooses the name of a notification.
        var expression: String?
        /// The calls of the function, if there is an expression.
        var callers: [SourceLine]?
        /// How often it sent in a trace, if the map has one.
        var traced: Int?
        /// The channels that it sent in the trace.
        var tracedChannels: [String]?
    }
}

/// A part of the map with a file and a line.
protocol Placed {
    var file: String { get }
    var line: Int { get }
}

extension Placed {
    /// The place, which Xcode and editors turn into a link.
    var place: String { "\(file):\(line)" }
}

/// A value that JSON has as null if there is none, because `Encodable` leaves out the key of an optional that is `nil`.
@propertyWrapper
struct Nullable<Value: Encodable & Hashable & Sendable>: Encodable, Hashable, Sendable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

/// In JSON, what only one of the two reports has is in the same object as what both have.
extension Report.Use {
    private enum CodingKeys: CodingKey {
        case name, file, line, module, `in`, how, summary, owner, through, type, misses, center
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(file, forKey: .file)
        try container.encode(line, forKey: .line)
        try container.encode(module, forKey: .module)
        try container.encode(_in, forKey: .in)
        try container.encode(how, forKey: .how)
        try container.encode(summary, forKey: .summary)
        try container.encode(owner, forKey: .owner)
        try container.encodeIfPresent(through, forKey: .through)
        try container.encodeIfPresent(type, forKey: .type)
        try container.encodeIfPresent(misses, forKey: .misses)
        try container.encodeIfPresent(center, forKey: .center)
        try broadcast?.encode(to: encoder)
        try notification?.encode(to: encoder)
    }
}
