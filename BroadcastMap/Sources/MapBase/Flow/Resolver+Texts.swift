/// Follows values to the texts that are made of them.
extension Resolver {
    /// Returns all texts that parts have together, or the parts, which may be sequences.
    func joined(_ parts: [Fact]) -> [Fact] {
        let limit = 129
        let all = parts.reduce([[]]) { (all: [[Fact]], part) in
            let values = values(of: part)
            return Array(all.lazy.flatMap { first in values.map { first + [$0] } }.prefix(limit))
        }
        return all.map { parts in
            let texts = parts.map(\.text)
            return texts.contains(nil) ? .joined(parts) : .text(texts.compactMap { $0 }.joined())
        }
    }

    /// Returns the texts that are made of a value.
    func descriptions(of fact: Fact, _ kind: Fact.Description) -> [Fact] {
        values(of: fact).flatMap { value -> [Fact] in
            switch value {
            case .text: return [value]
            case .number(let number): return [kind == .rawValue ? .unknown(.computed) : .text(number)]
            case .enumerationCase(let element): return descriptions(ofCase: element, kind)
            case .type(let type): return [name(of: type, kind).map { .text($0) } ?? .unknown(.computed)]
            case .cast(let inside, _): return values(of: .description(of: inside, kind))
            case .joined(let parts):
                if parts.contains(where: { $0.isUnknown || $0 == .nothing }) { return [.unknown(.computed)] }
                return [value.isOpen ? .description(of: value, kind) : .unknown(.computed)]
            case .call(let call) where call.created != nil:
                if let text = textArgument(of: call) { return values(of: text) }
            default: break
            }
            return [value.isOpen ? .description(of: value, kind) : .unknown(.computed)]
        }
    }

    /// Returns the text of which a call creates another one.
    private func textArgument(of call: Invocation) -> Fact? {
        // An initializer of the program may make another text of its argument.
        guard call.arguments.count == 1, call.function?.definition == nil, let argument = call.arguments.first
        else { return nil }
        let isText = call.created.map { created in
            created.symbols.isEmpty || created.symbols.contains { store.textTypes.contains($0.name) }
        }
        guard isText == true else { return nil }
        switch argument.label {
        case "describing": return .description(of: argument.value, .name)
        case "reflecting": return .description(of: argument.value, .fullName)
        case nil, "rawValue", "string": return .description(of: argument.value, .copy)
        default: return nil
        }
    }

    /// Returns the text of a case in another text: its name, unless its type has a description.
    private func descriptions(ofCase element: Symbol, _ kind: Fact.Description) -> [Fact] {
        switch kind {
        case .rawValue:
            let text = element.definition.flatMap { store.facts(of: $0.file).rawTexts[element] }
            return [text.map { .text($0) } ?? .unknown(.computed)]
        case .name:
            let members = element.parent?.withBases.flatMap(\.members) ?? []
            guard let description = members.first(where: { $0.name == "description" && $0.definition != nil })
            else { return [.text(element.baseName)] }
            return values(of: .property(description, of: .enumerationCase(element), at: nil))
        case .copy, .fullName: return [.unknown(.computed)]
        }
    }

    private func name(of type: TypeFact, _ kind: Fact.Description) -> String? {
        // The name of a generic type has its arguments.
        guard let symbol = type.symbols.only, !symbol.isGeneric else { return nil }
        switch kind {
        case .name: return symbol.name
        case .fullName: return symbol.fullName
        case .copy, .rawValue: return nil
        }
    }
}

extension Fact {
    package var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }
}
