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
    /// The lines of the calls that pass it on, and its own, one of which is that of a trace.
    let lines: [SourceLine]
    /// The messages that a sender sends, none for a message that isn't known before the program runs.
    var methods: [Symbol] = []
    /// The class of the observer, if it is known.
    var observer: Symbol?
    /// The messages that the class of the observer handles, and doesn't leave to a default, if that is known.
    var handled: [Symbol]?
    /// The key as it is written.
    var key: String?
    /// What the key can be, if that is known.
    var keyValues: [String]?
    /// The center or the broadcaster, unless it is the default one.
    var center: Center?
    /// The handlers that an observer calls, as far as they are known.
    var handlers: [Handler] = []
    /// The mistakes that the call of an observer shows.
    var mistakes: [Problem.Kind] = []
    /// What only a use of a notification has.
    var notification: NotificationDetails?

    init(_ open: OpenUse, form: String? = nil) {
        operation = open.operation
        occurrence = open.occurrence
        function = open.entry.function
        bytes = open.call.bytes
        self.form = form
        wrappers = open.wrappers.reversed().compactMap(\.owner.function)
        lines = open.lines + [open.occurrence.sourceLine]
    }

    var isSender: Bool { operation.isSender }
    /// The type that sends or observes, as far as it is known.
    var type: Symbol? { observer ?? occurrence.function?.typeAround }
    var hasKey: Bool { key != nil }
    var address: Address {
        Address(center: center, hasKey: hasKey, keyValues: keyValues, object: notification?.objectIdentity)
    }
    /// The generic arguments, as the map writes them after the name.
    var formSuffix: String { form.map { " [\($0)]" } ?? "" }

    var module: String { occurrence.file.module }

    /// The name of the type that sends or observes, or that of the function where the type isn't known.
    var typeOrFunctionName: String { type?.path ?? occurrence.functionName }

    /// The sender, or the observer and where it begins to observe.
    var summary: String {
        if isSender { return occurrence.functionName + formSuffix }
        guard let observer else { return "\(operation.anonymousObserver) in \(occurrence.functionName)\(formSuffix)" }
        if operation == .selector { return "\(observer.path) (\(operation.anonymousObserver))" }
        let own = occurrence.function.flatMap { $0.typeAround == observer ? "its \($0.propertyOrSelf.baseName)" : nil }
        return "\(observer.path) (registered in \(own ?? occurrence.functionName))\(formSuffix)"
    }

    /// Returns the use that another one at its place is as well, to which another way leads, such as a branch of a
    /// helper, or `nil` if they differ.
    func joined(with other: Use) -> Use? {
        guard operation == other.operation, observer == other.observer, methods == other.methods,
            center == other.center, form == other.form, key == other.key
        else { return nil }
        var use = self
        guard let notification, let others = other.notification else { return use }
        guard let joined = notification.joined(with: others, ofSender: isSender) else { return nil }
        use.notification = joined
        return use
    }
}

/// The operation of a call on a channel, with the raw values that JSON has.
enum Operation: String, Encodable {
    case notify, observers, register, observe, messages, publisher, record
    /// Those of a notification, which has publishers, too.
    case post, enqueue, selector, closure, sequence, expectation
    /// Those that are methods of a broadcaster.
    static let ofBroadcasters: [Operation] = [.notify, .observers, .register, .observe, .messages, .publisher]

    var isSender: Bool { [.notify, .observers, .post, .enqueue].contains(self) }

    /// What a call does.
    var verb: String {
        switch self {
        case .notify, .observers: "sends"
        case .post, .enqueue: "posts"
        case .register: "registers"
        case .observe, .messages, .publisher, .record, .closure, .selector, .sequence, .expectation: "observes"
        }
    }

    /// An observer whose class isn't known.
    var anonymousObserver: String {
        switch self {
        case .observe: "a closure"
        case .messages: "a stream"
        case .record: "a recorder"
        case .closure, .publisher, .selector, .sequence: "a \(rawValue)"
        case .expectation: "an expectation"
        case .notify, .observers, .register, .post, .enqueue: "an object"
        }
    }
}

/// The role of an argument.
enum ArgumentRole {
    case channel, observer, key
    /// The code that calls the observers.
    case block
    /// The code that an observer runs.
    case handler
    /// The notification center, or the broadcaster.
    case center
    /// Those of notifications alone.
    case object, queue, userInfo

    /// True if a closure may be the argument.
    var isFunction: Bool { self == .block || self == .handler }
}

/// The identity of a channel in all files.
struct ChannelID: Hashable {
    enum Kind: String, Encodable {
        case `protocol`, `class`, declared, literal, framework

        /// True if the channel is a name: of a declaration in the sources, by string, or of a framework.
        var isNotification: Bool { self != .protocol && self != .class }
    }

    let kind: Kind
    let name: String
    /// The declarations of the channel that are in the index: the types of a composition.
    let symbols: [Symbol]
}

/// A notification center or a broadcaster, other than the default one.
struct Center: Hashable {
    /// How code names it, unless the map doesn't show it.
    let code: String?
    /// The constant or the property that creates the center, if that is known: two centers that differ never meet.
    let identity: String?

    /// Returns false if two centers, of which the default one is `nil`, are known to differ.
    static func mayMeet(_ first: Center?, _ second: Center?) -> Bool {
        let identities = [first, second].map { $0 == nil ? "" : $0?.identity }
        return identities.contains(nil) || identities[0] == identities[1]
    }
}

/// Where a sender sends, or where an observer observes, by which one may not reach the other.
struct Address: Hashable {
    var center: Center?
    var hasKey = false
    /// What the key can be, if that is known.
    var keyValues: [String]?
    /// The object of a notification, if that is known.
    var object: String?

    /// Returns false if an observer is known to observe another center.
    func mayMeet(_ observer: Address) -> Bool { Center.mayMeet(center, observer.center) }

    /// Returns false if what is sent is known not to reach an observer: at another center, with another key, or of
    /// another object.
    func mayReach(_ observer: Address) -> Bool {
        guard mayMeet(observer), mayHaveKey(of: observer) else { return false }
        guard let object, let other = observer.object, other != "nil" else { return true }
        return object == other
    }

    /// Returns false if an observer has a key that a sender lacks, or if the values of both keys are known and differ.
    private func mayHaveKey(of observer: Address) -> Bool {
        if !observer.hasKey { return true }
        guard hasKey else { return false }
        guard let keyValues, let others = observer.keyValues else { return true }
        return !Set(keyValues).isDisjoint(with: others)
    }
}
