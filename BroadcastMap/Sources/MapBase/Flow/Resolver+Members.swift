/// Follows properties and calls to the code of their declarations.
extension Resolver {
    /// A declaration that serves where a member is named.
    private enum Implementation {
        case known(Symbol)
        /// Callers decide which one it is.
        case open
        case unknown
    }

    /// Returns the declarations that serve as a property or a function where it is named.
    ///
    /// The class of an object is known only where the object is created, so an override may serve instead.
    private func implementations(of member: Symbol, on base: Fact?) -> [Implementation] {
        guard !member.witnesses.isEmpty, let base else { return [.known(member)] }
        let isRequirement = member.parent?.kind == .protocol
        if !isRequirement, case .type = base { return [.known(member)] }
        let types = values(of: .typeOf(base))
        let exact = types.compactMap { type -> Symbol? in
            if case .type(let type) = type { return type.symbols.first }
            return nil
        }
        if !isRequirement {
            if exact.count < types.count || exact.isEmpty { return member.withOverrides.map { .known($0) } }
            return exact.map { .known($0.witness(of: member) ?? member) }
        }
        return types.flatMap { type -> [Implementation] in
            let symbol: Symbol?
            var isOpen = false
            switch type {
            case .type(let type): symbol = type.symbols.first
            case .typeOf(let object):
                symbol = self.type(of: object)
                if case .receiver = object {} else { isOpen = object.isOpen }
                if symbol?.kind == .protocol || symbol == nil { isOpen = object.isOpen }
            default:
                symbol = nil
                isOpen = type.isOpen
            }
            if isOpen { return [.open] }
            let all = symbol?.witness(of: member).map(\.withOverrides) ?? []
            return all.isEmpty ? [.unknown] : all.map { .known($0) }
        }
    }

    // MARK: Properties

    func values(of property: Symbol, of base: Fact?, at place: Place?) -> [Fact] {
        if property.baseName == "rawValue", let base, store.property(property) == nil {
            return values(of: .description(of: base, .rawValue))
        }
        return implementations(of: property, on: base).flatMap { found -> [Fact] in
            switch found {
            case .known(let declaration): return values(ofDeclared: declaration, of: base, at: place)
            case .open: return base.map { values(of: $0).map { .property(property, of: $0, at: place) } } ?? []
            case .unknown: return [.unknown(.computed)]
            }
        }
    }

    private func values(ofDeclared symbol: Symbol, of base: Fact?, at place: Place?) -> [Fact] {
        let opaque = Fact.property(symbol, of: nil, at: place)
        guard let property = store.property(symbol) else {
            // A member of a framework, such as the name of a notification.
            guard symbol.kind == .instanceProperty || symbol.baseName == "allCases", let base else { return [opaque] }
            return values(of: base).flatMap { object -> [Fact] in
                // What code creates an object with.
                if case .call(let call) = object, call.created != nil, let passed = call.argument(labeled: symbol.name)
                {
                    return values(of: passed)
                }
                return [.property(symbol, of: object, at: place)]
            }
        }
        let found: [Fact]
        if let getter = property.getter {
            let binding = FactStore.Binding(owner: getter, receiver: base.map(closed)) { _ in nil }
            found = values(of: store.fact(property.value ?? opaque, in: binding))
            if property.value == .choice([]) { return [opaque] }
        } else if symbol.isReassigned || property.hasWrapper {
            return [opaque]
        } else if !property.isConstant, symbol.isMemberwiseParameter {
            found = stored(symbol, of: base, at: place)
        } else {
            let initial = property.value.map { $0.completed(with: base.map(closed)) }.map(values)
            let isStored = initial == nil || !property.isConstant && symbol.isAssignedInInitializers
            found = (initial ?? []) + (isStored ? stored(symbol, of: base, at: place) : [])
        }
        return found.map { value in
            switch value {
            // A constant of which nothing more is known is itself.
            case .unknown(.computed): opaque
            case .call(var call) where call.keeper == nil && !call.hasOpenPart: call.kept(by: symbol)
            default: value
            }
        }
    }

    /// Returns what initializers store in a property of objects.
    private func stored(_ property: Symbol, of base: Fact?, at place: Place?) -> [Fact] {
        values(of: base ?? .unknown(.computed)).flatMap { object -> [Fact] in
            if case .call(let call) = object, let stored = stored(property, by: call) { return stored.flatMap(values) }
            if object == .unknown(.variable) { return [object] }
            if !object.isOpen { return values(ofAny: property, at: place) }
            return storedWhoeverCalls(property, in: object) ?? [.property(property, of: object, at: place)]
        }
    }

    /// Returns what a property of `self` is, or `nil` if that depends on which object it is.
    private func storedWhoeverCalls(_ property: Symbol, in object: Fact) -> [Fact]? {
        guard case .receiver(let owner, _) = object, let type = property.parent else { return nil }
        // In an initializer, it is what that one stores, which may be what its callers pass.
        if let function = owner?.function, function.isInitializer, function.typeAround == type {
            return storedFacts(property, by: function)?.flatMap(values)
        }
        let stored = type.members.filter(\.isInitializer).map { storedFacts(property, by: $0) }
        if stored.isEmpty || stored.contains(nil) { return nil }
        let all = stored.flatMap { $0!.flatMap(values) }
        return all.contains(where: \.isOpen) ? nil : all
    }

    /// Returns what a property of any object that the program creates may be.
    private func values(ofAny property: Symbol, at place: Place?) -> [Fact] {
        let opaque = Fact.property(property, of: nil, at: place)
        let initializers = property.parent?.members.filter(\.isInitializer) ?? []
        let creations = initializers.flatMap {
            $0.references.filter { $0.roles.contains(.call) }.compactMap(store.call)
        }
        let all = creations.map { stored(property, by: $0.invocation) }
        if !all.contains(where: { $0 != nil }) { return [opaque] }
        // An initializer that stores nothing leaves the value of the declaration.
        let hasValue = store.property(property)?.value != nil
        let known = all.flatMap { stored -> [Fact] in
            guard let stored else { return hasValue ? [] : [opaque] }
            return stored.flatMap { values(of: .settled($0)) }
        }
        return initializers.contains(where: \.isUsedAsValue) ? known + [opaque] : known
    }

    /// Returns what the call of an initializer stores in a property, or `nil` if it isn't such a call.
    private func stored(_ property: Symbol, by creation: Invocation) -> [Fact]? {
        guard let called = creation.function, called.isInitializer else { return nil }
        // A class has the initializers of its superclass, unless it has its own.
        let initializer = called.withOverridden.first { store.function(.declared($0)) != nil }
        guard let initializer else {
            // The initializer of a structure that the compiler writes.
            let passed = creation.argument(labeled: property.name)
            let initial = store.property(property)?.value
            return (passed ?? initial).map { [$0] }
        }
        let binding = store.binding(.declared(initializer), creation)
        return storedFacts(property, by: initializer)?.map { store.fact($0, in: binding) }
    }

    /// Returns what the code of an initializer stores in a property, or `nil` if it isn't known to store something.
    private func storedFacts(_ property: Symbol, by initializer: Symbol) -> [Fact]? {
        guard let function = store.function(.declared(initializer)) else { return nil }
        let writes = property.references.filter { $0.function == initializer && $0.roles.contains(.write) }
        let stores = writes.compactMap { store.facts(of: $0.file).stores[$0.offset]?.value }
        if stores.contains(.unknown(.variable)) { return nil }
        if !stores.isEmpty { return stores }
        // Another initializer may do it.
        let delegated = function.delegations.compactMap { delegation -> [Fact]? in
            if case .call(let call) = delegation { return stored(property, by: call) }
            return nil
        }
        return delegated.isEmpty ? nil : Array(delegated.joined())
    }

    // MARK: Calls

    /// Returns what a call returns, or the call if that isn't known.
    func results(of call: Invocation) -> [Fact] {
        if call.created != nil { return createdValues(call) }
        switch call.callee {
        case .local(let place): return results(of: .local(place), call) ?? [.call(call)]
        case .value(let value):
            return values(of: value).flatMap { value -> [Fact] in
                guard case .closure(let place) = value, let closure = store.closure(place), !closure.returns.isEmpty
                else { return [.call(call)] }
                return closure.returns.flatMap(values)
            }
        case .function(let function):
            let receiver = call.receiver.map(closed)
            var call = call
            call.receiver = receiver
            return implementations(of: function, on: receiver).flatMap { found -> [Fact] in
                switch found {
                case .known(let declaration): return results(of: declaration, call)
                case .open: return [.call(call)]
                case .unknown: return [.unknown(.computed)]
                }
            }
        }
    }

    private func results(of declaration: Symbol, _ call: Invocation) -> [Fact] {
        let getter = declaration.members.first { $0.name.hasPrefix("getter:") }
        let owners = [declaration, getter].compactMap { $0 }.map(Owner.declared)
        return owners.lazy.compactMap { self.results(of: $0, call) }.first ?? [.call(call)]
    }

    private func results(of owner: Owner, _ call: Invocation) -> [Fact]? {
        guard let function = store.function(owner), !function.returns.isEmpty else { return nil }
        let arguments = function.parameters.indices.map { position in
            store.argument(position, of: owner, in: call).map { $0.with(closed($0.value)) }
        }
        let binding = FactStore.Binding(owner: owner, receiver: call.receiver) { arguments[$0] }
        let all = follow(owner) { function.returns.flatMap { values(of: store.fact($0, in: binding)) } }
        // Some other code may return more than `nil`.
        if !all.isEmpty, all.allSatisfy({ $0 == .nothing }) { return [.call(call)] }
        guard let result = function.result, !result.arguments.isEmpty else { return all }
        return all.map { $0.isCreatedWithoutArguments ? .cast($0, to: .type(result)) : $0 }
    }

    /// Returns an object that code creates, or what the program's initializer of a framework's type makes it.
    private func createdValues(_ call: Invocation) -> [Fact] {
        guard let initializer = call.function, initializer.definition != nil,
            call.created?.symbols.first?.definition == nil,
            let function = store.function(.declared(initializer)), !function.delegations.isEmpty
        else { return [.call(call)] }
        let binding = store.binding(.declared(initializer), call)
        return function.delegations.flatMap { delegation -> [Fact] in
            guard case .call(var next) = store.fact(delegation, in: binding) else {
                return values(of: store.fact(delegation, in: binding))
            }
            if next.created == nil, next.function?.isInitializer != false { next.created = call.created }
            return values(of: .call(next))
        }
    }
}

extension Fact {
    /// Returns the initial value of a property as one of an object, which is its `self`.
    fileprivate func completed(with base: Fact?) -> Fact {
        if case .receiver(nil, let type) = self { return base ?? .instance(TypeFact(symbols: type.map { [$0] } ?? [])) }
        return map { $0.completed(with: base) }
    }

    /// True if it is an object whose generic arguments aren't written where it is created.
    fileprivate var isCreatedWithoutArguments: Bool {
        if case .call(let call) = self { return call.created?.arguments.isEmpty == true }
        return false
    }
}

extension Invocation {
    fileprivate var hasOpenPart: Bool { Fact.call(self).isOpen }

    fileprivate mutating func kept(by symbol: Symbol) -> Fact {
        keeper = symbol
        return .call(self)
    }
}
