/// What a function does with a type that its callers pass: a method of the library, or one that passes it on to that.
struct Entry: Hashable {
    let isSender: Bool
    /// The name of the library's method.
    let how: String
    let channel: Parameter
    let observer: Parameter?
}

/// A use of a channel.
struct Use {
    let entry: Entry
    let occurrence: Occurrence
    let channel: Symbol
    /// How the channel is written if it is a composition, or has generic arguments.
    let form: String?
    /// What a sender calls, which is empty for a message that isn't known before the program runs.
    let methods: [Symbol]
    /// The class of the observer, if it is known.
    let observer: Symbol?
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
            symbol.entry.map { Function(symbol: symbol, entry: $0) }
        }
        var known = Set(pending)
        while let function = pending.popLast() {
            for occurrence in function.symbol.references {
                let callers = resolve(function.entry, at: occurrence)
                pending += callers.filter { known.insert($0).inserted }
            }
        }
    }

    /// Adds a use, or returns the function around it if that passes on a type of its callers, with what it overrides.
    private mutating func resolve(_ entry: Entry, at occurrence: Occurrence) -> Set<Function> {
        let file = occurrence.file
        let call = Call(at: occurrence)
        // A question to the set isn't a use.
        if entry.how == "observers", ["isEmpty", "count", "contains"].contains(call?.member) { return [] }
        if let call, let expression = call.arguments[entry.channel] {
            let written = types.type(in: expression, of: file)
            let signature = written == nil ? Signature(of: occurrence.user) : nil
            let passed = signature?.parameter(in: expression)
            let isType = expression.last?.text == "self"
            let named =
                passed.map { types.type(in: $0.type, of: file) }
                ?? written.flatMap { isType || types.isMessage($0, in: file) ? $0 : nil }
            if let named, let use = use(of: entry, named, call, at: occurrence) {
                uses.append(use)
                return []
            }
            if let signature, let passed, named == nil, let user = occurrence.user {
                let observer = entry.observer.flatMap { call.arguments[$0] }.flatMap { value in
                    value.first?.text == "self" ? .receiver : signature.parameter(in: value)?.parameter
                }
                let forwarder = Entry(
                    isSender: entry.isSender, how: entry.how, channel: passed.parameter, observer: observer)
                let callers = Set(user.withOverridden.map { Function(symbol: $0, entry: forwarder) })
                if callers.contains(where: { !$0.symbol.references.isEmpty }) { return callers }
            }
        }
        unresolved.append(occurrence)
        return []
    }

    private func use(of entry: Entry, _ named: Types.Named, _ call: Call, at occurrence: Occurrence) -> Use? {
        guard let channel = types.channel(of: named.symbol) else { return nil }
        let methods = entry.isSender ? methods(of: channel, named.symbol, in: occurrence, to: call.end) : []
        // A set that is handed on, and used elsewhere.
        if entry.how == "observers", methods.isEmpty { return nil }
        let observer = entry.observer.flatMap { call.arguments[$0] }
        return Use(
            entry: entry, occurrence: occurrence, channel: channel, form: named.form, methods: methods,
            observer: observer.flatMap { types.type(ofValue: $0, at: occurrence) })
    }

    /// Returns what a sender calls on the channel, or which messages it builds.
    private func methods(of channel: Symbol, _ type: Symbol, in use: Occurrence, to end: Int) -> [Symbol] {
        let inside = use.offset + 1...max(end, use.offset + 1)
        let call = use.file.occurrences.filter { $0.line >= use.line && inside.contains($0.offset) }.map(\.symbol)
        if type != channel {
            let sent = channel.requirements.filter { $0.references.contains { $0.user == types.sendMethod(of: type) } }
            let cases = call.filter { $0.isCase && $0.parent == type }.map(\.baseName)
            return sent.count == 1 ? sent : sent.filter { cases.contains($0.baseName) }
        }
        let called = channel.requirements.filter(call.contains)
        guard called.isEmpty, let user = use.user else { return called }
        let function = use.file.occurrences.filter { $0.user == user }.map(\.symbol)
        return channel.requirements.filter(function.contains)
    }
}

extension Symbol {
    /// Recognizes a method of the class `Broadcaster`, and the initializer of `MessageRecorder`, by what identifies them.
    ///
    /// A method that another module adds to the class isn't one of them.
    fileprivate var entry: Entry? {
        let how = String(baseName)
        let label = how == "observers" ? "of" : nil
        let roles = [
            "notify": true, "observers": true, "register": false, "observe": false, "messages": false,
            "publisher": false,
        ]
        let isRecorder = how == "init" && usr.hasPrefix("s:18BroadcasterTesting15MessageRecorderC")
        let isMethod = roles[how] != nil && usr.hasPrefix("s:11BroadcasterAAC\(how.count)\(how)")
        guard isRecorder || isMethod, name.hasPrefix("\(how)(\(label ?? "_"):") else { return nil }
        let observers = ["register": Parameter(label: "observer"), "observe": Parameter(label: "owner")]
        return Entry(
            isSender: roles[how] ?? false, how: isRecorder ? "MessageRecorder" : how,
            channel: Parameter(label: label), observer: observers[how])
    }
}
