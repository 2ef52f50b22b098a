/// A function that does something with a type that its callers pass: a method of the library, or one that calls it.
struct Entry: Hashable {
    let function: Symbol
    /// The name of the library's method.
    let how: String
    /// Which of its parameters is the type or the message, and which the observer.
    let channel: Int
    let observer: Int?
}

/// A use of a channel.
struct Use {
    /// The name of the library's method.
    let how: String
    let occurrence: Occurrence
    /// How the channel is written if it is a composition, or has generic arguments.
    let form: String?
    var mark: String { form.map { " [\($0)]" } ?? "" }
    /// What a sender calls, which is empty for a message that isn't known before the program runs.
    let methods: [Symbol]
    /// The class of the observer, if it is known.
    let observer: Symbol?

    var isSender: Bool { ["notify", "observers"].contains(how) }
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
        if known.insert(entry).inserted { unresolved += entry.function.references.filter { !resolve(entry, at: $0) } }
    }

    /// Adds a use, or follows the function around it and what that overrides if it passes on a type of its callers.
    private mutating func resolve(_ entry: Entry, at occurrence: Occurrence) -> Bool {
        var rest = Tokens(at: occurrence)
        guard occurrence.isWrittenCall, let arguments = rest.arguments(of: entry.function) else { return false }
        guard let expression = arguments[entry.channel] else { return false }
        var (how, observer, user) = (entry.how, entry.observer.flatMap { arguments[$0] }, occurrence.user)
        // The closure behind the call, or what is done with the set.
        let chain = rest.prefix {
            ".?!([{".contains($0.text.prefix(1)) || rest.file.bytes[$0.range.lowerBound - 1] == UInt8(ascii: ".")
        }
        let member = how == "observers" ? chain.dropFirst().first?.text : nil
        if ["isEmpty", "remove", "removeAll"].contains(member) { return true }
        if member == "add" { (how, observer) = ("register", chain.dropFirst(2).first?.inside[...]) }
        // It is a use only if it calls a message itself, and not if the statement behind it does.
        let isQuestion = ["count", "contains"].contains(member)
        let end = (isQuestion ? chain.prefix(3) : chain[...]).last?.range.upperBound ?? rest.offset
        let inside = occurrence.file.symbols.filter { (occurrence.offset..<end).contains($0.key) }.flatMap(\.value)
        let named = expression.last?.text == "self" ? index.type(in: expression.dropLast(2)) : nil
        let type = named?.symbol ?? index.type(ofValue: expression, in: user)
        let send = type?.sendMethod
        if named == nil, send == nil, !isQuestion, let user, let passed = index.parameter(in: expression, of: user) {
            let observer = observer.flatMap { index.parameter(in: $0, of: user)?.offset }
            let functions = user.withOverridden
            functions.forEach { follow(Entry(function: $0, how: how, channel: passed.offset, observer: observer)) }
            return !functions.allSatisfy(\.references.isEmpty)
        }
        // The channel of a message is the type of the parameter of `send(to:)`.
        let channel = send == nil ? named?.symbol : send?.parameters.first.flatMap(index.type(of:))
        guard let channel, let type else { return isQuestion }
        let methods = methods(of: channel, type, inside, at: isQuestion ? nil : occurrence)
        // A set that is handed on, and used elsewhere.
        if how == "observers", methods.isEmpty { return isQuestion }
        let object = observer.flatMap { index.type(ofValue: $0, in: user) }.flatMap { $0.isProtocol ? nil : $0 }
        let use = Use(how: how, occurrence: occurrence, form: named?.form, methods: methods, observer: object)
        uses[channel, default: []].append(use)
        return true
    }

    /// Returns what a sender calls on the channel, or which messages it builds: inside a use, or else around it.
    private func methods(of channel: Symbol, _ type: Symbol, _ inside: [Symbol], at use: Occurrence?) -> [Symbol] {
        if let send = type.sendMethod {
            let sent = channel.requirements.filter { $0.references.contains { $0.user == send } }
            let cases = inside.filter { $0.isCase && $0.parent == type }.map(\.baseName)
            return sent.count == 1 ? sent : sent.filter { cases.contains($0.baseName) }
        }
        let around = use?.file.occurrences.filter { $0.user == use?.user }.map(\.symbol) ?? []
        return [inside, around].map { channel.requirements.filter($0.contains) }.first { !$0.isEmpty } ?? []
    }
}
