/// A use of a channel.
struct Use {
    let operation: Operation
    let occurrence: Occurrence
    /// The method of the library.
    let function: Symbol
    /// The code of the call, with its arguments.
    let bytes: Range<Int>
    /// How the channel is written if it has generic arguments.
    var form: String?
    /// The functions that pass it on, from the one that its caller names to the one that calls the library.
    var wrappers: [Symbol] = []
    /// The messages that a sender sends, none for a message that isn't known before the program runs.
    var methods: [Symbol] = []
    /// The class of the observer, if it is known.
    var observer: Symbol?
    /// The messages that the class of the observer handles, and doesn't leave to a default, if that is known.
    var handled: [Symbol]?
    /// The arguments that the map shows, as they are written, or `nil` for each that the call leaves out.
    var argumentTexts: [ArgumentRole: String?] = [:]
    /// What the key can be, if that is known.
    var keyValues: [String]?
    /// The keys of the user info of a post, or `nil` if they aren't written.
    var keys: [UserInfoKey]?
    /// The center or the broadcaster, unless it is the default one.
    var center: Center?
    /// The constant that creates the object of a notification, or `nil`, if that is known: two that differ never meet.
    var objectIdentity: String?
    /// How often the type of an observer of notifications removes it.
    var removals = 0
    /// True if an operator of a publisher names a scheduler, on which it delivers later.
    var isScheduled = false
    /// The handlers that an observer calls, as far as they are known.
    var handlers: [Handler] = []
    /// The keys that an observer of notifications reads.
    var keysRead: [UserInfoKey] = []
    /// The handlers that read the object of a notification.
    var objectReaders: Set<Handler> = []
    /// The mistakes that the call of an observer shows.
    var mistakes: [Problem.Kind] = []
    /// True if nothing keeps the token of an observer, without which nothing removes it.
    var dropsToken = false

    var isSender: Bool { operation.isSender }
    /// The type that sends or observes, as far as it is known.
    var type: Symbol? { observer ?? occurrence.function?.typeAround }
    var hasKey: Bool { (argumentTexts[.key] ?? nil) != nil }
    /// The generic arguments, as the map writes them after the name.
    var formSuffix: String { form.map { " [\($0)]" } ?? "" }

    private func has(_ role: ArgumentRole) -> Bool { ![nil, "", "nil"].contains(argumentTexts[role] ?? nil) }

    /// Returns the use that another one at its place is as well, to which another way leads, such as a branch of a
    /// helper, or `nil` if they differ.
    ///
    /// A post has the arguments of both, because a helper may leave out what its other branch passes.
    func joined(with other: Use) -> Use? {
        guard operation == other.operation, observer == other.observer, methods == other.methods,
            center == other.center, form == other.form
        else { return nil }
        var use = self
        for (role, text) in other.argumentTexts where text != argumentTexts[role] {
            let isOptional = isSender && [.object, .userInfo].contains(role)
            guard isOptional, !has(role) || !other.has(role) else { return nil }
            if !other.has(role) { continue }
            use.argumentTexts[role] = text
            if role == .userInfo { use.keys = other.keys }
        }
        return use
    }
}

/// A key in the user info of a notification.
struct UserInfoKey: Hashable {
    /// The key as it is written.
    let code: String
    /// Its text, if that is known.
    let text: String?

    /// What two spellings of one key have in common.
    var identity: String { text?.debugDescription ?? code }
}
