/// Follows sequences and tuples to their elements.
extension Resolver {
    /// The methods and properties of a sequence that keep elements as they are.
    private static let selections: Set = [
        "reversed", "sorted", "shuffled", "filter", "prefix", "suffix", "dropFirst", "dropLast", "lazy", "union",
    ]

    /// Returns the elements of a sequence: those of a literal, or one of the type that all have.
    func elements(of sequence: Fact) -> [Fact] {
        let sequences = values(of: sequence)
        let all = sequences.flatMap(elements(ofValue:))
        // An empty sequence has a type, too, but an element that is only itself has no value.
        let isEmpty = !sequences.isEmpty && sequences.allSatisfy { $0 == .list([]) || $0 == .nothing }
        return isEmpty ? typedElements(of: sequence) : all
    }

    private func elements(ofValue sequence: Fact) -> [Fact] {
        switch sequence {
        case .list(let parts): return parts.flatMap(values)
        case .joined(let parts): return parts.flatMap { values(of: .element($0)) }
        case .nothing: return []
        case .cast(let inside, _):
            // A conversion says more than what it converts.
            let element = typeFact(of: sequence)?.element
            return values(of: .element(inside)).map { value in
                guard let element, value.isUnknown || value.isOpen else { return value }
                return value.isOpen ? .cast(value, to: .type(element)) : .instance(element)
            }
        case .property(let property, let base?, _) where property.definition == nil:
            return elements(of: property.baseName, of: base, sequence)
        case .property(let property, let base?, _) where property.baseName == "allCases":
            return elements(of: property.baseName, of: base, sequence)
        case .call(let call): return elements(of: call, sequence)
        default: return sequence.isOpen ? [.element(sequence)] : typedElements(of: sequence)
        }
    }

    private func elements(of property: String, of base: Fact, _ sequence: Fact) -> [Fact] {
        switch property {
        case "allCases":
            return values(of: .typeOf(base)).flatMap { type -> [Fact] in
                guard case .type(let type) = type else { return [.element(sequence)] }
                let cases = type.symbols.flatMap(\.members).filter { $0.kind == .enumerationCase }
                return cases.map { .enumerationCase($0) }
            }
        case "values": return values(of: .part(.element(base), "1"))
        case "keys": return values(of: .part(.element(base), "0"))
        case let name where Self.selections.contains(name): return values(of: .element(base))
        default: return sequence.isOpen ? [.element(sequence)] : typedElements(of: sequence)
        }
    }

    private func elements(of call: Invocation, _ sequence: Fact) -> [Fact] {
        if let created = call.created {
            let isSequence = created.kind == .sequence || ["Array", "Set"].contains(created.symbols.first?.name)
            if isSequence, call.arguments.count == 1, let copied = call.argument(labeled: nil) {
                return values(of: .element(copied))
            }
            return typedElements(of: sequence)
        }
        let name = call.function?.baseName ?? ""
        guard call.function?.definition == nil, let receiver = call.receiver else { return typedElements(of: sequence) }
        switch name {
        case _ where Self.selections.contains(name): return values(of: .element(receiver))
        case "enumerated":
            return values(of: .element(receiver)).map {
                .tuple([.init(label: "offset", value: .unknown(.computed)), .init(label: "element", value: $0)])
            }
        case "map", "compactMap", "flatMap":
            guard let transform = call.arguments.first?.value else { return [.unknown(.computed)] }
            if case .closure(let place) = transform {
                return (store.closure(place)?.returns ?? []).flatMap(values).filter { $0 != .nothing }
            }
            return values(of: transform)
        default:
            let typed = typedElements(of: sequence)
            return sequence.isOpen || typed == [.unknown(.computed)] ? [.element(sequence)] : typed
        }
    }

    /// Returns any element of the type that code gives to a sequence or a dictionary.
    private func typedElements(of sequence: Fact) -> [Fact] {
        guard let type = typeFact(of: sequence) else { return [.unknown(.computed)] }
        if let value = type.dictionaryValue {
            return [
                .tuple([
                    .init(label: "key", value: .instance(type.arguments[0])),
                    .init(label: "value", value: .instance(value)),
                ])
            ]
        }
        return [type.element.map { .instance($0) } ?? .unknown(.computed)]
    }

    /// Returns what a subscript gives: an element, or the value of a pair.
    func entries(of sequence: Fact) -> [Fact] {
        values(of: sequence).flatMap { sequence -> [Fact] in
            // The elements of a literal are known, even if callers decide what they are.
            if case .list = sequence {} else if sequence.isOpen { return [.entry(sequence)] }
            return elements(of: sequence).flatMap { element -> [Fact] in
                if case .tuple(let parts) = element, parts.map(\.label) == ["key", "value"] {
                    return values(of: parts[1].value)
                }
                return [element]
            }
        }
    }

    /// Returns a part of each tuple, by its label or its number.
    func parts(of tuple: Fact, _ name: String) -> [Fact] {
        values(of: tuple).flatMap { tuple -> [Fact] in
            guard case .tuple(let parts) = tuple else { return [.part(tuple, name)] }
            let number = Int(name)
            let found =
                parts.first { $0.label == name } ?? number.flatMap { parts.indices.contains($0) ? parts[$0] : nil }
            return found.map { values(of: $0.value) } ?? [.unknown(.computed)]
        }
    }
}

extension Fact {
    /// True if nothing is known of it.
    var isUnknown: Bool {
        if case .unknown = self { return true }
        return false
    }
}
