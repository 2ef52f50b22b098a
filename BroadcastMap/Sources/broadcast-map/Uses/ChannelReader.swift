/// One kind of channels: which functions take them, and what a call of one is.
protocol ChannelReader {
    var index: Index { get }
    var entryPoints: [EntryPoint] { get }
    func read(_ call: Call) -> Reading
}

/// What a call turns out to be.
enum Reading {
    case use(Use, of: Channel.ID)
    /// The function around it passes on what its callers pass.
    case passedOn(parameter: Int, by: Call)
    /// It neither sends nor observes.
    case question
    case unresolved(Unresolved.Reason)
}
