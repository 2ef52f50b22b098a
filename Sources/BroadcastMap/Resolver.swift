/// A function that does something with a type that its callers pass: a method of the library, or one that calls it.
struct Entry: Hashable {
    let function: Symbol
    /// The name of the library's method.
    let how: String
    /// The keys of the arguments.
    let channel: String
    let observer: String?

    var isSender: Bool { ["notify", "observers"].contains(how) }
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
    private(set) var uses: [Use] = []
    private(set) var unresolved: [Occurrence] = []
    private let types: Types

    init(_ index: Index) {
        types = Types(index)
        var pending = index.symbols.values.compactMap(\.entry)
        var known = Set(pending)
        while let entry = pending.popLast() {
            for occurrence in entry.function.references {
                if let callers = resolve(entry, at: occurrence) {
                    pending += callers.filter { known.insert($0).inserted }
                } else {
                    unresolved.append(occurrence)
                }
            }
        }
    }

    /// Adds a use, or returns the function around it if that passes on a type of its callers, with what it overrides.
    private mutating func resolve(_ entry: Entry, at occurrence: Occurrence) -> [Entry]? {
        let (file, user) = (occurrence.file, occurrence.user)
        guard occurrence.isWrittenCall, let (arguments, end) = file.source.arguments(at: occurrence.offset),
            let expression = arguments.first(where: { $0.key == entry.channel })?.value
        else { return nil }
        // A question to the set isn't a use.
        let member = file.source.tokens[(end + 1)...].prefix(2).map(\.text).joined()
        if entry.how == "observers", [".isEmpty", ".count", ".contains"].contains(member) { return [] }

        let observer = arguments.first { $0.key == entry.observer }?.value
        let isType = expression.last?.text == "self"
        let written = types.type(in: expression, of: file)
        let passed = written == nil ? types.parameter(in: expression, of: user) : nil
        if let passed, let user, types.type(in: passed.value, of: file) == nil {
            let observer = observer.flatMap { types.parameter(in: $0, of: user)?.key }
            let callers = user.withOverridden.map {
                Entry(function: $0, how: entry.how, channel: passed.key, observer: observer)
            }
            return callers.allSatisfy(\.function.references.isEmpty) ? nil : callers
        }
        guard let named = written ?? passed.flatMap({ types.type(in: $0.value, of: file) }),
            passed != nil || isType || types.isMessage(named, in: file),
            let channel = types.channel(of: named.symbol)
        else { return nil }
        let methods = entry.isSender ? methods(of: channel, named.symbol, at: occurrence, to: end) : []
        // A set that is handed on, and used elsewhere.
        if entry.how == "observers", methods.isEmpty { return nil }
        uses.append(
            Use(
                entry: entry, occurrence: occurrence, channel: channel, form: isType ? named.form : nil,
                methods: methods, observer: observer.flatMap { types.type(ofValue: $0, at: occurrence) }))
        return []
    }

    /// Returns what a sender calls on the channel, or which messages it builds.
    private func methods(of channel: Symbol, _ type: Symbol, at use: Occurrence, to end: Int) -> [Symbol] {
        let (file, tokens) = (use.file, use.file.source.tokens)
        let end = tokens[end + 1].text == "{" ? file.source.end(of: end + 1) : end
        let inside = tokens[use.index...end].flatMap { file.symbols(at: $0.offset) }
        if type != channel {
            let sent = channel.requirements.filter { $0.references.contains { $0.user == types.sendMethod(of: type) } }
            let cases = inside.filter { $0.isCase && $0.parent == type }.map(\.baseName)
            return sent.count == 1 ? sent : sent.filter { cases.contains($0.baseName) }
        }
        let called = channel.requirements.filter(inside.contains)
        guard called.isEmpty, let user = use.user else { return called }
        let function = file.occurrences.filter { $0.user == user }.map(\.symbol)
        return channel.requirements.filter(function.contains)
    }
}

extension Symbol {
    /// Recognizes a method of the class `Broadcaster`, and the initializer of `MessageRecorder`, by what identifies it.
    ///
    /// A method that another module adds to the class isn't one of them.
    fileprivate var entry: Entry? {
        let label = baseName == "observers" ? "of" : "_"
        let observers = ["register": "observer:0", "observe": "owner:0"]
        let isKnown = ["notify", "observers", "register", "observe", "messages", "publisher"].contains(baseName)
        let isOwn = isKnown && usr.hasPrefix("s:11BroadcasterAAC\(baseName.count)\(baseName)")
        let isRecorder = baseName == "init" && usr.hasPrefix("s:18BroadcasterTesting15MessageRecorderC")
        guard isOwn || isRecorder, name.hasPrefix("\(baseName)(\(label):") else { return nil }
        let how = isRecorder ? "MessageRecorder" : baseName
        return Entry(function: self, how: how, channel: "\(label):0", observer: observers[baseName])
    }
}
