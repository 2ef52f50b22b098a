/// Finds the values that facts may have when the program runs.
///
/// A value is a fact that nothing in the program follows further: a literal, a type, an object that is created, or what
/// callers decide. A fact may lead back to itself, as in `let a = isOn ? b : c` and `let c = a`. It then has what was
/// found in the round before, and rounds end when nothing new is found. So no answer depends on which question came
/// first.
package final class Resolver {
    /// How many values a fact may have, so that a reader of the map can read them.
    private static let maximumCount = 128
    /// How many facts are followed in a round, because calls may lead along ever more ways.
    private static let maximumSteps = 10_000
    /// How many rounds are made, because a text may grow in each.
    private static let maximumRounds = 16
    /// How often a function is followed inside itself, because it may pass itself ever larger values.
    private static let maximumNesting = 8

    package let store: FactStore
    package var index: Index { store.index }
    /// The constants through which channels were found, and where code names them.
    private(set) var followed: Set<Step> = []
    /// True while values are those of channels.
    var followsChannels = false
    private var answers: [Fact: Answer] = [:]
    /// The order in which values were first found.
    private var order: [Fact: Int] = [:]
    private var round = 0
    private var depth = 0
    private var steps = 0
    /// How often each function is being followed.
    private var nesting: [Owner: Int] = [:]
    /// The facts that were followed for the first one, whose answers aren't final yet.
    private var unfinished: [Fact] = []
    /// True if an answer of this round depends on one of the round before, and has changed since.
    private var isCyclic = false
    private var hasChanged = false

    private struct Answer {
        var values: [Fact]
        var round: Int
        var isFinal = false
    }

    package init(_ store: FactStore) { self.store = store }

    /// Returns each value that a fact may have.
    package func values(of fact: Fact) -> [Fact] {
        if followsChannels, case .property(let symbol, _, let place?) = fact {
            followed.insert(Step(constant: symbol, place: place))
        }
        if fact.isValue { return [fact] }
        if depth > 0 { return answer(to: fact) }
        var values: [Fact]
        let first = round
        repeat {
            round += 1
            steps = 0
            isCyclic = false
            hasChanged = false
            values = answer(to: fact)
        } while isCyclic && hasChanged && steps < Self.maximumSteps && round < first + Self.maximumRounds
        let isExhausted = steps >= Self.maximumSteps || isCyclic && hasChanged
        finish(fact, isExhausted)
        return isExhausted ? [.unknown(.tooMany)] : values
    }

    private func finish(_ fact: Fact, _ isExhausted: Bool) {
        for fact in unfinished {
            // What is part of that fact may be known if it is asked alone.
            if isExhausted || answers[fact]?.round != round {
                answers[fact] = nil
            } else {
                answers[fact]?.isFinal = true
            }
        }
        unfinished = []
        if isExhausted { answers[fact] = Answer(values: [.unknown(.tooMany)], round: round, isFinal: true) }
    }

    /// Follows a function, unless it is followed inside itself too often.
    func follow(_ owner: Owner, _ values: () -> [Fact]) -> [Fact] {
        let count = nesting[owner, default: 0]
        if count == Self.maximumNesting {
            steps = Self.maximumSteps
            return [.unknown(.tooMany)]
        }
        nesting[owner] = count + 1
        defer { nesting[owner] = count }
        return values()
    }

    private func answer(to fact: Fact) -> [Fact] {
        let earlier = answers[fact]
        if let earlier, earlier.isFinal || earlier.round == round {
            // The answer may still be in progress.
            if !earlier.isFinal { isCyclic = true }
            return earlier.values
        }
        steps += 1
        if steps >= Self.maximumSteps { return [.unknown(.tooMany)] }
        answers[fact] = Answer(values: earlier?.values ?? [], round: round)
        unfinished.append(fact)
        depth += 1
        var found = foundValues(of: fact).unique
        depth -= 1
        if found.count > Self.maximumCount { found = [.unknown(.tooMany)] }
        if found.count != earlier?.values.count { hasChanged = true }
        answers[fact]?.values = found
        return found
    }

    /// Returns the values of a fact as one, in the same order whichever way led to them, so that calls that pass the same
    /// are followed once.
    func closed(_ fact: Fact) -> Fact {
        let all = values(of: fact)
        if all.count == 1 { return all[0] }
        for value in all where order[value] == nil { order[value] = order.count }
        return .choice(all.sorted { order[$0]! < order[$1]! })
    }

    private func foundValues(of fact: Fact) -> [Fact] {
        switch fact {
        case .choice(let parts): return parts.flatMap(values)
        case .selection(let subject, let cases): return selected(of: subject, cases)
        case .local(let place): return values(ofLocal: place, fact)
        case .property(let symbol, let base, let place): return values(of: symbol, of: base, at: place)
        case .closureParameter(let place, let position): return values(ofParameter: position, of: place, fact)
        case .element(let sequence): return elements(of: sequence)
        case .entry(let sequence): return entries(of: sequence)
        case .part(let tuple, let name): return parts(of: tuple, name)
        case .joined(let parts): return joined(parts)
        case .description(let value, let kind): return descriptions(of: value, kind)
        case .cast(let value, let type): return casts(of: value, to: type)
        case .call(let call): return results(of: call)
        case .typeOf(let object): return types(of: object)
        case .genericArgument(let object, let position): return genericArguments(of: object, at: position)
        case .settled(let fact): return settled(fact)
        default: return [fact]
        }
    }

    // MARK: Local names

    private func values(ofLocal place: Place, _ fact: Fact) -> [Fact] {
        guard let local = store.local(place) else { return [fact] }
        if let type = local.type, type.isMetatype { return [.type(type)] }
        if local.isChanged || local.values.isEmpty { return [fact] }
        let all = local.values.flatMap(values)
        return local.type.map { type in all.map { $0.cast(to: type) } } ?? all
    }

    private func values(ofParameter position: Int?, of place: Place, _ fact: Fact) -> [Fact] {
        guard let closure = store.closure(place) else { return [fact] }
        if let type = closure.parameters.dropFirst(position ?? 0).first ?? nil { return [.cast(fact, to: .type(type))] }
        guard let sequence = closure.sequence else { return [fact] }
        // A closure with one parameter receives tuples as they are.
        let isPart = position != nil && (closure.hasSecondShorthand || closure.parameters.count > 1)
        return values(of: isPart ? .part(.element(sequence), "\(position!)") : .element(sequence))
    }

    /// Returns what the parts of a `switch` for a case give, or all of them if the case isn't known.
    private func selected(of subject: Fact, _ cases: [Fact.Selection]) -> [Fact] {
        values(of: subject).flatMap { subject -> [Fact] in
            if case .enumerationCase(let element) = subject {
                let chosen = cases.filter { $0.names.contains(element.baseName) }
                let others = cases.filter(\.isDefault)
                return (chosen.isEmpty ? others : chosen).flatMap { values(of: $0.value) }
            }
            if subject.isOpen, self.type(of: subject)?.kind == .enumeration { return [.selection(of: subject, cases)] }
            return cases.flatMap { values(of: $0.value) }
        }
    }

    /// Returns each value of a fact as a conversion gives it.
    private func casts(of value: Fact, to type: Fact) -> [Fact] {
        let all = values(of: value)
        guard case .type(let target)? = values(of: type).only else { return all.map { .cast($0, to: type) } }
        return all.map { $0.cast(to: target) }
    }

    /// Returns what a fact is whoever calls the functions that decide it.
    private func settled(_ fact: Fact) -> [Fact] {
        values(of: fact).flatMap { value -> [Fact] in
            guard case .parameter(let owner, _)? = value.roots.first(where: \.isParameter) else {
                return value.isOpen ? values(of: value.abandoned(store.function)) : [value]
            }
            let calls = store.callers(of: owner)
            if calls.isEmpty { return values(of: value.abandoned(store.function)) }
            return calls.flatMap { call in
                values(of: .settled(store.fact(value, in: store.binding(owner, call.invocation))))
            }
        }
    }
}

/// A constant through which something was found, and where code names it.
struct Step: Hashable {
    let constant: Symbol
    let place: Place
}

extension Fact {
    /// True if nothing follows the fact further.
    fileprivate var isValue: Bool {
        switch self {
        case .text, .number, .nothing, .type, .enumerationCase, .parameter, .receiver, .list, .tuple, .closure,
            .function,
            .instance, .unknown:
            true
        default: false
        }
    }

    fileprivate var isParameter: Bool {
        if case .parameter = self { return true }
        return false
    }

    /// Returns the fact with the type of a conversion, if that may say more.
    func cast(to type: TypeFact) -> Fact {
        switch self {
        case .text, .number, .nothing, .type, .enumerationCase, .list, .tuple, .closure, .function, .joined: self
        case .call(let call) where call.created != nil: self
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

extension Fact {
    /// The fact without the objects on which methods are called that nothing calls, because nothing says what they are.
    var withoutUncalledReceivers: Fact {
        if case .property(let symbol, .receiver(let owner?, _), let place) = self, owner.function?.isNeverCalled == true
        {
            return .property(symbol, of: .unknown(.variable), at: place)
        }
        return map(\.withoutUncalledReceivers)
    }
}

extension FactStore {
    /// Returns the calls of a function, directly or through what it overrides or witnesses.
    func callers(of owner: Owner) -> [CallFact] {
        switch owner {
        case .local(let place): return facts(of: place.file).localCalls[place] ?? []
        case .declared(let function):
            return function.reachingReferences.filter { $0.roles.contains(.call) }.compactMap(call)
        }
    }
}
