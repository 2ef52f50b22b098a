/// What a function does with a type that its callers pass: a method of the library, or one that passes it on to that.
struct Entry: Hashable {
    enum Observer: Hashable {
        case argument(Parameter)
        case receiver
    }

    let isSender: Bool
    /// The name of the library's method.
    let how: String
    let channel: Parameter
    let observer: Observer?
}

/// A use of a channel.
struct Use {
    let entry: Entry
    let occurrence: Occurrence
    let channel: Symbol
    /// How the channel is written if it is a composition, or has generic arguments.
    let form: String?
    /// What a sender calls. It is empty for a message that isn't known before the program runs.
    let methods: [Symbol]
    /// The class of the observer, if it is known.
    let observer: Symbol?

    /// Whether the map can't tell which message is sent.
    var isOfUnknownMessage: Bool { entry.how == "notify" && methods.isEmpty }
}

/// Finds the uses of channels.
struct Resolver {
    private struct Function: Hashable {
        let symbol: Symbol
        let entry: Entry
    }

    private(set) var uses: [Use] = []
    private(set) var unresolved: [Occurrence] = []
    private let types: Types

    init(_ index: Index) {
        types = Types(index)
        var pending = index.symbols.values.compactMap { symbol in
            symbol.libraryEntry.map { Function(symbol: symbol, entry: $0) }
        }
        var known = Set(pending)
        while let function = pending.popLast() {
            for occurrence in function.symbol.references {
                guard let call = Call(at: occurrence), let type = call.arguments[function.entry.channel] else {
                    unresolved.append(occurrence)
                    continue
                }
                if function.entry.how == "observers", ["isEmpty", "count", "contains"].contains(call.member) {
                    continue
                }
                if let use = use(of: function.entry, call, type, at: occurrence) {
                    uses.append(use)
                } else {
                    let forwarders = forwarders(to: function.entry, call, type, at: occurrence)
                    pending += forwarders.filter { known.insert($0).inserted }
                    if forwarders.allSatisfy(\.symbol.references.isEmpty) { unresolved.append(occurrence) }
                }
            }
        }
    }

    private func use(of entry: Entry, _ call: Call, _ expression: [Token], at occurrence: Occurrence) -> Use? {
        guard let named = type(of: expression, at: occurrence), let channel = types.channel(of: named.symbol) else {
            return nil
        }
        var observer: Symbol?
        switch entry.observer {
        case .argument(let parameter): observer = types.type(ofValue: call.arguments[parameter] ?? [], at: occurrence)
        case .receiver: observer = occurrence.isCallOfSelf ? occurrence.user?.typeAround : nil
        case nil: break
        }
        let methods = entry.isSender ? methods(of: channel, named.symbol, in: occurrence, to: call.end) : []
        // A set that is handed on, and used elsewhere.
        if entry.how == "observers", methods.isEmpty { return nil }
        return Use(
            entry: entry, occurrence: occurrence, channel: channel, form: named.form, methods: methods,
            observer: observer)
    }

    /// Returns the type that is passed, or that of the message: where it is named, or in the signature of the function.
    private func type(of expression: [Token], at occurrence: Occurrence) -> Types.Named? {
        if let named = types.type(in: expression, of: occurrence.file) {
            let isType = expression.last?.text == "self"
            return isType || types.isMessage(named, in: occurrence.file) ? named : nil
        }
        let parameter = Signature(of: occurrence.user)?.parameter(in: expression)
        return parameter.flatMap { types.type(in: $0.type, of: occurrence.file) }
    }

    /// Returns the function around `occurrence` if it passes on a type of its callers, with what it overrides.
    private func forwarders(
        to entry: Entry, _ call: Call, _ expression: [Token], at occurrence: Occurrence
    ) -> Set<Function> {
        guard let user = occurrence.user, let signature = Signature(of: user),
            let (parameter, type) = signature.parameter(in: expression),
            types.type(in: type, of: occurrence.file) == nil
        else { return [] }
        var observer: Entry.Observer?
        switch entry.observer {
        case .argument(let argument):
            let value = call.arguments[argument] ?? []
            observer =
                value.first?.text == "self" ? .receiver : signature.parameter(in: value).map { .argument($0.parameter) }
        case .receiver: observer = occurrence.isCallOfSelf ? .receiver : nil
        case nil: break
        }
        let forwarder = Entry(isSender: entry.isSender, how: entry.how, channel: parameter, observer: observer)
        return Set(user.withOverridden.map { Function(symbol: $0, entry: forwarder) })
    }

    /// Returns what a sender calls on the channel, or which messages it builds.
    private func methods(of channel: Symbol, _ type: Symbol, in use: Occurrence, to end: Int) -> [Symbol] {
        let call = use.file.occurrences.filter { use.offset < $0.offset && $0.offset <= end }.map(\.symbol)
        if type != channel {
            let sent = channel.requirements.filter { $0.references.contains { $0.user == types.sendMethod(of: type) } }
            let cases = Set(call.filter { $0.isCase && $0.parent == type }.map(\.baseName))
            return sent.count == 1 ? sent : sent.filter { cases.contains($0.baseName) }
        }
        let function = use.file.occurrences.filter { use.user != nil && $0.user == use.user }.map(\.symbol)
        return [Set(call), Set(function)].map { symbols in channel.requirements.filter(symbols.contains) }
            .first { !$0.isEmpty } ?? []
    }
}

extension Occurrence {
    fileprivate var isCallOfSelf: Bool { file.source.isCallOfSelf(at: offset) }
}

extension Symbol {
    /// Recognizes a method of the class `Broadcaster`, and the initializer of `MessageRecorder`, by what identifies them.
    ///
    /// A method that another module adds to the class isn't one of them.
    fileprivate var libraryEntry: Entry? {
        let label = name.hasPrefix("observers(of:") ? "of" : nil
        let channel = Parameter(label: label)
        let how = String(baseName)
        guard name.hasPrefix("\(how)(\(label ?? "_"):") else { return nil }
        if usr.hasPrefix("s:18BroadcasterTesting15MessageRecorderC"), how == "init" {
            return Entry(isSender: false, how: "MessageRecorder", channel: channel, observer: nil)
        }
        let observers = ["register": Parameter(label: "observer"), "observe": Parameter(label: "owner")]
        let isSender = ["notify", "observers"].contains(how)
        guard isSender || observers[how] != nil || ["messages", "publisher"].contains(how),
            usr.hasPrefix("s:11BroadcasterAAC\(how.count)\(how)")
        else { return nil }
        return Entry(isSender: isSender, how: how, channel: channel, observer: observers[how].map { .argument($0) })
    }
}
