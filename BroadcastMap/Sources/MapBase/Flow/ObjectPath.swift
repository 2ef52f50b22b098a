/// What is different for each object: the object itself, another one that it holds, or a part that no other object has.
package struct ObjectPath: Hashable {
    /// The property that holds the object, or `nil` for `self`.
    var holder: Symbol?
    /// The property that has the part, or `nil` for the object.
    var part: Symbol?
}

extension Resolver {
    /// Returns how code of an object names it, another object, or a part of these, if it is known to be different for
    /// each object, where the closure of an owner receives the object.
    func path(to fact: Fact, in closure: Place? = nil) -> ObjectPath? {
        func next(_ fact: Fact) -> ObjectPath? { path(to: fact, in: closure) }
        switch fact {
        case .receiver, .closureParameter(closure, 0): return ObjectPath()
        case .cast(let value, _), .element(let value): return next(value)
        case .local(let place): return store.local(place)?.values.only.flatMap(next)
        case .closureParameter(let place, _): return store.closure(place)?.sequence.flatMap(next)
        case .call(let call) where call.created?.symbols.first?.name == "ObjectIdentifier":
            return call.arguments.first.flatMap { next($0.value) }
        case .parameter(let owner, _):
            // What an initializer stores in a property.
            guard let initializer = owner.function, initializer.isInitializer else { return nil }
            let property = initializer.parent?.members.first {
                $0.kind.isProperty && storedValues(in: $0).contains(fact)
            }
            return property.flatMap { next(.property($0, of: .receiver(owner, type: initializer.parent), at: nil)) }
        case .property(let symbol, let base?, _):
            guard symbol.kind == .instanceProperty, var path = next(base), path.part == nil,
                let property = store.property(symbol)
            else { return nil }
            if property.isConstant, property.value?.isDifferentEachTime == true {
                path.part = symbol
            } else if path.holder == nil, property.getter == nil, holdsOthers(symbol, property) {
                path.holder = symbol
            } else {
                return nil
            }
            return path
        default: return nil
        }
    }

    /// Returns true if a property has objects, and code doesn't set it to the one that has the property.
    private func holdsOthers(_ symbol: Symbol, _ property: PropertyFact) -> Bool {
        let type = property.type.map { $0.element ?? $0 } ?? property.value.flatMap { typeFact(of: $0) }
        return type?.symbols.first?.kind == .class
            && !storedValues(in: symbol).contains { if case .receiver = $0 { true } else { false } }
    }

    private func storedValues(in property: Symbol) -> [Fact] {
        property.references.compactMap { store.facts(of: $0.file).stores[$0.offset]?.value }
    }
}

extension Fact {
    /// True if it is created anew for each object.
    fileprivate var isDifferentEachTime: Bool {
        guard case .call(let call) = self, call.arguments.isEmpty, let type = call.created?.symbols.first else {
            return false
        }
        return type.kind == .class || type.name == "UUID"
    }
}

extension OpenUse {
    /// The arguments that are different for each object, of what `self` sends or observes.
    func ownArguments(_ resolver: Resolver) -> [ArgumentRole: ObjectPath] {
        if let observer = roles[.observer] { guard case .receiver = observer.value else { return [:] } }
        let others = roles.filter { ![.channel, .observer, .block, .handler].contains($0.key) }
        return others.compactMapValues { resolver.path(to: $0.value) }
    }
}
