import SwiftSyntax

/// Reads the uses of Broadcaster, whose channels are protocols.
struct ProtocolReader: ChannelReader {
    let index: Index
    /// The methods of the class `Broadcaster`, except those that another module adds, and what creates a recorder.
    let entryPoints: [EntryPoint]

    init(index: Index) {
        self.index = index
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
    private struct ChannelArgument {
        let types: [Symbol]
        let form: String?
        let messageType: Symbol?
    }

    func read(_ call: Call) -> [CallMeaning] {
        let channel = channel(of: call.channel)
        if channel.types.isEmpty {
            if call.syntax?.query != nil, call.entry.operation == .observers { return [.query] }
            let isPassed = call.channel.passedArgument != nil
            return [isPassed ? .passedOn(by: call) : .unresolved(reason(for: call))]
        }
        let observers = observers(of: call, in: channel)
        let isPassed = call.arguments[.observer]?.passedArgument != nil
        if call.entry.operation == .register, observers == [nil], isPassed, call.hasCallers {
            return [.passedOn(by: call)]
        }
        let kind = channel.types.contains { $0.kind == .protocol } ? ChannelID.Kind.protocol : .class
        let name = channel.types.map(\.fullName).joined(separator: " & ")
        let id = ChannelID(kind: kind, name: name, symbols: channel.types)
        return observers.map { observer in
            let handled = call.entry.operation == .register ? observer?.handled(of: channel.types) : nil
            let use = Use(
                call: call, form: channel.form, messageType: channel.messageType, observer: observer, handled: handled,
                argumentTexts: [.key: call.code(.key)])
            return .use(use, of: id)
        }
    }

    /// Returns what an expression names or creates.
    private func channel(of expression: Expression) -> ChannelArgument {
        let named = types(ofMetatype: expression)
        let messageType = named.types.first ?? index.type(of: expression)
        // The channel of a message is the type of the parameter of `send(to:)`.
        guard let send = messageType?.sendMethod else {
            return ChannelArgument(types: named.types, form: named.form, messageType: nil)
        }
        let types = send.parameters.first.map(index.types) ?? []
        return ChannelArgument(types: types, form: named.form, messageType: messageType)
    }

    /// Returns the types whose `.self` an expression is, by what is written or by the type of a variable.
    private func types(ofMetatype expression: Expression) -> ResolvedType {
        // All have the same type.
        let expression = expression.alternatives[0]
        if let type = expression.typeNamed { return index.types(namedBy: type) }
        if case .variable(let variable) = expression.binding, let annotation = variable.typeAnnotation {
            return index.types(ofMetatype: annotation.type, in: expression.file)
        }
        return expression.constant.map(types(ofMetatype:)) ?? .none
    }

    /// Returns the classes of the objects that a call may register, each once, and `nil` if one isn't known.
    private func observers(of call: Call, in channel: ChannelArgument) -> [Symbol?] {
        guard let expression = call.arguments[.observer] else { return [nil] }
        var classes: [Symbol?] = []
        for object in expression.constantOrSelf.alternatives {
            let type = index.type(of: object)
            // Only a class that inherits from the one around a conversion may conform.
            let isKnown = call.entry.operation != .register || type?.withBases.isSuperset(of: channel.types) == true
            let observer = isKnown && type?.kind != .protocol ? type : nil
            if !classes.contains(observer) { classes.append(observer) }
        }
        return classes
    }

    private func reason(for call: Call) -> Unresolved.Reason {
        let channel = call.channel.constantOrSelf
        if channel.typeNamed != nil { return .genericParameter }
        if !channel.isName { return .computed }
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
            use.methods = methods(of: channel, sentBy: messageType, in: use.call)
        } else {
            use.methods = methods(of: channel, calledBy: use.call, among: calls)
        }
        guard use.operation == .observers, use.methods.isEmpty else { return .use(use, of: channel) }
        // A set that is passed on, and used elsewhere.
        return use.call.syntax?.query == nil ? .unresolved(.setPassedOn) : .query
    }

    /// Returns which messages an expression is built of.
    private func methods(of channel: ChannelID, sentBy messageType: Symbol, in call: Call) -> [Symbol] {
        let send = messageType.sendMethod
        let sent = channel.symbols.requirements.filter { $0.references.contains { $0.function == send } }
        if sent.count == 1 { return sent }
        let messages = call.channel.constantOrSelf.alternatives
        let cases = messages.flatMap(\.symbols).filter { $0.kind == .enumerationCase && $0.parent == messageType }
        let names = Set(cases.map(\.baseName))
        return sent.filter { !names.isDisjoint(with: [$0.baseName, $0.joinedName]) }
    }

    /// Returns what a call, or the function around it, calls on the observers.
    private func methods(of channel: ChannelID, calledBy call: Call, among calls: CallRegions) -> [Symbol] {
        var called = calls.symbols(in: call)
        let block = call.arguments[.block]
        if let block, let closure = block.closure, call.blockClosure == nil {
            called.formUnion(block.file.symbols(in: closure.bytes))
        }
        let requirements = channel.symbols.requirements
        let methods = requirements.filter(called.contains)
        guard methods.isEmpty, block?.closure == nil, call.syntax?.query == nil else { return methods }
        // A closure or a set may be in a variable.
        return calls.symbols(requirements, around: call)
    }
}
