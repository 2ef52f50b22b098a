/// A use of a channel.
package struct Use {
    package let operation: Operation
    package let occurrence: Occurrence
    /// The method of the library.
    package let function: Symbol
    /// The code of the call, with its arguments.
    package let bytes: Range<Int>
    /// How the channel is written if it has generic arguments.
    var form: String?
    /// The functions that pass it on, from the one that its caller names to the one that calls the library.
    var wrappers: [Symbol] = []
    /// The lines of the calls that pass it on, and its own, one of which is that of a trace.
    package let lines: [SourceLine]
    /// The messages that a sender sends, none for a message that isn't known before the program runs.
    package var methods: [Symbol] = []
    /// The class of the observer, if it is known.
    package var observer: Symbol?
    /// The messages that the class of the observer handles, and doesn't leave to a default, if that is known.
    package var handled: [Symbol]?
    /// The key as it is written.
    package var key: String?
    /// What the key can be, if that is known.
    package var keyValues: [String]?
    /// The center or the broadcaster, unless it is the default one.
    package var center: Center?
    /// The handlers that an observer calls, as far as they are known.
    package var handlers: [Handler] = []
    /// The mistakes that the call of an observer shows.
    package var mistakes: [Problem.Kind] = []
    /// What channels of another kind than Broadcaster's know besides.
    package var details: (any UseDetails)?

    package init(
        operation: Operation, occurrence: Occurrence, function: Symbol, bytes: Range<Int>, form: String? = nil,
        wrappers: [Symbol] = [], passing lines: [SourceLine] = []
    ) {
        self.operation = operation
        self.occurrence = occurrence
        self.function = function
        self.bytes = bytes
        self.form = form
        self.wrappers = wrappers
        self.lines = lines + [occurrence.sourceLine]
    }

    package var isSender: Bool { operation.isSender }
    /// The type that sends or observes, as far as it is known.
    package var type: Symbol? { observer ?? occurrence.function?.typeAround }
    var hasKey: Bool { key != nil }
    /// The generic arguments, as the map writes them after the name.
    var formSuffix: String { form.map { " [\($0)]" } ?? "" }

    /// Returns the use that another one at its place is as well, to which another way leads, such as a branch of a
    /// helper, or `nil` if they differ.
    func joined(with other: Use) -> Use? {
        guard operation == other.operation, observer == other.observer, methods == other.methods,
            center == other.center, form == other.form, key == other.key
        else { return nil }
        var use = self
        guard let details, let others = other.details else { return use }
        guard let joined = details.joined(with: others, ofSender: isSender) else { return nil }
        use.details = joined
        return use
    }
}

/// What the rules of one kind of channels know of a use, besides what each use has.
package protocol UseDetails {
    /// Returns what two ways say of the use to which both lead, or `nil` if these are two uses.
    func joined(with other: any UseDetails, ofSender isSender: Bool) -> (any UseDetails)?
    /// Returns false if what a sender sends is known not to reach an observer.
    func mayReach(_ observer: any UseDetails) -> Bool
    /// Adds the details of a use to the map.
    func add(to entry: inout Report.Use, of use: Use)
}
