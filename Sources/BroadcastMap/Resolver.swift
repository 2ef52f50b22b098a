/// A function that does something with a type that its callers pass: a method of the library, or one that calls it.
struct Entry: Hashable {
    let function: Symbol
    /// The name of the library's method.
    let how: String
    /// Which of its parameters is the type or the message, and which the observer.
    let channel: Int
    let observer: Int?

    var isSender: Bool { ["notify", "observers"].contains(how) }
}

/// A use of a channel.
struct Use {
    let entry: Entry
    let occurrence: Occurrence
    /// How the channel is written if it is a composition, or has generic arguments.
    let form: String?
    /// What a sender calls, which is empty for a message that isn't known before the program runs.
    let methods: [Symbol]
    /// The class of the observer, if it is known.
    let observer: Symbol?
}

/// Finds the uses of channels.
struct Resolver {
    /// By the channel, and in order of their places.
    private(set) var uses: [Symbol: [Use]] = [:]
    private(set) var unresolved: [Occurrence] = []
    private let types: Types
    private var known: Set<Entry> = []

    init(_ index: Index) {
        types = Types(index)
        for entry in index.symbols.values.compactMap(\.entry) { follow(entry) }
        uses = uses.mapValues { $0.sorted { $0.occurrence < $1.occurrence } }
    }

    private mutating func follow(_ entry: Entry) {
        guard known.insert(entry).inserted else { return }
        unresolved += entry.function.references.filter { !resolve(entry, at: $0) }
    }

    /// Adds a use, or follows the function around it and what that overrides if it passes on a type of its callers.
    private mutating func resolve(_ entry: Entry, at occurrence: Occurrence) -> Bool {
        let user = occurrence.user
        guard occurrence.isWrittenCall, let call = Call(of: entry.function, at: occurrence) else { return false }
        guard let expression = call.arguments[entry.channel] else { return false }
        // A question to the set isn't a use.
        let member = call.rest.prefix(2).map(\.text).joined()
        if entry.how == "observers", [".isEmpty", ".count", ".contains"].contains(member) { return true }

        let observer = entry.observer.flatMap { call.arguments[$0] }
        let isType = expression.last?.text == "self"
        let named = isType ? types.type(in: expression.dropLast(2)) : nil
        let type = named?.symbol ?? types.type(ofValue: expression, in: user)
        let isKnown = named != nil || type.flatMap(types.sendMethod(of:)) != nil
        if !isKnown, let user, let passed = types.parameter(in: expression, of: user) {
            let observer = observer.flatMap { types.parameter(in: $0, of: user)?.offset }
            let functions = user.withOverridden
            for function in functions {
                follow(Entry(function: function, how: entry.how, channel: passed.offset, observer: observer))
            }
            return !functions.allSatisfy(\.references.isEmpty)
        }
        guard let type, let channel = types.channel(of: type), isType || channel != type else { return false }
        let methods = entry.isSender ? methods(of: channel, type, at: occurrence, in: call) : []
        // A set that is handed on, and used elsewhere.
        if entry.how == "observers", methods.isEmpty { return false }
        let object = observer.flatMap { types.type(ofValue: $0, in: user) }.flatMap { $0.isClass ? $0 : nil }
        let use = Use(entry: entry, occurrence: occurrence, form: named?.form, methods: methods, observer: object)
        uses[channel, default: []].append(use)
        return true
    }

    /// Returns what a sender calls on the channel, or which messages it builds.
    private func methods(of channel: Symbol, _ type: Symbol, at use: Occurrence, in call: Call) -> [Symbol] {
        let closure = call.rest.prefix(1).first { $0.text.hasPrefix("{") }
        let range = use.offset..<(closure?.range.upperBound ?? call.rest.offset)
        let inside = use.file.occurrences.filter { range.contains($0.offset) }.map(\.symbol)
        if let send = types.sendMethod(of: type) {
            let sent = channel.requirements.filter { $0.references.contains { $0.user == send } }
            let cases = inside.filter { $0.isCase && $0.parent == type }.map(\.baseName)
            return sent.count == 1 ? sent : sent.filter { cases.contains($0.baseName) }
        }
        let function = use.file.occurrences.filter { $0.user == use.user }.map(\.symbol)
        let called = [inside, function].map { symbols in channel.requirements.filter(symbols.contains) }
        return called.first { !$0.isEmpty } ?? []
    }
}

extension Symbol {
    /// Recognizes a method of the class `Broadcaster`, except one that another module adds.
    fileprivate var entry: Entry? {
        let names = ["notify", "observers", "register", "observe", "messages", "publisher"]
        let isOwn = names.contains(baseName) && usr.hasPrefix("s:11BroadcasterAAC\(baseName.count)\(baseName)")
        let observer = labels.firstIndex { ["observer", "owner"].contains($0) }
        return isOwn ? Entry(function: self, how: baseName, channel: 0, observer: observer) : nil
    }
}
