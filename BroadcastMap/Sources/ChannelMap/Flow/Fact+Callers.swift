import SwiftSyntax

/// What callers decide about a fact.
extension Fact {
    /// The parameters and the receivers that the fact depends on.
    var roots: Set<Fact> {
        var found: Set<Fact> = []
        addRoots(to: &found)
        return found
    }

    /// True if callers decide what it is.
    var isOpen: Bool { !roots.isEmpty }

    /// The fact, unless nothing is worth following that is made of so many others, because each of a chain of functions
    /// may double what it is passed.
    var limited: Fact {
        var rest = 10_000
        subtractSize(from: &rest)
        return rest < 0 ? .unknown(.tooMany) : self
    }

    private func subtractSize(from rest: inout Int) {
        if rest < 0 { return }
        rest -= 1
        if case .text(let text) = self { rest -= text.utf8.count / 16 }
        forEachPart { $0.subtractSize(from: &rest) }
    }

    private func addRoots(to found: inout Set<Fact>) {
        switch self {
        case .parameter, .receiver(_?, _): found.insert(self)
        default: forEachPart { $0.addRoots(to: &found) }
        }
    }

    /// The parts that a conditional expression chooses from.
    var alternatives: [Fact] {
        if case .choice(let parts) = self { return parts.flatMap(\.alternatives) }
        return [self]
    }

    /// Calls a closure with each fact of which this one is made.
    func forEachPart(_ body: (Fact) -> Void) {
        _ = map { part in
            body(part)
            return part
        }
    }

    /// Returns the fact with other parts.
    func map(_ transform: (Fact) -> Fact) -> Fact {
        switch self {
        case .text, .number, .nothing, .type, .enumerationCase, .parameter, .receiver, .closureParameter, .local,
            .closure, .function, .instance, .unknown, .settled:
            return self
        case .property(let symbol, let base, let place): return .property(symbol, of: base.map(transform), at: place)
        case .element(let part): return .element(transform(part))
        case .entry(let part): return .entry(transform(part))
        case .part(let part, let name): return .part(transform(part), name)
        case .description(let part, let kind): return .description(of: transform(part), kind)
        case .typeOf(let part): return .typeOf(transform(part))
        case .genericArgument(let part, let position): return .genericArgument(of: transform(part), position)
        case .list(let parts): return .list(parts.map(transform))
        case .choice(let parts): return .choice(parts.map(transform))
        case .joined(let parts): return .joined(parts.map(transform))
        case .tuple(let parts):
            return .tuple(parts.map { TuplePart(label: $0.label, value: transform($0.value), code: $0.code) })
        case .cast(let value, let type): return .cast(transform(value), to: transform(type))
        case .call(var call):
            if case .value(let value) = call.callee { call.callee = .value(transform(value)) }
            call.receiver = call.receiver.map(transform)
            call.arguments = call.arguments.map { $0.with(transform($0.value)) }
            return .call(call)
        }
    }
}

extension FactStore {
    /// What a caller passes to a function.
    struct Binding {
        let owner: Owner
        let receiver: Fact?
        var receiverCode = Argument.Code(syntax: nil)
        let argument: (Int) -> Argument?
    }

    func binding(_ owner: Owner, _ call: Invocation) -> Binding {
        // In an initializer, it is the object that the call creates.
        let receiver = call.created == nil ? call.receiver : .call(call)
        return Binding(owner: owner, receiver: receiver, receiverCode: call.receiverCode) {
            self.argument($0, of: owner, in: call)
        }
    }

    /// Returns an argument as a caller has it, with the code that the caller writes for a parameter or for `self`.
    func argument(_ argument: Argument, in binding: Binding) -> Argument {
        var passed = argument.with(fact(argument.value, in: binding))
        switch argument.value {
        case .parameter(binding.owner, let position): passed.code = binding.argument(position)?.code ?? passed.code
        case .receiver(binding.owner, _) where binding.receiverCode.written != nil: passed.code = binding.receiverCode
        case .local(let place):
            // A constant that keeps a parameter.
            guard let local = local(place), !local.isVariable, let value = local.values.only else { break }
            passed.code = self.argument(argument.with(value), in: binding).code
        default: break
        }
        return passed
    }

    /// Returns a fact of a function as one of its callers has it.
    func fact(_ fact: Fact, in binding: Binding) -> Fact {
        switch fact {
        case .parameter(binding.owner, let position): return binding.argument(position)?.value ?? .unknown(.variable)
        case .receiver(let owner, let type) where owner == binding.owner:
            guard let receiver = binding.receiver else { return fact }
            // What it is in the function may say more than what the caller knows of it.
            if case .receiver(_, let other) = receiver, other?.kind == .protocol, type?.kind != .protocol {
                return fact
            }
            return receiver
        case .local(let place):
            // What a constant is may depend on the parameters of its function.
            guard let local = local(place), !local.isVariable, !local.values.isEmpty, local.type?.isMetatype != true
            else { return fact }
            let values = local.values.map { self.fact($0, in: binding) }
            return values == local.values ? fact : .choice(values)
        case .closureParameter(let place, let position):
            guard let element = element(for: place, position) else { return fact }
            let passed = self.fact(element, in: binding)
            return passed == element ? fact : passed
        case .call(var call):
            if case .value(let value) = call.callee { call.callee = .value(self.fact(value, in: binding)) }
            call.receiver = call.receiver.map { self.fact($0, in: binding) }
            call.arguments = call.arguments.map { self.argument($0, in: binding) }
            return .call(call)
        default: return fact.map { self.fact($0, in: binding) }
        }
    }
}

extension Argument.Code {
    /// The code in one line.
    var written: String? { syntax?.codeInLine.shortened ?? objectiveC }
}

extension Resolver {
    /// Returns an argument with one of its values, and with the alternative of a conditional expression that has it.
    func argument(_ argument: Argument, giving value: Fact) -> Argument {
        let parts = argument.value.alternatives
        guard let code = argument.code.syntax?.value.alternatives, code.count > 1, code.count == parts.count,
            let found = zip(code, parts).first(where: { values(of: $0.1).contains(value) })
        else { return argument.with(value) }
        return Argument(label: argument.label, isTrailing: argument.isTrailing, value: value, code: .init(found.0))
    }
}

extension DeclReferenceExprSyntax {
    /// The number in `$0`.
    var shorthandPosition: Int? { baseName.text.hasPrefix("$") ? Int(baseName.text.dropFirst()) : nil }
}
