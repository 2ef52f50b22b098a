import SwiftSyntax

/// A call of the library, or of a function that passes its arguments on, as far as the code around it says.
package struct OpenUse {
    package let entry: EntryPoint
    /// The call where it stands now.
    package var call: CallFact
    package var occurrence: Occurrence
    package var roles: [ArgumentRole: Argument]
    /// The call of the library.
    package let origin: CallFact
    /// The functions that pass it on, from the library on.
    package var wrappers: [PassingFunction] = []
    /// True if each of them returns what the library returns.
    package var isReturned = true

    package var operation: Operation { entry.operation }
    package var channel: Argument { roles[.channel]! }

    func with(_ role: ArgumentRole, _ value: Fact) -> OpenUse {
        var use = self
        use.roles[role] = use.roles[role]?.with(value)
        return use
    }
}

/// A function that passes on what its callers pass, and the parameters with which they do.
package struct PassingFunction: Hashable {
    package let owner: Owner
    let roots: Set<Fact>
}

/// A function that takes a channel: a method of the library, or what a program's protocols make of it.
package struct EntryPoint {
    package let function: Symbol
    let operation: Operation
    /// The positions of the parameters.
    let positions: [ArgumentRole: Int]
    /// Why its calls aren't read, if they aren't.
    var unreadReason: Unresolved.Reason?
    /// The selectors of which the first argument is one, if the method sends what its argument names.
    var selectors: Set<String>?

    package init(
        function: Symbol, operation: Operation, positions: [ArgumentRole: Int], unreadReason: Unresolved.Reason? = nil,
        selectors: Set<String>? = nil
    ) {
        self.function = function
        self.operation = operation
        self.positions = positions
        self.unreadReason = unreadReason
        self.selectors = selectors
    }

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
package enum Target {
    case channel(NamedChannel, roles: [ArgumentRole: Argument])
    /// Callers decide what it is.
    case open(Fact)
    case nothing
    case unresolved(Unresolved.Reason, code: String?)

    package static func channel(_ channel: NamedChannel) -> Target { .channel(channel, roles: [:]) }
}

/// A channel as code names it.
package struct NamedChannel: Hashable {
    package let id: ChannelID
    /// How it is written if it has generic arguments.
    package var form: String?
    /// The type of the message, if it is sent as a value.
    package var messageType: Symbol?
    /// The message, if it is sent as a case of an enumeration.
    var message: Symbol?

    package init(id: ChannelID, form: String? = nil, messageType: Symbol? = nil, message: Symbol? = nil) {
        self.id = id
        self.form = form
        self.messageType = messageType
        self.message = message
    }
}

/// What is special about one kind of channels.
package protocol ChannelRules {
    var resolver: Resolver { get }
    var entryPoints: [EntryPoint] { get }
    /// Returns what a value stands for where a use names a channel, which is several for a text of several parts.
    func targets(of value: Fact, in use: OpenUse) -> [Target]
    /// Returns the function whose callers a use belongs to because they pass the argument of a role, such as the key.
    func owner(passing role: ArgumentRole, of use: OpenUse) -> Owner?
    /// Returns the observers that a use registers, or one that isn't known.
    func observers(of use: OpenUse, in channel: NamedChannel) -> [Observer]
    /// Returns what a use turns out to be, now that its channel and its observer are known.
    func use(_ use: OpenUse, of channel: NamedChannel, sending messages: [Symbol], by observer: Symbol?) -> FinishedUse
    /// Returns true if a use whose channel isn't known is none.
    func isQuery(_ use: OpenUse) -> Bool
    /// Returns the code that chooses the channel of an unresolved use, if the map shows it.
    func code(of value: Fact, in use: OpenUse) -> String?
    /// Returns true if code that the index doesn't know sends, observes, or declares a channel.
    func concernsChannel(_ code: Syntax) -> Bool
    /// Returns what to check about a channel whose feedback loops are known.
    func notes(on channel: Channel) -> [Note]
    /// Returns true if code that isn't in this build may name a channel.
    func mayName(_ channel: ChannelID, in code: InactiveCode) -> Bool
}

package enum Observer: Hashable {
    case known(Symbol)
    /// Callers of the function pass it.
    case open(Owner, Fact)
    case unknown
}

package enum FinishedUse {
    case use(Use)
    case unresolved(Unresolved.Reason)
    /// It neither sends nor observes.
    case query
}
