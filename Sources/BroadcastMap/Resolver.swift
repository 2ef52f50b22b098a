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
    private let index: Index
    private var known: Set<Entry> = []

    init(_ index: Index) {
        self.index = index
        for how in ["notify", "observers", "register", "observe", "messages", "publisher"] {
            // The methods of the class `Broadcaster`, except those that another module adds.
            for function in index.symbols.values where function.usr.hasPrefix("s:11BroadcasterAAC\(how.count)\(how)") {
                let observer = function.labels.firstIndex { ["observer", "owner"].contains($0) }
                follow(Entry(function: function, how: how, channel: 0, observer: observer))
            }
        }
        uses = uses.mapValues { $0.sorted { $0.occurrence.order < $1.occurrence.order } }
    }

    private mutating func follow(_ entry: Entry) {
        guard known.insert(entry).inserted else { return }
        unresolved += entry.function.references.filter { !resolve(entry, at: $0) }
    }

    /// Adds a use, or follows the function around it and what that overrides if it passes on a type of its callers.
    private mutating func resolve(_ entry: Entry, at occurrence: Occurrence) -> Bool {
        var rest = Tokens(at: occurrence)
        guard occurrence.isWrittenCall, let arguments = rest.arguments(of: entry.function) else { return false }
        guard let expression = arguments[entry.channel] else { return false }
        // A question to the set isn't a use.
        let member = rest.prefix(2).map(\.text).joined()
        if entry.how == "observers", [".isEmpty", ".count", ".contains"].contains(member) { return true }

        let (user, observer) = (occurrence.user, entry.observer.flatMap { arguments[$0] })
        let named = expression.last?.text == "self" ? index.type(in: expression.dropLast(2)) : nil
        let type = named?.symbol ?? index.type(ofValue: expression, in: user)
        let send = type?.sendMethod
        if named == nil, send == nil, let user, let passed = index.parameter(in: expression, of: user) {
            let observer = observer.flatMap { index.parameter(in: $0, of: user)?.offset }
            for function in user.withOverridden {
                follow(Entry(function: function, how: entry.how, channel: passed.offset, observer: observer))
            }
            return !user.withOverridden.allSatisfy(\.references.isEmpty)
        }
        // The channel of a message is the type of the parameter of `send(to:)`.
        let channel = send == nil ? named?.symbol : send?.parameters.first.flatMap(index.type(of:))
        guard let channel, let type else { return false }
        let end = rest.prefix(1).first { $0.text.hasPrefix("{") }?.range.upperBound ?? rest.offset
        let methods = entry.isSender ? methods(of: channel, type, at: occurrence, before: end) : []
        // A set that is handed on, and used elsewhere.
        if entry.how == "observers", methods.isEmpty { return false }
        let object = observer.flatMap { index.type(ofValue: $0, in: user) }.flatMap { $0.isProtocol ? nil : $0 }
        let use = Use(entry: entry, occurrence: occurrence, form: named?.form, methods: methods, observer: object)
        uses[channel, default: []].append(use)
        return true
    }

    /// Returns what a sender calls on the channel, or which messages it builds.
    private func methods(of channel: Symbol, _ type: Symbol, at use: Occurrence, before end: Int) -> [Symbol] {
        let inside = use.file.occurrences.filter { (use.offset..<end).contains($0.offset) }.map(\.symbol)
        if let send = type.sendMethod {
            let sent = channel.requirements.filter { $0.references.contains { $0.user == send } }
            let cases = inside.filter { $0.isCase && $0.parent == type }.map(\.baseName)
            return sent.count == 1 ? sent : sent.filter { cases.contains($0.baseName) }
        }
        let function = use.file.occurrences.filter { $0.user == use.user }.map(\.symbol)
        let called = [inside, function].map { symbols in channel.requirements.filter(symbols.contains) }
        return called.first { !$0.isEmpty } ?? []
    }
}
