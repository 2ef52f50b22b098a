/// A map as plain values, each complete in itself, of which text, drawings, pages and comparisons are made.
///
/// Its JSON is what `--json` prints and `--compare` reads.
package struct Report: Codable, Equatable, Sendable {
    package enum Subject: String, Codable, Sendable {
        case channels, notifications
    }

    private enum CodingKeys: String, CodingKey {
        case subject = "of"
        case package, root, channels, unresolved, problems, notInThisBuild
    }

    package let subject: Subject
    /// The name of the package, or of the folder.
    @Nullable var package: String?
    /// The folder that the paths of the files begin in.
    @Nullable var root: String?
    var channels: [Channel]
    var unresolved: [Unresolved]
    var problems: [Problem]
    /// The code that may send or observe in another build.
    @Nullable var notInThisBuild: [InactiveCode]?
}

/// The fields of the JSON, of which those that older versions don't write are optional.
extension Report {
    struct Channel: Codable, Equatable {
        let name: String
        /// The module of the first protocol, or of the declaration of a notification.
        @Nullable var module: String?
        /// A raw value of `ChannelID.Kind`.
        @Nullable var kind: String?
        @Nullable var file: String?
        @Nullable var line: Int?
        let methods: [Message]
        let senders: [Use]
        let observers: [Use]
        /// The types that conform and are never registered.
        let conformers: [Declaration]
        let notes: [Note]
        /// The other declarations by which code names a notification.
        var aliases: [String]?
    }

    /// A requirement of a protocol.
    struct Message: Codable, Equatable {
        let name: String
        /// True if a sender, or other code, may call the requirement.
        @Nullable var isCalled: Bool?
        @Nullable var isProperty: Bool?
    }

    /// A sender or an observer.
    struct Use: Codable, Equatable, Placed {
        /// The function that sends or begins to observe.
        let name: String
        let file: String
        let line: Int
        let module: String
        /// The type around the function.
        @Nullable var `in`: String?
        /// A raw value of `Operation`.
        let how: String
        /// The function of a sender, or the observer and where it begins to observe.
        @Nullable var summary: String?
        /// The type that sends or observes, without its module, or the function if no type is known.
        @Nullable var owner: String?
        /// How the channel is written if it has generic arguments.
        var form: String?

        /// The messages that a sender sends, none if they aren't known before the program runs.
        var methods: [String]?
        /// The class of an observer, if it is known.
        var type: Nullable<String>?
        /// The messages that the class of an observer handles, if that is known.
        var handles: Nullable<[String]>?

        /// The key of a channel, as it is written.
        var key: Nullable<String>?
        /// The object of a notification, as it is written.
        var object: Nullable<String>?
        /// The keys of the user info of a post, if they are written.
        var userInfo: Nullable<[String]>?
        /// The expression that has the user info of a post, if its keys aren't written.
        var userInfoVariable: String?
        /// The queue of an observer of notifications, as it is written.
        var queue: Nullable<String>?
        /// The center of a notification, as it is written, unless it is the default one.
        var center: String?
        /// The method that an observer of notifications calls.
        var handler: Nullable<String>?
        /// The keys that an observer of notifications reads from the user info.
        var reads: [String]?
        /// How often the type of an observer of notifications removes observers.
        var removals: Int?
    }

    struct Declaration: Codable, Equatable {
        let name: String
        @Nullable var file: String?
        @Nullable var line: Int?
    }

    /// A fact to check: a feedback loop, or a change that comes when a notification becomes a broadcast.
    struct Note: Codable, Equatable {
        /// A raw value of `Note.Kind`.
        let kind: String
        let text: String
    }

    struct Problem: Codable, Equatable, Placed {
        /// A raw value of `Problem.Kind`.
        let kind: String
        /// The name that accepts it: that of the channel, or of the message with that of the channel.
        let name: String
        @Nullable var channel: String?
        @Nullable var message: String?
        let text: String
        let file: String
        let line: Int
    }

    /// A use whose channel isn't known.
    struct Unresolved: Codable, Equatable, Placed {
        /// The function, whose name accepts it.
        let name: String
        @Nullable var module: String?
        let reason: String
        let file: String
        let line: Int
        /// The expression that chooses the name of a notification.
        var expression: String?
        /// How often code calls the function, if there is an expression.
        var callers: Int?
    }

    /// A call or a declaration in an `#if` clause that this build leaves out.
    struct InactiveCode: Codable, Equatable, Placed {
        let text: String
        @Nullable var module: String?
        let file: String
        let line: Int
        /// The condition of the clause as it is written, or `else`.
        let condition: String
    }
}

extension Report.Channel {
    var place: String? { file.flatMap { file in line.map { "\(file):\($0)" } } }
}

extension Report.Use {
    var isSender: Bool { methods != nil }
}

extension Report.Note {
    var isFeedbackLoop: Bool { kind == Note.Kind.echo.rawValue }
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
