/// Finds out which code runs, as far as the conditions around it say.
///
/// A comparison of a property with what the same code sets it to counts as equal: a loop comes back with the value that
/// it has set.
final class Conditions {
    private let store: FactStore
    private var ranges: [SourceFile: NestedRanges] = [:]

    init(_ store: FactStore) { self.store = store }

    /// Returns false if a condition inside of a handler keeps code of the handler from running.
    func mayRun(_ occurrence: Occurrence, in handler: Handler, passed constants: [Int: Fact]) -> Bool {
        let file = occurrence.file
        let conditions = store.facts(of: file).conditions
        let ranges = ranges[file] ?? NestedRanges(conditions.keys)
        self.ranges[file] = ranges
        // A closure runs later than the code around it.
        let inside = ranges.all(at: occurrence.offset).prefix { handler.code?.bytes.contains($0.lowerBound) != false }
        let call = store.facts(of: file).calls[occurrence.offset]?.invocation
        return inside.flatMap { conditions[$0]! }.allSatisfy { condition in
            let frame = Frame(owner: condition.owner, constants: constants, call: call)
            return truth(of: condition.value, in: frame) != !condition.isTrue
        }
    }

    /// Returns what a call passes for the parameters of a function, as far as conditions may depend on it.
    func constants(passedBy occurrence: Occurrence, in handler: Handler, _ constants: [Int: Fact]) -> [Int: Fact] {
        guard occurrence.roles.contains(.call) else { return [:] }
        if let stored = store.facts(of: occurrence.file).stores[occurrence.offset] {
            // What is changed in place, as by `+=`, differs from the old value each time.
            return stored.value == .unknown(.variable) && stored.element == nil ? [0: stored.value] : [:]
        }
        guard let call = store.call(at: occurrence) else { return [:] }
        let callee = Owner.declared(occurrence.symbol)
        let frame = Frame(owner: call.owner, constants: constants)
        var passed: [Int: Fact] = [:]
        for position in occurrence.symbol.labels.indices {
            guard let argument = store.argument(position, of: callee, in: call.invocation) else { continue }
            passed[position] = constant(argument.value, in: frame)
        }
        return passed
    }

    /// The code around a condition, and what its caller passes.
    private struct Frame {
        let owner: Owner?
        let constants: [Int: Fact]
        /// The call that the condition decides about.
        var call: Invocation?
    }

    /// Returns what a condition is, if that is known.
    private func truth(of condition: Fact, in frame: Frame) -> Bool? {
        switch condition {
        case .negation(let condition): return truth(of: condition, in: frame).map { !$0 }
        case .conjunction(let parts):
            let all = parts.map { truth(of: $0, in: frame) }
            return all.contains(false) ? false : all.contains(nil) ? nil : true
        case .equality(let left, let right):
            if sets(left, to: right, in: frame) || sets(right, to: left, in: frame) { return true }
            guard let left = constant(left, in: frame), let right = constant(right, in: frame) else { return nil }
            return left == right
        case .part(.call(let call), "inserted"), .part(.call(let call), "0"): return call.changesProperty ? false : nil
        case .call(let call): return contains(call, frame.owner) ? true : nil
        default:
            guard case .number(let literal)? = constant(condition, in: frame) else { return nil }
            return Bool(literal)
        }
    }

    /// Returns a literal or a case of an enumeration that a fact is, if it is one.
    private func constant(_ fact: Fact, in frame: Frame) -> Fact? {
        switch fact {
        case .text, .number, .nothing: return fact
        // What a case holds isn't known.
        case .enumerationCase(let element): return element.labels.isEmpty ? fact : nil
        case .parameter(let owner, let position): return owner == frame.owner ? frame.constants[position] : nil
        case .local(let place):
            guard let local = store.local(place), !local.isChanged else { return nil }
            return local.values.only.flatMap { constant($0, in: frame) }
        case .negation, .conjunction, .equality: return truth(of: fact, in: frame).map { .number("\($0)") }
        default: return nil
        }
    }

    // MARK: Old values

    /// Returns true if one side of a comparison is a property that is set to the other side: by the code around the
    /// comparison, or by the function that it calls.
    private func sets(_ property: Fact, to value: Fact, in frame: Frame) -> Bool {
        let value = value.withoutPlaces
        return withoutLocals(property).parts.contains { part in
            guard case .property(let symbol, let base, _) = part else { return false }
            if let accessor = frame.owner?.function, accessor.isAccessor, accessor.parent == symbol {
                return frame.constants[0] != .unknown(.variable) && value.parts.contains(.unknown(.assigned))
            }
            let object = base?.withoutPlaces
            let stores = stores(in: symbol, of: object, by: frame.owner)
            // A constant may have the value from before.
            let isOld = property != withoutLocals(property) && value == part.withoutPlaces && !stores.isEmpty
            if isOld || stores.contains(where: { $0.isMade(of: value) }) { return true }
            guard let call = frame.call, let function = call.function.map(Owner.declared),
                call.receiver?.withoutPlaces == object
            else { return false }
            return self.stores(in: symbol, of: nil, by: function).contains { stored in
                guard case .parameter(function, let position) = stored else { return false }
                return store.argument(position, of: function, in: call)?.value.withoutPlaces == value
            }
        }
    }

    /// Returns a fact with what local constants are.
    private func withoutLocals(_ fact: Fact) -> Fact {
        guard case .local(let place) = fact else { return fact.map(withoutLocals) }
        guard let local = store.local(place), !local.isChanged, let value = local.values.only else { return fact }
        return withoutLocals(value)
    }

    /// Returns what code sets a property of an object to, or an element of the property, which is the object of the
    /// code if none is named.
    private func stores(in property: Symbol, of object: Fact?, by owner: Owner?) -> [Fact] {
        property.references.filter { $0.roles.contains(.write) }.flatMap { reference -> [Fact] in
            guard let stored = store.facts(of: reference.file).stores[reference.offset], stored.owner == owner,
                let receiver = store.receiver(at: reference)
            else { return [] }
            if let object, receiver.withoutPlaces != object { return [] }
            if object == nil { guard case .receiver = receiver else { return [] } }
            return [stored.value, stored.element].compactMap { $0?.withoutPlaces }
        }
    }

    /// Returns true if a call asks whether a property has an element that code inserts.
    private func contains(_ call: Invocation, _ owner: Owner?) -> Bool {
        guard call.function?.baseName == "contains", case .property? = call.receiver else { return false }
        return store.facts(of: call.place.file).calls.all.contains { other in
            other.owner == owner && other.invocation.changesProperty
                && other.invocation.receiver?.withoutPlaces == call.receiver?.withoutPlaces
                && other.invocation.arguments.first?.value.withoutPlaces == call.arguments.first?.value.withoutPlaces
        }
    }
}

extension Invocation {
    /// True if it adds an element to a property.
    fileprivate var changesProperty: Bool {
        guard case .property? = receiver else { return false }
        return ["insert", "append"].contains(function?.baseName)
    }
}

extension Fact {
    /// The fact, and those of which it is made.
    fileprivate var parts: [Fact] {
        var parts = [self]
        forEachPart { parts += $0.parts }
        return parts
    }

    /// The fact as it is wherever code names it.
    fileprivate var withoutPlaces: Fact {
        if case .property(let symbol, let base, _) = self {
            return .property(symbol, of: base?.withoutPlaces, at: nil)
        }
        return map(\.withoutPlaces)
    }

    /// Returns true if what a property is set to is a value, or has it in it, or is what the value is a member of.
    fileprivate func isMade(of value: Fact) -> Bool {
        if self == value { return isKnown || isChosen }
        return value.isChosen && parts.contains(value) || isChosen && value.parts.contains(self)
    }

    private var isKnown: Bool {
        switch self {
        case .text, .number, .nothing, .enumerationCase: true
        default: false
        }
    }

    /// True if it may be another one each time.
    private var isChosen: Bool {
        switch self {
        case .parameter, .closureParameter, .local, .property, .element, .entry, .part, .call, .unknown(.assigned): true
        default: false
        }
    }
}
