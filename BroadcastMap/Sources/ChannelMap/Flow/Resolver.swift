/// Finds what facts are, as far as code says.
///
/// A value is a fact that nothing follows further: a literal, a type, an object that is created, or what callers decide.
/// A fact that leads back to itself adds nothing to what else it may be.
struct Resolver {
    /// How many facts one may lead to, and how many questions may be inside of each other.
    private static let maximumSteps = 300
    private static let maximumDepth = 200

    /// The methods of a sequence that call a closure with elements, and return no other sequence of their own making.
    private static let elementMethods: Set = [
        "forEach", "map", "compactMap", "flatMap", "filter", "contains", "first", "count",
    ]

    let store: FactStore
    var index: Index { store.index }

    init(_ store: FactStore) { self.store = store }

    /// Returns true if a function of another module calls each closure that it is passed with the elements of a sequence.
    static func callsClosureWithElements(_ function: Symbol) -> Bool {
        function.definition == nil && elementMethods.contains(function.baseName)
    }

    /// Returns each value that a fact may have.
    func values(of fact: Fact) -> [Fact] { values(of: fact, inside: []) }

    func values(of fact: Fact, inside outer: Set<Fact>) -> [Fact] {
        var found: [Fact] = []
        var rest = [(fact: fact, outer: outer)]
        var visited = outer
        while let (fact, outer) = rest.popLast() {
            guard visited.insert(fact).inserted else { continue }
            if visited.count > 2 * Self.maximumSteps || outer.count > Self.maximumDepth {
                return [.unknown(.tooMany)]
            }
            var inner = outer.union([fact])
            // A function inside of itself, with other arguments, may be anything.
            let called = fact.called.map { Fact.parameter($0, -1) }
            if let called, !inner.insert(called).inserted {
                found.append(.unknown(.tooMany))
                continue
            }
            let next = next(fact, inner).map(\.limited)
            if next == [fact] {
                found.append(fact)
            } else {
                rest += next.reversed().map { ($0, called == nil ? outer : inner) }
            }
        }
        return found.unique
    }

    /// Returns what a fact leads to, or the fact if it is a value.
    private func next(_ fact: Fact, _ outer: Set<Fact>) -> [Fact] {
        func values(_ part: Fact) -> [Fact] { self.values(of: part, inside: outer) }
        switch fact {
        case .choice(let parts): return parts
        case .settled(let fact): return values(fact).flatMap(settled)
        case .local(let place): return next(local: place, fact)
        case .closureParameter(let place, let position): return next(parameter: position, of: place, fact)
        case .property(let symbol, let base, _): return next(property: symbol, of: base, fact, values)
        case .call(let call): return next(call, fact, values)
        case .element(let sequence): return elements(of: values(sequence), in: sequence, isEntry: false)
        case .entry(let sequence): return elements(of: values(sequence), in: sequence, isEntry: true)
        case .part(let tuple, let name):
            return values(tuple).map { tuple in
                guard case .tuple(let parts) = tuple else { return .part(tuple, name) }
                return parts.first { $0.label == name }?.value ?? Int(name).flatMap { parts.dropFirst($0).first?.value }
                    ?? .unknown(.computed)
            }
        case .joined(let parts):
            let all = parts.map(values)
            guard all.allSatisfy({ $0.count == 1 }) else { return [.unknown(.computed)] }
            let texts = all.map { $0[0].text }
            return [texts.contains(nil) ? .joined(all.map { $0[0] }) : .text(texts.compactMap(\.self).joined())]
        case .description(let value, let kind): return values(value).map { description(of: $0, kind) }
        case .cast(let value, let type):
            guard case .type(let target)? = values(type).only else { return values(value).map { .cast($0, to: type) } }
            return values(value).map { $0.cast(to: target) }
        case .typeOf(let object): return values(object).map(type(ofValue:))
        case .genericArgument(let object, let position):
            return values(object).map { genericArgument(of: $0, at: position) }
        default: return [fact]
        }
    }

    // MARK: Names

    private func next(local place: Place, _ fact: Fact) -> [Fact] {
        guard let local = store.local(place) else { return [fact] }
        if let type = local.type, type.isMetatype { return [.type(type)] }
        if local.isVariable || local.values.isEmpty { return [fact] }
        return local.type.map { type in local.values.map { $0.cast(to: type) } } ?? local.values
    }

    private func next(parameter position: Int?, of place: Place, _ fact: Fact) -> [Fact] {
        let type = store.closure(place)?.parameters.dropFirst(position ?? 0).first ?? nil
        return [type == nil ? store.element(for: place, position) ?? fact : fact]
    }

    private func next(property symbol: Symbol, of base: Fact?, _ fact: Fact, _ values: (Fact) -> [Fact]) -> [Fact] {
        guard case .property(_, _, let place) = fact else { return [fact] }
        let opaque = Fact.property(symbol, of: nil, at: place)
        if symbol.parent?.kind == .protocol, !symbol.witnesses.isEmpty, let base {
            return values(base).map { base in
                witness(of: symbol, for: base).map { .property($0, of: base, at: place) }
                    ?? (base.isOpen ? .property(symbol, of: base, at: place) : opaque)
            }
        }
        guard let property = store.property(symbol), property.value != .choice([]) else {
            if symbol.baseName == "rawValue", let base { return [.description(of: base, .rawValue)] }
            guard symbol.kind == .instanceProperty, let base else { return [opaque] }
            return values(base).map { .property(symbol, of: $0, at: place) }
        }
        var overrides =
            symbol.parent?.kind == .class ? symbol.witnesses.map { Fact.property($0.symbol, of: base, at: place) } : []
        if case .type? = base { overrides = [] }
        if let getter = property.getter {
            let binding = FactStore.Binding(owner: getter, receiver: base) { _ in nil }
            return [store.fact(property.value!, in: binding)] + overrides
        }
        if symbol.isReassigned || property.hasWrapper { return [opaque] }
        let isInitial = property.value != nil && (property.isConstant || !symbol.isMemberwiseParameter)
        if !isInitial || symbol.isAssignedInInitializers {
            guard let base else { return [opaque] }
            return values(base).flatMap { object -> [Fact] in
                if case .call(let call) = object, let stored = stored(symbol, by: call) { return stored }
                if case .receiver(let owner?, _) = object, let stored = stored(symbol, in: owner) { return stored }
                return [object.isOpen ? .property(symbol, of: object, at: place) : opaque]
            }
        }
        switch property.value {
        case nil, .unknown(.computed)?: return [opaque] + overrides
        case .call(var call)?:
            call.keeper = symbol
            return [.call(call)] + overrides
        case let value?: return [value] + overrides
        }
    }

    /// Returns what the call of an initializer stores in a property, if it is written there.
    private func stored(_ property: Symbol, by creation: Invocation) -> [Fact]? {
        guard let initializer = creation.function, initializer.isInitializer else { return nil }
        if store.function(.declared(initializer)) == nil {
            return (creation.argument(labeled: property.name) ?? store.property(property)?.value).map { [$0] }
        }
        let binding = store.binding(.declared(initializer), creation)
        return stored(property, in: binding.owner)?.map { store.fact($0, in: binding) }
    }

    /// Returns what an initializer stores in a property, if it is written there.
    private func stored(_ property: Symbol, in owner: Owner) -> [Fact]? {
        guard let initializer = owner.function, initializer.isInitializer else { return nil }
        let writes = property.writes.filter { $0.function == initializer }
        let stores = writes.compactMap { store.facts(of: $0.file).stores[$0.offset] }
        // One that isn't an assignment changes a part of it.
        return stores.isEmpty || stores.count < writes.count ? nil : stores
    }

    private func witness(of requirement: Symbol, for base: Fact) -> Symbol? {
        let type: Symbol?
        switch base {
        case .type(let written): type = written.symbols.first
        case .parameter, .genericArgument, .typeOf: return nil
        default: type = self.type(of: base)
        }
        return type?.kind == .protocol ? nil : type?.witness(of: requirement)
    }

    // MARK: Calls

    private func next(_ call: Invocation, _ fact: Fact, _ values: (Fact) -> [Fact]) -> [Fact] {
        if call.created != nil { return [fact] }
        switch call.callee {
        case .local(let place): return results(of: .local(place), call) ?? [fact]
        case .value(let called):
            return values(called).flatMap { called -> [Fact] in
                guard case .closure(let place) = called, let returns = store.closure(place)?.returns, !returns.isEmpty
                else { return [fact] }
                return returns
            }
        case .function(let function):
            guard let receiver = call.receiver, !function.witnesses.isEmpty else {
                return results(of: function, call) ?? [fact]
            }
            if function.parent?.kind != .protocol {
                return function.withOverrides.flatMap { results(of: $0, call) ?? [fact] }
            }
            return values(receiver).flatMap { receiver -> [Fact] in
                var call = call
                call.receiver = receiver
                return witness(of: function, for: receiver).flatMap { results(of: $0, call) } ?? [.call(call)]
            }
        }
    }

    private func results(of function: Symbol, _ call: Invocation) -> [Fact]? {
        let getter = function.members.first { $0.name.hasPrefix("getter:") }
        return [function, getter].lazy.compactMap { $0 }.compactMap { results(of: .declared($0), call) }.first
    }

    private func results(of owner: Owner, _ call: Invocation) -> [Fact]? {
        guard let function = store.function(owner), !function.returns.allSatisfy({ $0 == .nothing }) else { return nil }
        let binding = store.binding(owner, call)
        let all = function.returns.map { store.fact($0, in: binding) }
        guard let result = function.result, !result.arguments.isEmpty else { return all }
        return all.map { .cast($0, to: .type(result)) }
    }

    /// Returns what a value is whoever calls the function that decides it.
    private func settled(_ value: Fact) -> [Fact] {
        guard let owner = value.roots.first(where: \.isParameter)?.owner else { return [value] }
        let calls = store.callers(of: owner)
        if calls.isEmpty { return [value.abandoned(store.function)] }
        return calls.map { .settled(store.fact(value, in: store.binding(owner, $0.invocation))) }
    }

    // MARK: Parts

    /// Returns the elements of literals, or one of the type that the elements have.
    private func elements(of values: [Fact], in sequence: Fact, isEntry: Bool) -> [Fact] {
        let isFilledLater = values.allSatisfy { $0 == .list([]) || $0 == .nothing }
        return (isFilledLater ? [sequence] : values).flatMap { value -> [Fact] in
            if case .list(let parts) = value {
                return parts.map { part in
                    if isEntry, case .tuple(let pair) = part, pair.first?.label == "key" { return pair[1].value }
                    return part
                }
            }
            if value == .nothing { return [] }
            let type = value.isOpen ? nil : typeFact(of: value)
            if let type = isEntry ? type?.dictionaryValue ?? type?.element : type?.element { return [.instance(type)] }
            if !isEntry, let type = type?.dictionaryValue {
                return [
                    .tuple([
                        .init(label: "key", value: .unknown(.computed)), .init(label: "value", value: .instance(type)),
                    ])
                ]
            }
            return [
                value == .unknown(.computed) || isFilledLater
                    ? .unknown(.computed) : isEntry ? .entry(value) : .element(value)
            ]
        }
    }

    /// Returns the text that is made of a value.
    private func description(of value: Fact, _ kind: Fact.Description) -> Fact {
        switch value {
        case .text: return value
        case .number(let number) where kind != .rawValue: return .text(number)
        case .enumerationCase(let element) where kind == .rawValue:
            return store.property(element)?.value ?? .unknown(.computed)
        case .enumerationCase(let element) where kind == .name: return .text(element.baseName)
        case .type(let type) where kind == .name && type.arguments.isEmpty:
            // The text of a generic type has its arguments.
            return type.symbols.only.flatMap { $0.isGeneric ? nil : .text($0.name) } ?? .unknown(.computed)
        case .cast(let inside, _): return .description(of: inside, kind)
        case .call(let call) where call.created != nil && call.function?.definition == nil:
            guard let argument = call.arguments.only,
                [nil, "rawValue", "string", "describing"].contains(argument.label),
                call.created!.symbols.allSatisfy({ store.textTypes.contains($0.name) })
            else { return .unknown(.computed) }
            return .description(of: argument.value, argument.label == "describing" ? .name : .copy)
        default: return value.isOpen ? .description(of: value, kind) : .unknown(.computed)
        }
    }
}

extension Fact {
    var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    /// The function whose code gives it.
    fileprivate var called: Owner? {
        guard case .call(let call) = self, call.created == nil else { return nil }
        if case .local(let place) = call.callee { return .local(place) }
        return call.function.map { .declared($0) }
    }

    var isParameter: Bool {
        if case .parameter = self { return true }
        return false
    }

    /// Returns the fact with the type of a conversion, if that may say more.
    func cast(to type: TypeFact) -> Fact {
        switch self {
        case .text, .number, .nothing, .type, .enumerationCase, .list, .tuple, .closure, .function, .joined: self
        case .call(let call) where call.created != nil && type.arguments.isEmpty: self
        default: type.isEmpty ? self : .cast(self, to: .type(type))
        }
    }

    /// Returns what is left of the fact if nothing calls the functions that decide it.
    func abandoned(_ function: (Owner) -> FunctionFact?) -> Fact {
        switch self {
        case .receiver(_?, let type): return .instance(TypeFact(symbols: type.map { [$0] } ?? []))
        case .parameter(let owner, let position):
            let parameter = function(owner)?.parameters.dropFirst(position).first
            guard let type = parameter?.type, !type.isMetatype, !type.isEmpty else { return .unknown(.variable) }
            return .instance(type)
        default: return map { $0.abandoned(function) }
        }
    }
}

extension FactStore {
    /// Returns the calls of a function, directly or through what it overrides or witnesses.
    func callers(of owner: Owner) -> [CallFact] {
        switch owner {
        case .local(let place): facts(of: place.file).localCalls[place] ?? []
        case .declared(let function):
            function.reachingReferences.filter { $0.roles.contains(.call) }.compactMap(call)
        }
    }
}
