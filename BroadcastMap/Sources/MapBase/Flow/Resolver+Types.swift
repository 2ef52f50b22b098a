import Foundation

/// The types of objects, as far as values or declarations say.
extension Resolver {
    /// Returns the types of objects: as types if no class that inherits from one is meant.
    package func types(of object: Fact) -> [Fact] {
        values(of: object).map { object -> Fact in
            switch object {
            case .type, .typeOf: return object
            case .call(let call) where call.created?.symbols.isEmpty == false: return .type(call.created!)
            default: break
            }
            if case .receiver = object {} else if object.isOpen { return .typeOf(object) }
            guard let type = typeFact(of: object), let symbol = type.symbols.first,
                symbol.kind == .structure || symbol.kind == .enumeration
            else { return .typeOf(object) }
            return .type(type)
        }
    }

    func genericArguments(of object: Fact, at position: Int) -> [Fact] {
        values(of: object).flatMap { object -> [Fact] in
            if case .call(let call) = object, let created = call.created, created.arguments.isEmpty,
                let initializer = call.function,
                let parameter = store.function(.declared(initializer))?.genericPositions[position],
                let passed = store.argument(parameter, of: .declared(initializer), in: call)
            {
                return values(of: .typeOf(passed.value))
            }
            let types: [TypeFact?] = [object.createdType, typeFact(of: object)]
            let argument = types.lazy.compactMap { $0?.arguments.dropFirst(position).first }.first { !$0.isEmpty }
            if let argument { return [.type(argument)] }
            return [object.isOpen ? .genericArgument(of: object, position) : .unknown(.generic)]
        }
    }

    /// Returns the type of an object, of several types of a composition the first one.
    package func type(of fact: Fact) -> Symbol? { typeFact(of: fact)?.symbols.first }

    /// Returns the type that declarations give to a value, whatever it is when the program runs.
    package func typeFact(of fact: Fact, _ depth: Int = 0) -> TypeFact? {
        if depth > 20 { return nil }
        func next(_ fact: Fact) -> TypeFact? { typeFact(of: fact, depth + 1) }
        switch fact {
        case .enumerationCase(let symbol): return symbol.parent.map { TypeFact(symbols: [$0]) }
        case .instance(let type): return type
        case .call(let call): return resultType(of: call, depth)
        case .parameter(let owner, let position):
            guard let parameter = store.function(owner)?.parameters.dropFirst(position).first else { return nil }
            return parameter.isVariadic ? TypeFact(arguments: [parameter.type], kind: .sequence) : parameter.type
        case .receiver(_, let type): return type.map { TypeFact(symbols: [$0]) }
        case .local(let place):
            guard let local = store.local(place) else { return nil }
            let value = local.values.only.flatMap(next)
            // The value of a constant says more than the type that it is declared with.
            if !local.isVariable, value?.symbols.isEmpty == false { return value }
            return local.type ?? value
        case .property(let symbol, let base, _): return type(of: symbol, of: base, depth)
        case .element(let sequence): return next(sequence)?.element
        case .entry(let sequence): return next(sequence).flatMap { $0.dictionaryValue ?? $0.element }
        case .part(.element(let sequence), let name):
            guard let type = next(sequence), let value = type.dictionaryValue else { return nil }
            return ["1", "value"].contains(name) ? value : type.arguments[0]
        case .cast(let value, .type(let type)):
            let inside = next(value)
            if type.symbols.first?.kind == .class || type.symbols.isEmpty && !type.arguments.isEmpty { return type }
            return inside?.symbols.first?.kind == .class || type.symbols.isEmpty ? inside : type
        case .closureParameter(let place, let position):
            guard let closure = store.closure(place) else { return nil }
            return closure.parameters.dropFirst(position ?? 0).first ?? closure.sequence.flatMap { next($0)?.element }
        case .choice(let parts):
            let all = Set(parts.map(next))
            return all.count == 1 ? all.first! : nil
        case .list(let parts):
            let all = Set(parts.map(next))
            return all.count == 1 ? all.first!.map { TypeFact(arguments: [$0], kind: .sequence) } : nil
        default: return nil
        }
    }

    private func resultType(of call: Invocation, _ depth: Int) -> TypeFact? {
        if let created = call.created, !created.isEmpty { return created }
        switch call.callee {
        case .local(let place): return store.function(.local(place))?.result
        case .value: return nil
        case .function(let function):
            if function.isInitializer { return function.parent.map { TypeFact(symbols: [$0]) } }
            if let result = store.function(.declared(function))?.result, !result.isEmpty { return result }
            let type = declaredType(of: function)
            return type.isEmpty ? call.receiver.flatMap { typeFact(of: $0, depth + 1) } : type
        }
    }

    private func type(of symbol: Symbol, of base: Fact?, _ depth: Int) -> TypeFact? {
        if let property = store.property(symbol) {
            if let type = property.type, !type.isEmpty { return type }
            let declared = declaredType(of: symbol)
            if !declared.isEmpty { return declared }
            return property.value.flatMap { typeFact(of: $0, depth + 1) }
        }
        let inside = base.flatMap { typeFact(of: $0, depth + 1) }
        if symbol.name == "values" { return inside?.dictionaryValue.map { TypeFact(arguments: [$0], kind: .sequence) } }
        let declared = declaredType(of: symbol)
        return declared.isEmpty ? nil : declared
    }

    /// Returns the type of a property or a parameter, or of what a function returns, by its full name: several for a
    /// composition.
    package func declaredType(of symbol: Symbol) -> TypeFact {
        let parts = symbol.fullName.typeName.components(separatedBy: " & ")
        let found = parts.compactMap {
            index.type(named: String($0.prefix { $0 != "<" }), from: symbol.definition?.file)
        }
        return TypeFact(symbols: found)
    }
}

extension Fact {
    fileprivate var createdType: TypeFact? {
        if case .call(let call) = self { return call.created }
        return nil
    }
}

extension String {
    /// The type in the name of a property, a parameter, or a function, such as `Mail.Inbox.title : Swift.String`.
    fileprivate var typeName: String {
        // The name of a local declaration ends with that of the function around it.
        let name = components(separatedBy: " in ")[0]
        let type = name.range(of: " : ") ?? name.range(of: " -> ", options: .backwards)
        return (type.map { String(name[$0.upperBound...]) } ?? "").withoutOptional
    }

    /// The type that an optional has, without the arguments of a generic one.
    private var withoutOptional: String {
        let optional = "Swift.Optional<"
        return hasPrefix(optional) ? String(dropFirst(optional.count).dropLast()) : self
    }
}
