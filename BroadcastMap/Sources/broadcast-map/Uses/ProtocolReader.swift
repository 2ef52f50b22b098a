/// Reads the uses of Broadcaster, whose channels are protocols.
struct ProtocolReader: ChannelReader {
    let index: Index
    /// The methods of the class `Broadcaster`, except those that another module adds, and what creates a recorder.
    let entryPoints: [EntryPoint]

    init(index: Index) {
        self.index = index
        entryPoints = Verb.allCases.flatMap { verb in
            let method = "s:11BroadcasterAAC\(verb.rawValue.count)\(verb)"
            let prefix = verb == .record ? "s:18BroadcasterTesting15MessageRecorderC_" : method
            return index.symbols.values.filter { $0.usr.hasPrefix(prefix) }.map { function in
                var arguments = [Role.channel: EntryPoint.Argument.parameter(0)]
                arguments[.observer] = function.parameter("observer", "owner")
                arguments[.key] = function.parameter("for")
                return EntryPoint(function: function, verb: verb, arguments: arguments)
            }
        }
    }

    func read(_ call: Call) -> Reading {
        let argument = call.channel.value
        let named = index.named(in: argument.last?.text == "self" ? argument.dropLast(2) : [])
        let message = named.types.isEmpty ? index.type(of: call.channel) : named.types[0]
        // The channel of a message is the type of the parameter of `send(to:)`.
        let channel = message?.sendMethod.map { $0.parameters.first.map(index.types) ?? [] } ?? named.types
        var methods = methods(of: channel, message, in: call)
        if methods.isEmpty, call.mayBeQuestion { return .question }
        if channel.isEmpty {
            let parameter = index.parameter(in: call.channel)
            return parameter.map { .passedOn(parameter: $0, by: call) } ?? .unresolved(reason(for: call))
        }
        if methods.isEmpty, message?.sendMethod == nil { methods = self.methods(of: channel, around: call) }
        // A set that is handed on, and used elsewhere.
        if methods.isEmpty, call.entry.verb == .observers { return .unresolved(.handedOn) }
        let object = call.arguments[.observer].flatMap(index.type)
        // Only a class that inherits from the one around a cast may conform.
        let isKnown = call.entry.verb != .register || object?.withBases.isSuperset(of: channel) == true
        let observer = isKnown && object?.kind != .protocol ? object : nil
        let use = Use(
            verb: call.entry.verb, occurrence: call.occurrence, form: named.form, methods: methods,
            observer: observer, handled: call.entry.verb == .register ? observer?.handled(of: channel) : nil,
            arguments: [.key: call.code(.key)])
        let kind = channel.contains { $0.kind == .protocol } ? Channel.Kind.protocol : .class
        let name = channel.map(\.fullName).joined(separator: " & ")
        return .use(use, of: Channel.ID(kind: kind, name: name, symbols: channel))
    }

    private func reason(for call: Call) -> Unresolved.Reason {
        let texts = call.channel.expression.texts
        if texts.last == "self" { return .genericParameter }
        if texts.count > 1 { return .computed }
        let hasBlock = !call.chain.isEmpty || call.entry.function.labels.contains("block")
        return call.entry.verb == .notify && !hasBlock ? .messageInVariable : .typeInVariable
    }

    /// Returns what is called on the channel inside a call, or which messages are built there.
    private func methods(of channel: [Symbol], _ message: Symbol?, in call: Call) -> [Symbol] {
        lazy var called = call.occurrence.file.symbols(in: call.range)
        guard let send = message?.sendMethod else { return channel.requirements.filter { called.contains($0) } }
        let sent = channel.requirements.filter { $0.references.contains { $0.user == send } }
        let symbols = call.channel.expression.flatMap(\.symbols)
        let cases = Set(symbols.filter { $0.kind == .enumerationCase && $0.parent == message }.map(\.baseName))
        return sent.count == 1 ? sent : sent.filter { !cases.isDisjoint(with: [$0.baseName, $0.joinedName]) }
    }

    /// Returns what the function around a call calls outside other calls: a closure or a set may be in a variable.
    private func methods(of channel: [Symbol], around call: Call) -> [Symbol] {
        guard call.entry.verb == .observers || call.entry.verb == .notify && call.chain.isEmpty else { return [] }
        let (file, user) = (call.occurrence.file, call.occurrence.user)
        func isAround(_ occurrence: Occurrence) -> Bool { occurrence.user == user && occurrence.file === file }
        let others = entryPoints.flatMap { entry in
            entry.function.references.filter(isAround).compactMap { Call(of: entry, at: $0)?.range }
        }
        return channel.requirements.filter {
            $0.references.contains { called in isAround(called) && !others.contains { $0.contains(called.offset) } }
        }
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
