import SwiftSyntax

/// The uses of Broadcaster, whose channels are protocols.
final class BroadcastRules: ChannelRules {
    private(set) var uses: [ChannelID: [Use]] = [:]
    private(set) var unresolved: [Unresolved] = []
    var passingNames: Set<String> { flow.passingNames }
    let resolver: Resolver
    var store: FactStore { resolver.store }
    /// The methods of the class `Broadcaster`, except those that another module adds, and what creates a recorder.
    private let entryPoints: [EntryPoint]
    private let flow: Flow
    /// What gives the objects on which code calls each requirement, found once for all its senders.
    private var originsByRequirement: [Symbol: Set<Place>] = [:]
    private var visited: Set<Visit> = []
    /// The identity of the current broadcaster.
    private static let current = "Broadcaster.current"

    /// A use on its way to the callers that pass its key, its block, or its observer.
    private struct Visit: Hashable {
        let place: Place
        let roles: [ArgumentRole: Argument]
        let channel: NamedChannel

        init(_ use: OpenUse, _ channel: NamedChannel) {
            place = use.call.invocation.place
            roles = use.roles
            self.channel = channel
        }
    }

    init(_ store: FactStore) {
        let index = store.index
        let resolver = Resolver(store)
        self.resolver = resolver
        entryPoints = (Operation.ofBroadcasters + [.record]).flatMap { operation in
            let method = "s:11BroadcasterAAC\(operation.rawValue.count)\(operation)"
            let prefix = operation == .record ? "s:18BroadcasterTesting15MessageRecorderC_" : method
            let functions = index.symbols.values.filter { $0.usr.hasPrefix(prefix) }
            return functions.sorted { $0.usr < $1.usr }.map { function in
                var positions = [ArgumentRole.channel: 0]
                positions[.observer] = function.position(labeled: "observer", "owner")
                positions[.key] = function.position(labeled: "for")
                positions[.block] = function.position(labeled: "block")
                return EntryPoint(function: function, operation: operation, positions: positions)
            }
        }
        flow = Flow(from: entryPoints, resolver) { [resolver.target(of: $0, in: $1)] }
        // Several cases of an enumeration are one use of one channel.
        let cases = Dictionary(grouping: flow.closed) { Visit($0.use, $0.channel.with([])) }
        for visit in flow.closed.map({ Visit($0.use, $0.channel.with([])) }).unique {
            let messages = cases[visit]!.map(\.channel.messages)
            close(cases[visit]![0].use, visit.channel.with(messages.contains([]) ? [] : messages.flatMap { $0 }))
        }
        uses = uses.mapValues(\.joined)
        let used = Set(uses.keys.flatMap(\.symbols))
        for id in resolver.declaredChannels where used.isDisjoint(with: id.symbols) { uses[id] = [] }
        unresolved = flow.unresolved
    }

    // MARK: Other roles

    /// Takes a use whose channel is known to those who pass its other arguments.
    private func close(_ use: OpenUse, _ channel: NamedChannel, besides known: Set<ArgumentRole> = []) {
        if known.isEmpty, !visited.insert(Visit(use, channel)).inserted { return }
        for role in [ArgumentRole.block, .key] where !known.contains(role) {
            guard let owner = owner(passing: role, of: use) else { continue }
            let callers = flow.callers(of: owner, use, use.roles[role]!.value.roots)
            if callers.isEmpty { return close(use, channel, besides: known.union([role])) }
            return callers.forEach { close($0, channel) }
        }
        guard let argument = use.roles[.observer] else { return add(use, of: channel, by: nil) }
        let isRegistered = use.operation == .register
        let objects = resolver.values(of: argument.value).filter { $0 != .nothing }
        // Nothing is known of the elements of an array that is filled later.
        var types: [Symbol?] = objects.isEmpty ? [nil] : []
        for object in objects {
            if let type = resolver.type(of: object), type.kind != .protocol,
                // Only a class that inherits from the one around a conversion may conform.
                !isRegistered || type.withBases.isSuperset(of: channel.id.symbols)
            {
                types.append(type)
                continue
            }
            let owner = isRegistered ? object.roots.lazy.compactMap(\.owner).first : nil
            let callers = owner.map { flow.callers(of: $0, use.with(.observer, object), object.roots) } ?? []
            callers.forEach { close($0, channel) }
            if callers.isEmpty { types.append(nil) }
        }
        for type in types.unique { add(use, of: channel, by: type) }
    }

    /// Returns the function whose callers a use belongs to because they pass the argument of a role.
    ///
    /// A function with a key of its own type says which one it is, and its callers only choose.
    private func owner(passing role: ArgumentRole, of use: OpenUse) -> Owner? {
        guard use.operation.isSender, let argument = use.roles[role] else { return nil }
        let value = role == .block ? resolver.values(of: argument.value).only ?? argument.value : argument.value
        guard case .parameter(let owner, let position) = value, owner == use.call.owner else { return nil }
        return role == .block || store.function(owner)?.parameters[position].isGeneric == true ? owner : nil
    }

    // MARK: Uses

    private func add(_ open: OpenUse, of channel: NamedChannel, by observer: Symbol?) {
        var use = Use(open, form: channel.form)
        let types = channel.id.symbols
        use.observer = observer
        if open.operation == .register { use.handled = observer?.handled(of: types) }
        let key = open.roles[.key].flatMap { $0.value.isNoKey ? nil : $0 }
        use.key = key?.code.written
        use.keyValues = key.flatMap { keyValues(of: $0.value) }
        use.center = center(of: open)
        use.handlers = handlers(of: open, channel, observer)
        use.mistakes = mistakes(in: open)
        if use.isSender { use.methods = methods(of: open, channel) }
        if open.operation == .observers, use.methods.isEmpty {
            // A set that is passed on, and used elsewhere.
            if !open.isQuery { flow.add(.setPassedOn, at: open) }
        } else {
            uses[channel.id, default: []].append(use)
        }
    }

    /// Returns what a key can be, if all of it is known: a literal, or a case of an enumeration.
    private func keyValues(of key: Fact) -> [String]? {
        let codes = resolver.values(of: .settled(key)).map { value -> String? in
            switch value {
            case .text(let text): text.debugDescription
            case .number(let number): number
            case .enumerationCase(let element): element.path
            default: nil
            }
        }
        return codes.isEmpty || codes.contains(nil) ? nil : Set(codes.compactMap { $0 }).sorted()
    }

    /// Returns the broadcaster, `nil` if it is the current one.
    private func center(of use: OpenUse) -> Center? {
        guard let argument = use.roles[.center] else { return nil }
        let values = resolver.values(of: .settled(argument.value))
        let identities = values.map { value -> String? in
            switch value {
            case .type: Self.current
            case .property(let symbol, _, _) where symbol.definition == nil: Self.current
            case .call(let call): call.keeper?.usr
            default: nil
            }
        }
        if identities == [Self.current] { return nil }
        let identity = identities.only ?? nil
        return Center(code: identity == nil ? nil : argument.code.written, identity: identity)
    }

    private func handlers(of use: OpenUse, _ channel: NamedChannel, _ observer: Symbol?) -> [Handler] {
        if use.operation.isSender { return [] }
        if use.operation == .register {
            guard let observer else { return [] }
            let witnesses = channel.id.symbols.requirements.compactMap { observer.witness(of: $0) }
            return witnesses.flatMap { $0.overrides(in: observer) }.unique.map { Handler(function: $0, code: nil) }
        }
        let blocks = use.roles[.block].map { resolver.handlers(in: $0.value, around: use.occurrence.function) } ?? []
        return blocks.isEmpty ? [Handler(regionOf: use)] : blocks
    }

    // MARK: Messages

    /// Returns the messages that a sender sends, none if that isn't known before the program runs.
    private func methods(of use: OpenUse, _ channel: NamedChannel) -> [Symbol] {
        let requirements = channel.id.symbols.requirements
        if let send = channel.messageType?.sendMethod {
            let sent = requirements.filter { $0.references.contains { $0.function == send } }
            if sent.count == 1 { return sent }
            let names = Set(channel.messages.map(\.baseName))
            return sent.filter { !names.isDisjoint(with: [$0.baseName, $0.joinedName]) }
        }
        var origins: Set<Place> = [use.origin.invocation.place]
        if use.operation != .observers, let block = use.roles[.block] {
            origins = []
            for case .closure(let place) in resolver.values(of: block.value) { origins.insert(place) }
        }
        return requirements.filter { origins.contains(where: self.origins(of: $0).contains) }
    }

    /// Returns the blocks, and the calls for a set of observers, that give the objects on which code calls a requirement.
    private func origins(of requirement: Symbol) -> Set<Place> {
        if let known = originsByRequirement[requirement] { return known }
        // A function that calls itself adds nothing.
        originsByRequirement[requirement] = []
        var found: Set<Place> = []
        for receiver in requirement.references.filter(\.file.isSwift).compactMap(store.receiver) {
            found.formUnion(origins(of: receiver))
            // A function of the protocol's extension calls it on what code calls that function on.
            if case .receiver(.declared(let function)?, let type?) = receiver, type.kind == .protocol {
                found.formUnion(origins(of: function.propertyOrSelf))
            }
        }
        originsByRequirement[requirement] = found
        return found
    }

    /// Returns the blocks, and the calls for a set of observers, that give an object: whatever methods are called on a
    /// set, and whatever functions it is passed to, give objects of the set.
    private func origins(of fact: Fact, _ depth: Int = 0) -> Set<Place> {
        if depth > 20 { return [] }
        func sets(in facts: [Fact]) -> Set<Place> {
            facts.reduce(into: Set<Place>()) { $0.formUnion(origins(of: $1, depth + 1)) }.filter(isSet)
        }
        switch fact {
        case .local(let place): return sets(in: store.local(place)?.values ?? [])
        case .element(let inside), .entry(let inside), .cast(let inside, _), .part(let inside, _):
            return origins(of: inside, depth + 1)
        case .choice(let parts), .joined(let parts), .list(let parts): return sets(in: parts)
        case .closureParameter(let place, _):
            guard let call = store.call(passing: place), !isSet(call.place) else { return [place] }
            let found = sets(in: [call.receiver].compactMap { $0 } + call.arguments.map(\.value))
            return found.isEmpty ? [place] : found
        case .call(let call):
            if isSet(call.place) { return [call.place] }
            return sets(in: [call.receiver].compactMap { $0 } + call.arguments.map(\.value))
        case .property(_, let base?, _): return sets(in: [base])
        default: return []
        }
    }

    /// Returns true if a place is that of a call of the library.
    private func isSet(_ place: Place) -> Bool {
        let function = store.facts(of: place.file).calls[place.offset]?.invocation.function
        return entryPoints.contains { $0.function == function }
    }

    // MARK: Code that isn't in this build

    func concernsChannel(_ code: Syntax) -> Bool {
        let path = code.as(FunctionCallExprSyntax.self)?.calledExpression.path ?? []
        let isMethod = path.last.flatMap(Operation.init).map(Operation.ofBroadcasters.contains) ?? false
        return isMethod && path.dropLast().contains { $0.lowercased().hasSuffix("broadcaster") }
    }

    func mayName(_ channel: ChannelID, in code: InactiveCode) -> Bool {
        channel.symbols.first.map { code.words.contains($0.name) } == true
    }
}

/// What values stand for where a use names a channel.
extension Resolver {
    fileprivate func target(of value: Fact, in use: OpenUse) -> Target {
        switch value {
        case .nothing: return .nothing
        case .type(let type):
            if let channel = channel(of: type) { return .channel(channel) }
        case .enumerationCase(let message):
            if let type = message.parent, let channel = channel(ofMessage: type, messages: [message]) {
                return .channel(channel)
            }
        case .parameter, .receiver:
            return .open(value, code: nil)
        default:
            if value.isOpen { return .open(value, code: nil) }
        }
        // The type of a variable decides, and not the one that it holds.
        if let type = typeFact(of: value), !type.isMetatype, let message = type.symbols.first,
            let channel = channel(ofMessage: message)
        {
            return .channel(channel)
        }
        // A set that nothing sends to needs no channel.
        return use.isQuery ? .nothing : .unresolved(reason(for: value, in: use), code: nil)
    }

    private func channel(of type: TypeFact) -> NamedChannel? {
        guard let first = type.symbols.first else { return nil }
        if let message = channel(ofMessage: first, form: type.form) { return message }
        return NamedChannel(id: ChannelID(protocols: type.symbols), form: type.form)
    }

    /// Returns the channel of a type of messages, which is the type of the parameter of `send(to:)`.
    private func channel(ofMessage type: Symbol, form: String? = nil, messages: [Symbol] = []) -> NamedChannel? {
        guard let parameter = type.sendMethod?.parameters.first else { return nil }
        let types = declaredType(of: parameter).symbols
        if types.isEmpty { return nil }
        return NamedChannel(id: ChannelID(protocols: types), form: form, messageType: type, messages: messages)
    }

    /// The channels of types of messages.
    fileprivate var declaredChannels: [ChannelID] {
        let types = store.index.symbols.values.filter { $0.kind.isType && $0.definition != nil }
        return types.compactMap { channel(ofMessage: $0)?.id }.filter { $0.symbols.allSatisfy { $0.definition != nil } }
    }

    private func reason(for value: Fact, in use: OpenUse) -> Unresolved.Reason {
        switch value {
        case .unknown(.generic), .typeOf, .genericArgument: return .genericParameter
        case .local, .closureParameter, .instance, .unknown(.variable): break
        default: return .computed
        }
        return use.operation == .notify && use.roles[.block] == nil ? .messageInVariable : .typeInVariable
    }
}

extension OpenUse {
    /// True if its channel isn't needed, because code only asks a set of observers for a number or a Boolean.
    fileprivate var isQuery: Bool {
        guard operation == .observers,
            let name = origin.chain?.links.first?.as(MemberAccessExprSyntax.self)?.declName
        else { return false }
        let symbols = origin.invocation.place.file.symbols(at: name.offset)
        return symbols.contains { symbol in ["Swift.Bool", "Swift.Int"].contains(where: symbol.fullName.hasSuffix) }
    }
}

extension Report {
    /// Maps the channels of Broadcaster, with the counts of a trace if there is one.
    package init(ofChannelsIn index: Index, package: String, joining trace: Trace? = nil) {
        self.init(of: .channels, in: index, package: package, by: BroadcastRules(FactStore(index)), joining: trace)
    }
}

extension ChannelID {
    init(protocols: [Symbol]) {
        let kind = protocols.contains { $0.kind == .protocol } ? Kind.protocol : .class
        self.init(kind: kind, name: protocols.map(\.fullName).joined(separator: " & "), symbols: protocols)
    }
}

extension Fact {
    /// True if it is the key of a broadcast that has none.
    fileprivate var isNoKey: Bool {
        if case .call(let call) = self { return call.created?.symbols.first?.name == "NoKey" }
        return false
    }
}
