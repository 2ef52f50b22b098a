/// One kind of channels: which functions take them, and what a call of one is.
protocol ChannelReader {
    var entryPoints: [EntryPoint] { get }
    func read(_ call: Call) -> Reading
    /// Returns what the callers of a function pass, if an argument names that.
    func parameter(in argument: Expression, of function: Symbol?) -> EntryPoint.Argument?
}

/// What a call turns out to be.
enum Reading {
    case use(Use, of: Channel.ID)
    /// The function around it passes on what its callers pass.
    case passedOn(EntryPoint.Argument, by: Call)
    /// It neither sends nor observes.
    case question
    case unresolved(Unresolved.Reason)
}
