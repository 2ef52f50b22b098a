import SwiftSyntax

/// The messages of channels, which are requirements of protocols.
extension Symbol {
    /// True if it is the method with which a message calls its observers.
    private var isSendMethod: Bool {
        name == "send(to:)" && overridden.contains { $0.usr.hasPrefix("s:11Broadcaster") }
    }

    /// That method of a message, or `nil` for other types.
    var sendMethod: Symbol? { ([self] + bases).flatMap(\.members).first(where: \.isSendMethod) }

    /// Returns true if it calls a requirement only to pass it on: in a message, or as another witness of it.
    func passesOn(_ requirement: Symbol) -> Bool { isSendMethod || overridden.contains(requirement) }

    /// The name that `@Messages` gives to a case if other methods have the same base name.
    var joinedName: String {
        baseName + labels.filter { $0 != "_" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The name with the types of the parameters, and with that of the result if there is one, as they are written.
    fileprivate var signature: String {
        guard let signature = declaration?.as(FunctionDeclSyntax.self)?.signature else { return name }
        let parameters = signature.parameterClause.parameters.map { "\($0.firstName.text): \($0.type.codeInLine)" }
        let result = signature.returnClause.map { " \($0.codeInLine)" } ?? ""
        return "\(baseName)(\(parameters.joined(separator: ", ")))\(result)"
    }

    /// Returns the requirements of protocols that this type doesn't leave to their defaults, if it conforms to them.
    func handled(of channel: [Symbol]) -> [Symbol]? {
        guard channel.allSatisfy({ $0.definition != nil && $0.kind == .protocol }) else { return nil }
        let refined = channel.reduce(into: Set()) { $0.formUnion($1.withBases) }
        return withBases.isSuperset(of: channel) ? channel.requirements.filter { has($0, beyond: refined) } : nil
    }

    /// Returns true if the type has a requirement itself, or from a class or a protocol that isn't one of these.
    private func has(_ requirement: Symbol, beyond protocols: Set<Symbol>) -> Bool {
        witness(of: requirement).map { $0.typeAround.map(protocols.contains) != true } ?? false
    }
}

extension ChannelID {
    /// The name of each message, with the types of its parameters if another one has the same name.
    var messageNames: [Symbol: String] {
        var names: [Symbol: String] = [:]
        for (name, messages) in Dictionary(grouping: symbols.requirements, by: \.name) {
            let signatures = messages.count == 1 ? [name] : messages.map(\.signature)
            // A protocol may require again what one that it refines does.
            let areOverloads = Set(signatures).count > 1
            for (message, signature) in zip(messages, signatures) { names[message] = areOverloads ? signature : name }
        }
        return names
    }
}

extension Sequence<Symbol> {
    /// The methods and properties that protocols and those that they refine require, each once.
    var requirements: [Symbol] {
        let protocols = flatMap { type in type.following(\.bases) }.filter { $0.kind == .protocol }
        return protocols.unique.flatMap { type in
            let own = type.members.filter { [.instanceMethod, .instanceProperty].contains($0.kind) }
            return own.filter { $0.container == type }
        }
    }
}
