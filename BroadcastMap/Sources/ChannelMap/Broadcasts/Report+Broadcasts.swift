extension Report {
    /// What only a report of channels has of a sender or an observer.
    struct BroadcastUse: Encodable, Equatable {
        /// The messages that a sender sends, none if they aren't known before the program runs.
        var methods: [String]?
        /// The messages that the class of an observer handles, if that is known.
        var handles: Nullable<[String]>?
        /// How the channel is written if it has generic arguments.
        var form: String?
        /// The key as it is written.
        @Nullable var key: String?
        /// What the key of a sender can be, as code writes it, if that is known.
        var keyValues: [String]?
        /// How often it ran in a trace, if the map has one that would show it.
        var traced: Int?
        /// True if the trace doesn't say how often it ran, and how often others that share the count.
        var sharesTrace: Bool?
    }
}

extension Report.BroadcastUse {
    init(_ use: Use, _ messageNames: [Symbol: String]) {
        func names(_ messages: [Symbol]) -> [String] { messages.map { messageNames[$0] ?? $0.name } }
        methods = use.isSender ? names(use.methods) : nil
        handles = use.isSender ? nil : Nullable(wrappedValue: use.handled.map(names))
        form = use.form
        key = use.key
        keyValues = use.isSender ? use.keyValues : nil
    }
}
