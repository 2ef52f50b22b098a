import SwiftSyntax

/// Reads the uses of Broadcaster, whose channels are protocols.
struct ProtocolReader: ChannelReader {
    let index: Index
    let evaluator: Evaluator
    /// The methods of the class `Broadcaster`, except those that another module adds, and what creates a recorder.
    let entryPoints: [EntryPoint]

    init(index: Index) {
        self.index = index
        evaluator = Evaluator(index: index)
        entryPoints = (Operation.ofBroadcasters + [.record]).flatMap { operation in
            let method = "s:11BroadcasterAAC\(operation.rawValue.count)\(operation)"
            let prefix = operation == .record ? "s:18BroadcasterTesting15MessageRecorderC_" : method
            let functions = index.symbols.values.filter { $0.usr.hasPrefix(prefix) }
            return functions.sorted { $0.usr < $1.usr }.map { function in
                var arguments = [ArgumentRole.channel: EntryPoint.Argument.parameter(0)]
                arguments[.observer] = function.parameter("observer", "owner")
                arguments[.key] = function.parameter("for")
                arguments[.block] = function.parameter("block")
                return EntryPoint(function: function, operation: operation, arguments: arguments)
            }
        }
    }

    /// The channel that a call names: a protocol, or a type of messages with the protocol that they are sent to.
    private struct ChannelArgument: Hashable {
        let types: [Symbol]
        let form: String?
        let messageType: Symbol?
    }

    /// A channel, with the message if that is sent as a case of an enumeration.
    private struct NamedChannel: Hashable {
        let argument: ChannelArgument
        var message: Symbol?
    }

    func read(_ call: Call) -> [CallMeaning] {
        let found = channels(of: call.channel)
        let channels = Dictionary(grouping: found.compactMap(\.content), by: \.argument)
        if channels.isEmpty, call.syntax?.query != nil, call.entry.operation == .observers { return [.query] }
        let known = found.compactMap(\.content?.argument).unique.flatMap { channel in
            uses(of: call, in: channel, sending: channels[channel]!.map(\.message))
        }
        let isPassed = found.contains(where: \.isPassed)
        let isUnknown = found.isEmpty || found.contains { !$0.isPassed && $0.content == nil }
        return known + (isPassed ? [.passedOn(by: call)] : []) + (isUnknown ? [.unresolved(reason(for: call))] : [])
    }

    func readWithoutCallers(_ call: Call) -> [CallMeaning] {
        let all = evaluator.askingCallers { read(call) }
        // No caller is left to pass a channel, and the class of an object that one passes stays unknown.
        let uses = all.filter { if case .use = $0 { true } else { false } }
        return uses.isEmpty ? [.unresolved(.notPassed)] : uses
    }

    /// Returns a use for each class of an observer that a call may register, of a sender one.
    private func uses(of call: Call, in channel: ChannelArgument, sending messages: [Symbol?]) -> [CallMeaning] {
        let kind = channel.types.contains { $0.kind == .protocol } ? ChannelID.Kind.protocol : .class
        let name = channel.types.map(\.fullName).joined(separator: " & ")
        let id = ChannelID(kind: kind, name: name, symbols: channel.types)
        return observers(of: call, in: channel).map { found in
            let isFollowed = found.isPassed && call.entry.operation == .register && call.hasCallers
            if isFollowed, !evaluator.asksCallers { return .passedOn(by: call) }
            let observer = found.content
            let handled = call.entry.operation == .register ? observer?.handled(of: channel.types) : nil
            let use = Use(
                call: call, form: channel.form, messageType: channel.messageType,
                messages: messages.contains(nil) ? [] : messages.compactMap { $0 }, observer: observer,
                handled: handled, argumentTexts: [.key: call.code(.key)], keyValues: keyValues(of: call),
                handlers: evaluator.handlers(of: call, observer: observer, handling: channel.types.requirements))
            return .use(use, of: id)
        }
    }

    /// Returns the channels that an expression names, or to which what it creates is sent.
    private func channels(of expression: Expression) -> [Found<NamedChannel>] {
        // The type of a variable decides, and not the one that it holds.
        if let channel = declaredChannel(of: expression) { return [.known(channel)] }
        if let generic = expression.genericParameter { return channels(of: generic, in: expression) }
        let values = evaluator.values(of: expression)
        if values.isEmpty { return [Found(channel(ofMessage: expression))] }
        return values.flatMap { value -> [Found<NamedChannel>] in
            switch value.kind {
            case .passed(let passed): return [.passed(passed)]
            case .known(.enumerationCase(let message)):
                return [Found(message.parent.flatMap { channel(of: $0, message: message) })]
            case .known(.instance(let type)): return [Found(channel(of: type))]
            case .unknown: return [Found(channel(ofMessage: expression))]
            case .known(.expression(let value)):
                // An optional may be `nil` before `??`.
                if value.syntax?.is(NilLiteralExprSyntax.self) == true { return [] }
                if let channel = declaredChannel(of: value) ?? channel(ofMessage: value) { return [.known(channel)] }
                guard let named = value.typeNamed else { return [.unknown()] }
                if let generic = value.genericParameter { return channels(of: generic, in: value) }
                return [Found(channel(of: index.types(namedBy: named)))]
            }
        }.joined()
    }

    /// Returns the channels of the types that callers pass for a generic parameter.
    private func channels(of generic: GenericParameterSyntax, in expression: Expression) -> [Found<NamedChannel>] {
        guard let function = expression.function, let position = function.position(ofTypeOf: generic),
            let parameter = function.parameterSyntax(position)
        else { return [.unknown()] }
        return evaluator.arguments(for: parameter, in: expression).flatMap { $0.then(channels) }
    }

    /// Returns the channel of a variable that is declared as `Name.Type`.
    private func declaredChannel(of expression: Expression) -> NamedChannel? {
        guard case .variable(let variable) = expression.binding, let annotation = variable.typeAnnotation
        else { return nil }
        return channel(of: index.types(ofMetatype: annotation.type, in: expression.file))
    }

    /// Returns the channel of a message whose type is known.
    private func channel(ofMessage expression: Expression) -> NamedChannel? {
        evaluator.type(of: expression).flatMap { channel(of: $0) }
    }

    private func channel(of named: ResolvedType) -> NamedChannel? {
        guard let first = named.types.first else { return nil }
        if let message = channel(of: first, form: named.form) { return message }
        return NamedChannel(argument: ChannelArgument(types: named.types, form: named.form, messageType: nil))
    }

    /// Returns the channel of a type of messages, which is the type of the parameter of `send(to:)`.
    private func channel(of messageType: Symbol, form: String? = nil, message: Symbol? = nil) -> NamedChannel? {
        guard let send = messageType.sendMethod else { return nil }
        let types = send.parameters.first.map(evaluator.declaredTypes) ?? []
        let argument = ChannelArgument(types: types, form: form, messageType: messageType)
        return types.isEmpty ? nil : NamedChannel(argument: argument, message: message)
    }

    /// Returns the classes of the objects that a call may register.
    private func observers(of call: Call, in channel: ChannelArgument) -> [Found<Symbol>] {
        guard let expression = call.arguments[.observer] else { return [.unknown()] }
        func observer(_ object: Expression) -> Found<Symbol>? {
            guard let type = evaluator.type(of: object), type.kind != .protocol else { return nil }
            // Only a class that inherits from the one around a conversion may conform.
            let isKnown = call.entry.operation != .register || type.withBases.isSuperset(of: channel.types)
            return isKnown ? .known(type) : nil
        }
        let classes = expression.alternatives.flatMap { object -> [Found<Symbol>] in
            if let observer = observer(object) { return [observer] }
            return evaluator.values(of: object).map { value in
                switch value.kind {
                case .passed(let passed): observer(passed) ?? .passed(passed)
                case .known(.expression(let object)): observer(object) ?? .unknown()
                case .known(.instance(let type)): .known(type)
                case .known(.enumerationCase), .unknown: .unknown()
                }
            }
        }.joined()
        // Nothing is known of the elements of an array that is filled later.
        return classes.isEmpty ? [.unknown()] : classes
    }

    private func reason(for call: Call) -> Unresolved.Reason {
        let values = evaluator.values(of: call.channel)
        if values.contains(where: { $0.expression?.typeNamed != nil }) { return .genericParameter }
        if !values.contains(where: { $0.expression?.isName == true }) { return .computed }
        let hasBlock = call.syntax?.hasTrailingClosure == true || call.entry.function.labels.contains("block")
        return call.entry.operation == .notify && !hasBlock ? .messageInVariable : .typeInVariable
    }

    func use(of call: Call, sending channel: ChannelID) -> Use {
        Use(call: call, argumentTexts: [.key: call.code(.key)])
    }

    func concernsChannel(_ syntax: Syntax) -> Bool {
        let path = syntax.as(FunctionCallExprSyntax.self)?.calledExpression.path ?? []
        let isMethod = path.last.flatMap(Operation.init).map(Operation.ofBroadcasters.contains) ?? false
        return isMethod && path.dropLast().contains { $0.lowercased().hasSuffix("broadcaster") }
    }

    func complete(_ use: Use, of channel: ChannelID, among calls: CallRegions) -> CallMeaning {
        var use = use
        guard use.isSender else { return .use(use, of: channel) }
        if let messageType = use.messageType {
            use.methods = methods(of: channel, sentBy: messageType, as: use.messages)
        } else {
            use.methods = methods(of: channel, calledBy: use.call, among: calls)
        }
        guard use.operation == .observers, use.methods.isEmpty else { return .use(use, of: channel) }
        // A set that is passed on, and used elsewhere.
        return use.call.syntax?.query == nil ? .unresolved(.setPassedOn) : .query
    }

    /// Returns what the key of a sender can be, if that is known: a literal, or a case of an enumeration.
    private func keyValues(of call: Call) -> [String]? {
        guard call.entry.operation.isSender, let key = call.arguments[.key] else { return nil }
        let values = evaluator.askingCallers { evaluator.values(of: key) }
        let codes = values.map { value -> String? in
            switch value.kind {
            case .known(.enumerationCase(let element)): element.path
            case .known(.expression(let expression)) where expression.isLiteral: expression.code
            default: nil
            }
        }
        return codes.isEmpty || codes.contains(nil) ? nil : Set(codes.compactMap { $0 }).sorted()
    }

    /// Returns which messages the cases of an enumeration are.
    private func methods(of channel: ChannelID, sentBy messageType: Symbol, as messages: [Symbol]) -> [Symbol] {
        let send = messageType.sendMethod
        let sent = channel.symbols.requirements.filter { $0.references.contains { $0.function == send } }
        if sent.count == 1 { return sent }
        let names = Set(messages.map(\.baseName))
        return sent.filter { !names.isDisjoint(with: [$0.baseName, $0.joinedName]) }
    }

    /// Returns what a call, or the function around it, calls on the observers.
    private func methods(of channel: ChannelID, calledBy call: Call, among calls: CallRegions) -> [Symbol] {
        // Other closures of the call may do something else.
        let block = call.arguments[.block].flatMap(evaluator.closure)
        let isInCall = block.map { $0.file === call.file && call.region.contains($0.syntax!.offset) } ?? false
        var called = calls.symbols(in: isInCall ? block!.syntax!.bytes : call.region, of: call)
        if let block, !isInCall { called.formUnion(block.file.symbols(in: block.syntax!.bytes)) }
        let requirements = channel.symbols.requirements
        let methods = requirements.filter(called.contains)
        guard methods.isEmpty, block == nil, call.syntax?.query == nil else { return methods }
        // A closure or a set may be in a variable.
        return calls.symbols(requirements, around: call)
    }
}

extension Expression {
    /// True if it is a number, a text without values in it, or a Boolean.
    fileprivate var isLiteral: Bool {
        guard let syntax else { return false }
        if let text = syntax.as(StringLiteralExprSyntax.self) { return text.representedLiteralValue != nil }
        return syntax.is(IntegerLiteralExprSyntax.self) || syntax.is(FloatLiteralExprSyntax.self)
            || syntax.is(BooleanLiteralExprSyntax.self)
    }
}
