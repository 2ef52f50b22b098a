import Foundation

/// The types of objects, as far as values or declarations say.
extension Resolver {
    /// Returns the types of objects: as types if no class that inherits from one is meant.
    func types(of object: Fact) -> [Fact] { values(of: object).map(type(ofValue:)) }

    func type(ofValue object: Fact) -> Fact {
        switch object {
        case .type, .typeOf: return object
        case .call(let call) where call.created?.symbols.isEmpty == false: return .type(call.created!)
        default: break
        }
        if case .receiver = object {} else if object.isOpen { return .typeOf(object) }
        guard let type = typeFact(of: object), [.structure, .enumeration].contains(type.symbols.first?.kind)
        else { return .typeOf(object) }
        return .type(type)
    }

    /// Returns the generic argument that the type of an object is written with.
    func genericArgument(of object: Fact, at position: Int) -> Fact {
        let argument = typeFact(of: object)?.arguments.dropFirst(position).first
        if let argument, !argument.isEmpty { return .type(argument) }
        return object.isOpen ? .genericArgument(of: object, position) : .unknown(.generic)
    }

    /// Returns the type of an object, of several types of a composition the first one.
    func type(of fact: Fact) -> Symbol? { typeFact(of: fact)?.symbols.first }

    /// Returns the type that declarations give to a value, whatever it is when the program runs.
    func typeFact(of fact: Fact, _ depth: Int = 0) -> TypeFact? {
        if depth > 20 { return nil }
        func next(_ fact: Fact) -> TypeFact? { typeFact(of: fact, depth + 1) }
        switch fact {
        case .enumerationCase(let symbol): return symbol.parent.map { TypeFact(symbols: [$0]) }
        case .instance(let type): return type
        case .call(let call):
            if let created = call.created, !created.isEmpty { return created }
            guard case .function(let function) = call.callee else { return nil }
            if function.isInitializer { return function.parent.map { TypeFact(symbols: [$0]) } }
            if let result = store.function(.declared(function))?.result, !result.isEmpty { return result }
            return declaredType(of: function).nonEmpty ?? call.receiver.flatMap(next)
        case .parameter(let owner, let position):
            guard let parameter = store.function(owner)?.parameters.dropFirst(position).first else { return nil }
            return parameter.isVariadic ? TypeFact(arguments: [parameter.type], kind: .sequence) : parameter.type
        case .receiver(_, let type): return type.map { TypeFact(symbols: [$0]) }
        case .local(let place):
            guard let local = store.local(place) else { return nil }
            let value = local.values.only.flatMap(next)
            return !local.isVariable && value?.symbols.isEmpty == false ? value : local.type ?? value
        case .property(let symbol, _, _):
            let property = store.property(symbol)
            return property?.type?.nonEmpty ?? declaredType(of: symbol).nonEmpty ?? property?.value.flatMap(next)
        case .element(let sequence): return next(sequence)?.element
        case .entry(let sequence): return next(sequence).flatMap { $0.dictionaryValue ?? $0.element }
        case .cast(let value, .type(let type)):
            return type.symbols.first?.kind == .class || !type.arguments.isEmpty ? type : next(value) ?? type
        case .closureParameter(let place, let position):
            let type = store.closure(place)?.parameters.dropFirst(position ?? 0).first ?? nil
            return type ?? store.element(for: place, position).flatMap(next)
        case .choice(let parts):
            let all = Set(parts.map(next))
            return all.count == 1 ? all.first! : nil
        case .list(let parts):
            let all = Set(parts.map(next))
            return all.count == 1 ? all.first!.map { TypeFact(arguments: [$0], kind: .sequence) } : nil
        default: return nil
        }
    }

    /// Returns the type of a property or a parameter, or of what a function returns, by its full name: several for a
    /// composition.
    func declaredType(of symbol: Symbol) -> TypeFact {
        let parts = symbol.fullName.typeName.components(separatedBy: " & ")
        let found = parts.compactMap {
            index.type(named: String($0.prefix { $0 != "<" }), from: symbol.definition?.file)
        }
        return TypeFact(symbols: found)
    }
}

extension TypeFact {
    fileprivate var nonEmpty: TypeFact? { isEmpty ? nil : self }
}

extension String {
    /// The type in the name of a property, a parameter, or a function, such as `Mail.Inbox.title : Swift.String`.
    fileprivate var typeName: String {
        // The name of a local declaration ends with that of the function around it.
        let name = components(separatedBy: " in ")[0]
        let type = name.range(of: " : ") ?? name.range(of: " -> ", options: .backwards)
        let found = type.map { String(name[$0.upperBound...]) } ?? ""
        let optional = "Swift.Optional<"
        return found.hasPrefix(optional) ? String(found.dropFirst(optional.count).dropLast()) : found
    }
}
