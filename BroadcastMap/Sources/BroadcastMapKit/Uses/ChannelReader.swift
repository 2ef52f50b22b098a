import SwiftSyntax

/// One kind of channels: which functions take them, and what a call of one is.
protocol ChannelReader {
    var index: Index { get }
    var evaluator: Evaluator { get }
    var entryPoints: [EntryPoint] { get }
    /// Returns what a call turns out to be, once for each channel and observer that its expressions choose between.
    func read(_ call: Call) -> [CallMeaning]
    /// Returns what the use of an entry point in Objective-C code turns out to be, which is nothing if it isn't
    /// read.
    func readObjectiveC(_ entry: EntryPoint, at occurrence: Occurrence) -> [CallMeaning]
    /// Returns what a call turns out to be if no caller of the function around it is known.
    func readWithoutCallers(_ call: Call) -> [CallMeaning]
    /// Returns true if code that the index doesn't know sends, observes, or declares a channel.
    func concernsChannel(_ syntax: Syntax) -> Bool
    /// Returns the other declarations by which code names a channel.
    func aliases(of channel: ChannelID) -> [Symbol]
    /// Returns what a call is that sends a channel which only its observers know.
    func use(of call: Call, sending channel: ChannelID) -> Use
    /// Returns what a use turns out to be, now that all calls are known.
    func complete(_ use: Use, of channel: ChannelID, among calls: CallRegions) -> CallMeaning
}

/// What a call is, and so what follows of it, where `Found` is what an expression is.
enum CallMeaning {
    case use(Use, of: ChannelID)
    /// The function around it passes on what its callers pass.
    case passedOn(by: Call)
    /// It passes on the notification that the code around it receives.
    case received(Call, by: ReceivingCode)
    /// It neither sends nor observes.
    case query
    case unresolved(Unresolved.Reason, code: String? = nil)
}

extension ChannelReader {
    func aliases(of channel: ChannelID) -> [Symbol] { [] }

    func readObjectiveC(_ entry: EntryPoint, at occurrence: Occurrence) -> [CallMeaning] { [] }

    func complete(_ use: Use, of channel: ChannelID, among calls: CallRegions) -> CallMeaning { .use(use, of: channel) }
}
