/// A use of a channel.
struct Use {
    let verb: Verb
    let occurrence: Occurrence
    /// How the channel is written if it is a composition, or has generic arguments.
    let form: String?
    /// What a sender calls, which is empty for a message that isn't known before the program runs.
    let methods: [Symbol]
    /// The class of the observer, if it is known.
    let observer: Symbol?

    var isSender: Bool { verb.isSender }
    var mark: String { form.map { " [\($0)]" } ?? "" }
}

/// What a call turns out to be.
enum Reading {
    case use(Use, of: Channel.ID)
    /// The function around it passes a parameter on.
    case passedOn(parameter: Int)
    /// It neither sends nor observes.
    case question
    case unresolved
}

/// One kind of channels: which functions take them, and what a call of one is.
protocol ChannelReader {
    var entryPoints: [EntryPoint] { get }
    func read(_ call: Call) -> Reading
    /// Returns which parameter of a function an argument names.
    func parameter(in argument: Expression, of function: Symbol?) -> Int?
}
