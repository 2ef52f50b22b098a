/// Reads the uses of Broadcaster, whose channels are protocols.
struct ProtocolReader: ChannelReader {
    let index: Index

    /// The methods of the class `Broadcaster`, except those that another module adds, and what creates a recorder.
    var entryPoints: [EntryPoint] {
        Verb.allCases.flatMap { verb in
            let prefix =
                verb == .record
                ? "s:18BroadcasterTesting15MessageRecorderC_" : "s:11BroadcasterAAC\(verb.rawValue.count)\(verb)"
            return index.symbols.values.filter { $0.usr.hasPrefix(prefix) }.map { function in
                var arguments = [Role.channel: EntryPoint.Argument.parameter(0)]
                let observer = function.labels.firstIndex { ["observer", "owner"].contains($0) }
                arguments[.observer] = observer.map { .parameter($0) }
                arguments[.key] = function.labels.firstIndex(of: "for").map { .parameter($0) }
                return EntryPoint(function: function, verb: verb, arguments: arguments)
            }
        }
    }

    func parameter(in argument: Expression, of function: Symbol?) -> Int? {
        index.parameter(in: argument, of: function)?.offset
    }

    func read(_ call: Call) -> Reading {
        guard let argument = call.arguments[.channel] else { return .unresolved(.defaultArgument) }
        let user = call.occurrence.user
        let named = argument.last?.text == "self" ? index.type(in: argument.dropLast(2)) : nil
        let type = named?.symbol ?? index.type(ofValue: argument, in: user)
        let send = type?.sendMethod
        if named == nil, send == nil, !call.mayBeQuestion, let parameter = parameter(in: argument, of: user) {
            return .passedOn(parameter: parameter, by: call)
        }
        // The channel of a message is the type of the parameter of `send(to:)`.
        let channel = send == nil ? named?.symbol : send?.parameters.first.flatMap(index.type(of:))
        guard let channel, let type else { return call.mayBeQuestion ? .question : .unresolved(reason(for: call)) }
        let methods = methods(of: channel, type, at: call)
        // A set that is handed on, and used elsewhere.
        if call.entry.verb == .observers, methods.isEmpty {
            return call.mayBeQuestion ? .question : .unresolved(.handedOn)
        }
        let observer = call.arguments[.observer].flatMap { index.type(ofValue: $0, in: user) }
            .flatMap { $0.kind == .protocol ? nil : $0 }
        let use = Use(
            verb: call.entry.verb, occurrence: call.occurrence, form: named?.form, methods: methods,
            observer: observer, handled: call.entry.verb == .register ? observer?.handled(of: channel) : nil,
            arguments: [.key: call.code(.key)])
        let kind = channel.kind == .protocol ? Channel.Kind.protocol : .class
        return .use(use, of: Channel.ID(kind: kind, name: channel.fullName, symbol: channel))
    }

    private func reason(for call: Call) -> Unresolved.Reason {
        let texts = call.arguments[.channel]?.texts ?? []
        if texts.last == "self" { return .genericParameter }
        if texts.count > 1 { return .computed }
        let hasBlock = !call.chain.isEmpty || call.entry.function.labels.contains("block")
        return call.entry.verb == .notify && !hasBlock ? .messageInVariable : .typeInVariable
    }

    /// Returns what a sender calls on the channel, or which messages it builds: inside a use, or else around it.
    private func methods(of channel: Symbol, _ type: Symbol, at call: Call) -> [Symbol] {
        if let send = type.sendMethod {
            let sent = channel.requirements.filter { $0.references.contains { $0.user == send } }
            let cases = Set(call.symbols.filter { $0.kind == .enumerationCase && $0.parent == type }.map(\.baseName))
            return sent.count == 1 ? sent : sent.filter { !cases.isDisjoint(with: [$0.baseName, $0.joinedName]) }
        }
        let methods = channel.requirements.filter(call.symbols.contains)
        if !methods.isEmpty || call.mayBeQuestion { return methods }
        let (file, user) = (call.occurrence.file, call.occurrence.user)
        return channel.requirements.filter(file.occurrences.filter { $0.user == user }.map(\.symbol).contains)
    }
}

extension Symbol {
    /// Whether it is the method with which a message calls its observers.
    private var isSendMethod: Bool {
        name == "send(to:)" && overridden.contains { $0.usr.hasPrefix("s:11Broadcaster") }
    }

    /// That method of a message, or `nil` for other types.
    var sendMethod: Symbol? { ([self] + bases).flatMap(\.members).first(where: \.isSendMethod) }

    /// Whether it calls a requirement only to pass it on: in a message, or as another witness of it.
    func passesOn(_ requirement: Symbol) -> Bool { isSendMethod || overridden.contains(requirement) }
}
