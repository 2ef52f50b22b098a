/// A channel of the program, and its uses.
struct Channel {
    var id: ChannelID
    let uses: [Use]
    let senders: [Use]
    let observers: [Use]
    /// The protocols that each class is registered for, in all channels.
    let registrations: [Symbol: Set<Symbol>]
    var notes: [Note] = []

    /// The name of the channel whose sender is the library.
    static let monitors = "Broadcaster.Broadcaster.Monitor"

    var name: String { id.name }
    /// The key that sorts channels, of which two in different files may have one name.
    var order: (String, String) { (name, definition?.file.path ?? "") }
    var definition: Occurrence? { id.symbols.count == 1 ? id.symbols[0].definition : nil }
    /// That of the declaration of a notification, or of the first protocol.
    var module: String? {
        if id.kind.isNotification { return definition?.file.module }
        return id.symbols.first.map { String($0.fullName.prefix { $0 != "." }) }
    }
    /// The messages, which are the requirements of a protocol.
    var methods: [Symbol] { id.symbols.requirements }

    /// The places that name a notification besides its declarations, its posts, and its observers.
    var mentions: [SourceLine] {
        guard id.kind == .declared || id.kind == .literal else { return [] }
        let calls = Dictionary(grouping: uses, by: \.occurrence.file).mapValues { NestedRanges($0.map(\.bytes)) }
        let functions = Set(uses.compactMap(\.occurrence.function))
        let all = id.symbols.flatMap(\.references).filter { occurrence in
            let isInUse = calls[occurrence.file]?.innermost(around: occurrence.offset) != nil
            let isExplained = occurrence.function.map {
                functions.contains($0) || id.symbols.contains($0.propertyOrSelf)
            }
            return occurrence.roles.isDisjoint(with: [.implicit, .declaration]) && !isInUse && isExplained != true
        }
        return all.sorted { $0.order < $1.order }.map(\.sourceLine).unique
    }

    /// True if no center where it is posted is one where it is observed.
    var isApart: Bool {
        let centers = [senders, observers].map { Set($0.map(\.center)) }
        let mayMeet = centers[0].contains { center in centers[1].contains { Center.mayMeet(center, $0) } }
        return !senders.isEmpty && !observers.isEmpty && !mayMeet
    }

    /// The name of a method with that of the channel.
    func fullName(of method: Symbol) -> String { "\(name).\(name(of: method))" }

    /// The name of a method, with the types of its parameters if another one has the same.
    func name(of method: Symbol) -> String { id.messageNames[method] ?? method.name }

    /// Returns true if a sender may call a requirement.
    func isSent(_ method: Symbol) -> Bool {
        senders.contains { $0.methods.contains(method) || $0.methods.isEmpty }
    }

    /// Returns true if a sender, or other code, may call a requirement.
    ///
    /// A call on the protocol that declares it doesn't reach an observer that is registered for a refining one alone.
    func isCalled(_ method: Symbol) -> Bool {
        let declaring = method.parent!
        let isOwn = id.symbols == [declaring]
        let isMissed =
            !isOwn && observers.contains { $0.observer.map { registrations[$0]?.contains(declaring) != true } == true }
        return isSent(method) || !isMissed && method.references.contains { $0.function?.passesOn(method) != true }
    }

    /// The classes in the sources that conform and are never registered, and neither is one above or below them.
    ///
    /// It is empty if the class of a registered object isn't known, because it may be any of them.
    var conformers: [Symbol] {
        let registered = observers.filter { $0.operation == .register }.map(\.observer)
        guard id.kind == .protocol, !registered.contains(nil) else { return [] }
        let registeredTypes = Set(registered.compactMap { $0 })
        let types = id.symbols[0].allDerived.filter { type in
            let isDeclaredHere = type.definition?.roles.contains(.implicit) == false
            let isAdapterOfMessages = type.typeAround?.sendMethod != nil
            let related = type.withBases.union(type.allDerived)
            return type.kind == .class && isDeclaredHere && !isAdapterOfMessages && conforms(type)
                && related.isDisjoint(with: registeredTypes)
                // Its superclass, which conforms, is listed instead.
                && !type.bases.contains { $0.kind == .class && conforms($0) }
        }
        return types.sorted { $0.fullName < $1.fullName }
    }

    private func conforms(_ type: Symbol) -> Bool { type.withBases.isSuperset(of: id.symbols) }
}

extension Channel {
    /// Returns the channels of uses, by name.
    static func all(_ uses: [ChannelID: [Use]]) -> [Channel] {
        var registrations: [Symbol: Set<Symbol>] = [:]
        for (id, uses) in uses {
            for observer in uses.compactMap(\.observer) { registrations[observer, default: []].formUnion(id.symbols) }
        }
        let channels = uses.map { id, uses in
            Channel(
                id: id, uses: uses, senders: uses.filter(\.isSender), observers: uses.filter { !$0.isSender },
                registrations: registrations)
        }
        return channels.named.sorted { $0.order < $1.order }
    }
}

extension [Channel] {
    /// The channels, with the modules of those that have one name in several.
    fileprivate var named: [Channel] {
        let modules = Dictionary(grouping: self, by: \.name).mapValues { Set($0.map(\.module)) }
        return map { channel in
            guard let module = channel.module, modules[channel.name]!.count > 1 else { return channel }
            var named = channel
            named.id = ChannelID(
                kind: channel.id.kind, name: "\(module).\(channel.name)", symbols: channel.id.symbols)
            return named
        }
    }

    /// The channels by name, after the notifications that have fewer notes, because these need less work.
    var inOrder: [Channel] {
        let numbered = map { channel in
            let notes = channel.id.kind.isNotification ? channel.notes.count : 0
            return (channel: channel, order: (notes, channel.order.0, channel.order.1))
        }
        return numbered.sorted { $0.order < $1.order }.map(\.channel)
    }
}
