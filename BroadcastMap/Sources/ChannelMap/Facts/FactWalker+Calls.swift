import SwiftSyntax

extension FactWalker {
    func call(_ call: FunctionCallExprSyntax) -> Fact {
        let callee =
            call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? call.calledExpression.value
        let member = callee.as(MemberAccessExprSyntax.self)
        let name = callee.lastName
        let symbols = name.map { file.symbols(at: $0.offset).filter { $0.kind != .parameter } } ?? []
        let function = symbols.first { !$0.isType && $0.kind != .alias && !$0.kind.isProperty }
        if call.calledExpression.is(ClosureExprSyntax.self), call.arguments.isEmpty {
            // A closure that is called where it is written.
            if case .closure(let place) = value(call.calledExpression) {
                return .choice(facts.closures[place]!.returns)
            }
        }
        let before = member.flatMap(base)
        let receiver = before?.value
        let isValue = function == nil && symbols.contains { $0.kind.isProperty } || symbols.isEmpty
        // What precedes a dot is walked once, because each call of a chain would double the walk otherwise.
        let calledValue =
            isValue
            ? localFunction(call.calledExpression)
                ?? member.map { self.member($0, of: receiver) } ?? value(call.calledExpression)
            : nil
        if let receiver, let name { facts.members[name.offset] = receiver }
        let arguments = self.arguments(call, of: receiver)
        if let function, function.kind == .enumerationCase { return .enumerationCase(function) }
        var invocation = Invocation(
            place: Place(file: file, offset: name?.offset ?? call.offset),
            callee: .value(calledValue ?? .unknown(.computed)), created: created(by: call, name, function, receiver),
            receiver: receiver ?? implicitReceiver(of: function, name), arguments: arguments)
        if let before { invocation.receiverCode = .init(before.code) }
        if let function {
            invocation.callee = .function(function)
        } else if case .local(let place)? = calledValue, facts.locals[place] == nil {
            invocation.callee = .local(place)
        } else if invocation.created == nil, let bracket = call.leftParen {
            // `callAsFunction` is where its arguments begin.
            invocation.place = place(bracket)
            if let function = file.symbols(at: bracket.offset).first(where: { !$0.isType }) {
                invocation.callee = .function(function)
                invocation.receiver = calledValue
            }
        }
        // An initializer that calls another one of the same object creates none.
        if name?.tokenKind == .keyword(.`init`), member?.base?.isSelf == true { invocation.created = nil }
        record(invocation, at: call, owner: owner)
        for case .closure(let place) in arguments.map(\.value) { facts.closures[place]?.call = invocation.place }
        return .call(invocation)
    }

    /// Returns the type of the object that a call creates.
    private func created(
        by call: FunctionCallExprSyntax, _ name: TokenSyntax?, _ function: Symbol?, _ receiver: Fact?
    ) -> TypeFact? {
        let named = index.type(named: call.calledExpression, in: file)
        if !named.isEmpty { return named }
        if name?.tokenKind == .keyword(.`init`) {
            if case .type(let type)? = receiver { return type }
            // `.init(…)` of a type from the context, whose initializer the index doesn't know.
            if receiver == nil, function?.isInitializer != true { return TypeFact() }
        }
        // The index doesn't know the types of a framework's initializers.
        guard let function, function.isInitializer else { return nil }
        return TypeFact(symbols: [function.typeAround].compactMap { $0 })
    }

    /// Returns the object or the type whose member code calls without naming it.
    private func implicitReceiver(of function: Symbol?, _ name: TokenSyntax?) -> Fact? {
        guard let function else { return nil }
        if function.kind == .instanceMethod { return receiver }
        let isMember = name?.parent?.parent?.is(MemberAccessExprSyntax.self) == true
        return function.typeAround == nil || function.isInitializer || isMember ? nil : .typeOf(receiver)
    }

    /// Returns the function inside another one that an expression names.
    private func localFunction(_ expression: ExprSyntax) -> Fact? {
        guard let name = expression.as(DeclReferenceExprSyntax.self),
            case .local(let place)? = bound(name.baseName.name),
            facts.locals[place] == nil
        else { return nil }
        return .local(place)
    }

    /// Returns what precedes the dot of a member, which may be before the `#if` around it.
    func base(of member: MemberAccessExprSyntax) -> (code: ExprSyntax, value: Fact)? {
        if let base = member.base { return (base, value(base)) }
        let clause = member.ancestor(IfConfigClauseSyntax.self) { $0.is(ExprSyntax.self) }
        // Only what a clause begins with goes on with that.
        guard let clause, clause.elements.map({ Syntax($0).offset }) == member.offset,
            let directive = clause.parent?.parent
        else { return nil }
        return basesOfClauses[directive.id]
    }

    func `subscript`(_ call: SubscriptCallExprSyntax) -> Fact {
        let base = value(call.calledExpression)
        let offset = call.leftSquare.offset
        let symbols = file.symbols(at: offset)
        let function = symbols.first { $0.definition != nil } ?? symbols.first
        let invocation = Invocation(
            place: Place(file: file, offset: offset),
            callee: function.map { .function($0) } ?? .value(.unknown(.computed)), receiver: base,
            arguments: arguments(call.arguments))
        record(invocation, at: call, owner: owner)
        return function?.definition == nil ? .entry(base) : .call(invocation)
    }

    // MARK: Arguments

    private func arguments(_ call: FunctionCallExprSyntax, of receiver: Fact?) -> [Argument] {
        var all = arguments(call.arguments, of: receiver)
        func add(_ label: String?, _ closure: ClosureExprSyntax) {
            all.append(Argument(label: label, isTrailing: true, value: self.closure(closure), code: .init(closure)))
        }
        if let closure = call.trailingClosure { add(nil, closure) }
        for closure in call.additionalTrailingClosures { add(closure.label.name, closure.closure) }
        return all
    }

    /// Walks arguments, of which a key path reads the elements of what a method is called on, or of the first argument.
    func arguments(_ list: LabeledExprListSyntax, of receiver: Fact? = nil) -> [Argument] {
        var arguments: [Argument] = []
        for argument in list {
            let path = argument.expression.as(KeyPathExprSyntax.self)
            let sequence = receiver ?? arguments.first?.value
            let value = path.flatMap { path in sequence.map { self.path(path, of: .element($0)) } }
            arguments.append(
                Argument(
                    label: argument.label?.name, value: value ?? self.value(argument.expression),
                    code: .init(argument.expression)))
        }
        return arguments
    }

    /// Returns what `\.name` reads of an element.
    private func path(_ path: KeyPathExprSyntax, of element: Fact) -> Fact {
        path.components.reduce(element) { base, component in
            guard case .property(let property) = component.component else { return .unknown(.computed) }
            let name = property.declName.baseName
            facts.members[name.offset] = base
            let symbol = file.symbols(at: name.offset).first(where: \.kind.isProperty)
            return symbol.map { .property($0, of: base, at: place(name)) } ?? .part(base, name.name)
        }
    }

    // MARK: Closures

    func closure(_ closure: ClosureExprSyntax) -> Fact {
        let place = place(closure)
        var types: [TypeFact?] = []
        var names: [String: Fact] = [:]
        var retainsSelf = false
        for capture in closure.signature?.capture?.items ?? [] {
            // The name outside is that inside, unless a value follows.
            let isSelf = capture.name.tokenKind == .keyword(.self)
            if isSelf {
                // The closures around this one retain it even if this one doesn't.
                mentionSelf()
                retainsSelf = capture.specifier == nil
            }
            names[capture.name.name] =
                capture.initializer.map { value($0.value) } ?? (isSelf ? receiver : name(capture.name))
        }
        func parameter(_ name: TokenSyntax, at position: Int, of count: Int, _ type: TypeSyntax?) {
            types.append(type.map { index.type(named: $0, in: file) })
            let fact = Fact.closureParameter(place, count == 1 ? nil : position)
            names[name.name] = type.map { .cast(fact, to: self.fact(of: $0)) } ?? fact
        }
        switch closure.signature?.parameterClause {
        case .simpleInput(let list):
            for (position, name) in list.enumerated() { parameter(name.name, at: position, of: list.count, nil) }
        case .parameterClause(let clause):
            let list = clause.parameters
            for (position, item) in list.enumerated() {
                parameter(item.secondName ?? item.firstName, at: position, of: list.count, item.type)
            }
        case nil: break
        }
        facts.closures[place] = ClosureFact(bytes: closure.bytes, parameters: types, owner: owner)
        facts.closures[place]!.mentionsSelf = retainsSelf
        closures.append((place, depth))
        let returns = body(names, closure.statements)
        closures.removeLast()
        facts.closures[place]!.returns = returns
        return .closure(place)
    }

    // MARK: Records

    func record(_ invocation: Invocation, at syntax: some SyntaxProtocol, owner: Owner?) {
        let call = CallFact(
            invocation: invocation, owner: owner, bytes: syntax.bytes, chain: CallChain(of: Syntax(syntax)))
        facts.calls[invocation.place.offset] = call
        if case .local(let place) = invocation.callee { facts.localCalls[place, default: []].append(call) }
    }
}
