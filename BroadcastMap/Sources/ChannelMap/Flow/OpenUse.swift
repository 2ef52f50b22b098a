import SwiftSyntax

/// A call of the library, or of a function that passes its arguments on, as far as the code around it says.
struct OpenUse {
    let entry: EntryPoint
    /// The call where it stands now.
    var call: CallFact
    var occurrence: Occurrence
    var roles: [ArgumentRole: Argument]
    /// The call of the library.
    let origin: CallFact
    /// The functions that pass it on, from the library on.
    var wrappers: [PassingFunction] = []
    /// The lines of the calls that they make, the library's first.
    var lines: [SourceLine] = []
    /// True if each of them returns what the library returns.
    var isReturned = true

    var operation: Operation { entry.operation }
    var channel: Argument { roles[.channel]! }

    func with(_ role: ArgumentRole, _ value: Fact) -> OpenUse {
        var use = self
        use.roles[role] = use.roles[role]?.with(value)
        return use
    }
}

/// A use whose channel is known.
struct ClosedUse {
    let use: OpenUse
    let channel: NamedChannel
}

/// A function that passes on what its callers pass, and the parameters with which they do.
struct PassingFunction: Hashable {
    let owner: Owner
    let roots: Set<Fact>
}

/// A function that takes a channel: a method of the library, or what a program's protocols make of it.
struct EntryPoint {
    let function: Symbol
    let operation: Operation
    /// The positions of the parameters.
    let positions: [ArgumentRole: Int]
    /// Why its calls aren't read, if they aren't.
    var unreadReason: Unresolved.Reason?
    /// The selectors of which the first argument is one, if the method sends what its argument names.
    var selectors: Set<String>?

    /// Returns the roles of the arguments of a call, `nil` if it passes no channel.
    func roles(in call: Invocation, _ store: FactStore) -> [ArgumentRole: Argument]? {
        var roles: [ArgumentRole: Argument] = [:]
        for (role, position) in positions {
            roles[role] = store.argument(position, of: .declared(function), in: call, isFunction: role.isFunction)
        }
        if roles[.center] == nil, let receiver = call.receiver {
            roles[.center] = Argument(label: nil, value: receiver, code: call.receiverCode)
        }
        return roles[.channel] == nil ? nil : roles
    }
}

/// What a value stands for where a channel is named.
enum Target {
    case channel(NamedChannel, roles: [ArgumentRole: Argument])
    /// Callers decide what it is, which the code chooses if there are none.
    case open(Fact, code: String?)
    case nothing
    case unresolved(Unresolved.Reason, code: String?)

    static func channel(_ channel: NamedChannel) -> Target { .channel(channel, roles: [:]) }
}

/// A channel as code names it.
struct NamedChannel: Hashable {
    let id: ChannelID
    /// How it is written if it has generic arguments.
    var form: String?
    /// The type of the message, if it is sent as a value.
    var messageType: Symbol?
    /// The messages, if they are sent as cases of an enumeration.
    var messages: [Symbol] = []

    func with(_ messages: [Symbol]) -> NamedChannel {
        NamedChannel(id: id, form: form, messageType: messageType, messages: messages)
    }
}

/// The uses of one kind of channels, and what is special about these.
protocol ChannelRules {
    var uses: [ChannelID: [Use]] { get }
    var unresolved: [Unresolved] { get }
    /// The names of the functions of the program that pass on a channel.
    var passingNames: Set<String> { get }
    /// Returns true if code that the index doesn't know sends, observes, or declares a channel.
    func concernsChannel(_ code: Syntax) -> Bool
    /// Returns true if code that isn't in this build may name a channel.
    func mayName(_ channel: ChannelID, in code: InactiveCode) -> Bool
}

extension [Use] {
    /// The uses in the order of their places, and one for those at a place to which several ways lead.
    var joined: [Use] {
        var found: [Use] = []
        for use in sorted(by: { $0.occurrence.order < $1.occurrence.order }) {
            let same = found.indices.reversed().prefix { found[$0].occurrence.isSamePlace(as: use.occurrence) }
            let ways = same.reversed().lazy.compactMap { way in found[way].joined(with: use).map { (way, $0) } }
            if let (way, joined) = ways.first { found[way] = joined } else { found.append(use) }
        }
        return found
    }
}
