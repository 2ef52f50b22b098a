/// The channels of a program, who sends to each, and who observes it.
struct Map {
    struct Channel {
        let symbol: Symbol
        let uses: [Use]

        var name: String { symbol.fullName }
        /// The name of what is used: a composition is a channel of its own.
        func fullName(for use: Use) -> String { use.form?.contains("&") == true ? name + use.mark : name }
        var methods: [Symbol] { symbol.requirements }
        var senders: [Use] { uses.filter(\.isSender) }
        var observers: [Use] { uses.filter { !$0.isSender } }

        /// Whether a sender may call a requirement.
        func isCalled(_ method: Symbol) -> Bool {
            senders.contains { $0.methods.contains(method) || $0.how == "notify" && $0.methods.isEmpty }
                || method.references.contains { $0.user?.passesOn(method) != true }
        }

        /// What is wrong, by the name of what it is about.
        fileprivate var problems: [(name: String, text: String)] {
            let uncalled = methods.filter { !senders.isEmpty && !isCalled($0) && !$0.isProperty }
            // The library itself sends to `BroadcastObserver`.
            let sent = Set(senders.map(fullName) + ["Broadcaster.BroadcastObserver"].filter { $0 == name })
            let observed = Set(observers.map(fullName))
            return (symbol.isProtocol ? [] : [(name, "isn't a protocol")])
                + sent.subtracting(observed).map { ($0, "is sent, but never observed") }
                + observed.subtracting(sent).map { ($0, "is observed, but never sent") }
                + uncalled.map { ("\(name).\($0.name)", "is never called") }
        }
    }

    let channels: [Channel]
    let unresolved: [Occurrence]
    let problems: [String]

    /// Collects the uses, without the problems of the channels, the methods and the functions that are allowed.
    init(_ resolver: Resolver, allowing allowed: Set<String>) {
        channels = resolver.uses.map(Channel.init).sorted { $0.name < $1.name }
        let all = channels.flatMap(\.problems)
        problems = all.filter { !allowed.contains($0.name) }.map { "\($0) \($1)" }.sorted()
        unresolved = resolver.unresolved.filter { !allowed.contains($0.userName) }.sorted { $0.order < $1.order }
        let methods = channels.flatMap { channel in channel.methods.map { "\(channel.name).\($0.name)" } }
        let known = channels.map(\.name) + methods + all.map(\.name) + resolver.unresolved.map(\.userName)
        if let unknown = allowed.subtracting(known).min() {
            fail("--allow \(unknown): the map has no channel, method, or unresolved use of this name.")
        }
    }
}
