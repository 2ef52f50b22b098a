import Foundation

/// The channels of a program, who sends to each, and who observes it.
struct Map {
    struct Channel {
        let symbol: Symbol
        let name: String
        let methods: [(name: String, symbol: Symbol, isCalled: Bool)]
        let senders: [Use]
        let observers: [Use]
    }

    let channels: [Channel]
    let unresolved: [Occurrence]
    let problems: [String]

    /// Collects the uses, without the problems of the channels, the methods and the functions that are allowed.
    init(_ resolver: Resolver, allowing allowed: Set<String>) throws {
        let uses = resolver.uses.sorted { $0.occurrence < $1.occurrence }
        let channels = Dictionary(grouping: uses, by: \.channel).map { symbol, uses in
            Channel(
                symbol: symbol, name: symbol.fullName,
                methods: symbol.requirements.map { ($0.name, $0, Self.isCalled($0, by: uses)) },
                senders: uses.filter(\.entry.isSender), observers: uses.filter { !$0.entry.isSender })
        }.sorted { $0.name < $1.name }
        let problems = channels.flatMap { channel in
            channel.problems.map { (names: [channel.name, $0.name], text: $0.text) }
        }
        let unresolved = resolver.unresolved.sorted { $0 < $1 }
        let methods = channels.flatMap { channel in channel.methods.map { "\(channel.name).\($0.name)" } }
        let known = channels.map(\.name) + methods + unresolved.map(\.userName)
        if let unknown = allowed.subtracting(known).min() {
            throw Failure("--allow \(unknown): the map has no channel, method, or unresolved use of this name.")
        }
        self.channels = channels
        self.problems = problems.filter { allowed.isDisjoint(with: $0.names) }.map(\.text)
        self.unresolved = unresolved.filter { !allowed.contains($0.userName) }
    }

    /// Whether a sender may call a requirement.
    ///
    /// A message that passes it on, or another witness of it, is no sender.
    private static func isCalled(_ method: Symbol, by uses: [Use]) -> Bool {
        uses.contains { $0.methods.contains(method) || $0.entry.how == "notify" && $0.methods.isEmpty }
            || method.references.contains { reference in
                !(reference.user.map { $0.isWitnessOfLibrary || $0.overridden.contains(method) } ?? false)
            }
    }
}

extension Map.Channel {
    /// What is wrong, with the name of what it is about.
    fileprivate var problems: [(name: String, text: String)] {
        var texts: [(String, String)] = []
        // The library itself sends to `BroadcastObserver`.
        let isSent = !senders.isEmpty || name == "Broadcaster.BroadcastObserver"
        if !symbol.isProtocol { texts.append((name, "\(name) isn't a protocol")) }
        if observers.isEmpty { texts.append((name, "\(name) is sent, but never observed")) }
        if !isSent { texts.append((name, "\(name) is observed, but never sent")) }
        for method in methods where !senders.isEmpty && !method.isCalled && !method.symbol.isProperty {
            texts.append(("\(name).\(method.name)", "\(name).\(method.name) is never called"))
        }
        return texts
    }
}
