import SwiftSyntax

/// Where a value comes from.
enum Origin: Hashable {
    /// Code that nothing follows further: a literal, a call, or the name of what isn't constant.
    case expression(Expression)
    case enumerationCase(Symbol)
    /// An element of a sequence of which only the type is known.
    case instance(Symbol)
}

/// A value that an expression may have when the program runs.
typealias Value = Found<Origin>

extension Value {
    static func expression(_ expression: Expression) -> Value { .known(.expression(expression)) }
    static func enumerationCase(_ symbol: Symbol) -> Value { .known(.enumerationCase(symbol)) }

    /// The code that it is, if nothing follows that further.
    var expression: Expression? {
        if case .expression(let expression) = content { return expression }
        return nil
    }

    var enumerationCase: Symbol? {
        if case .enumerationCase(let symbol) = content { return symbol }
        return nil
    }
}

/// Follows expressions to their values: through constants, properties that are set once, functions that return what
/// they are given, loops over literals, and generic parameters.
///
/// The way ends at a literal, at a call of code that isn't known, at a variable that is assigned again, and at a
/// parameter or an object that callers choose. An expression in itself, such as that of a function which calls itself,
/// has no value.
final class Evaluator {
    /// How many values an expression may have.
    private static let maximumCount = 128
    /// How often a function may call itself with what it makes of its arguments, such as a longer text.
    private static let maximumRecursion = 3

    let index: Index
    private let answers = Answers<Question>()
    private var calls: [KnownCall: CallingContext] = [:]
    /// True while all callers of a function are asked for what they decide, instead of leaving that to them.
    private(set) var asksCallers = false

    init(index: Index) { self.index = index }

    /// Something that is asked about an expression, with or without its callers.
    private struct Question: Hashable {
        let subject: Subject
        let expression: Expression
        let asksCallers: Bool
    }

    /// What makes a text of an enumeration case.
    enum CaseText { case name, rawValue }

    enum Subject: Hashable {
        case values, elements, types, names
        case texts(ofCase: CaseText?)
    }

    /// Answers a question once, and makes something unknown of more answers than a reader of the map can read.
    func answer<Content>(
        _ subject: Subject, of expression: Expression, _ find: () -> [Found<Content>]
    ) -> [Found<Content>] {
        let question = Question(subject: subject, expression: expression, asksCallers: asksCallers)
        // Its code is read only if it is needed, because most questions are asked again.
        return answers.answer(to: question, unknown: .unknown(expression.codeOrSelf)) {
            limited(find().joined(), unknown: .unknown(expression.codeOrSelf))
        }
    }

    func limited<Content>(
        _ all: [Found<Content>], unknown: @autoclosure () -> Found<Content>
    ) -> [Found<Content>] {
        all.count > Self.maximumCount ? [unknown()] : all
    }

    /// Evaluates something without leaving it to callers.
    func askingCallers<Result>(_ evaluate: () -> Result) -> Result {
        let asked = asksCallers
        asksCallers = true
        defer { asksCallers = asked }
        return evaluate()
    }

    /// Returns each value that an expression may have, or the expression itself where it isn't followed.
    func values(of expression: Expression) -> [Value] {
        let expression = expression.value
        return answer(.values, of: expression) { followed(expression) }
    }

    /// Returns the closure that an expression is, or that what it names is.
    func closure(of expression: Expression) -> Expression? {
        let value = values(of: expression).only?.expression
        return value?.syntax?.is(ClosureExprSyntax.self) == true ? value : nil
    }

    private func followed(_ expression: Expression) -> [Value] {
        let alternatives = expression.alternatives
        if alternatives.count > 1 { return alternatives.flatMap(values) }
        if expression.isReceiver { return receivers(expression) }
        switch expression.syntax!.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let name):
            if let closure = name.closureOfShorthand {
                // A closure with one parameter receives tuples as they are.
                let position = closure.hasSecondShorthand ? name.shorthandPosition : nil
                return values(of: .closureParameter(of: closure, position), in: expression)
            }
            return expression.binding.map { values(of: $0, in: expression) } ?? declared(expression, on: nil)
        case .memberAccessExpr(let member) where !member.isSelf:
            return declared(expression, on: member.base.map { expression.with($0) })
        case .functionCallExpr(let call): return results(of: call, in: expression)
        case .subscriptCallExpr(let call): return results(of: call, in: expression)
        case .ifExpr, .switchExpr: return branches(of: Syntax(expression.syntax!), in: expression).flatMap(values)
        default: return [.expression(expression)]
        }
    }

    private func receivers(_ expression: Expression) -> [Value] {
        if let context = expression.context {
            // An initializer is called on what it creates.
            return context.receiver == expression ? [.expression(expression)] : values(of: context.receiver)
        }
        if !asksCallers { return [.passed(expression)] }
        // Nothing says on which object a method is called that nothing calls.
        return [expression.function?.isNeverCalled == true ? .unknown() : .expression(expression)]
    }

    /// A function with what it is called with.
    private struct KnownCall: Hashable {
        let function: Symbol
        let passed: [Set<Value.Kind>]
        let asksCallers: Bool
    }

    /// Returns a call of a function, or an earlier one that passes the same, because a function may call itself.
    ///
    /// It returns `nil` if the function calls itself too often with what it makes of its arguments.
    func context(of call: CallingContext, for function: Symbol) -> CallingContext? {
        let passed = passedKinds(call)
        let known = KnownCall(function: function, passed: passed, asksCallers: asksCallers)
        // More may be known by now of what an earlier call passes.
        if let earlier = calls[known], passedKinds(earlier) == passed { return earlier }
        if passed.joined().contains(where: \.isInCall) {
            let callers = sequence(first: call, next: \.receiver.context).dropFirst()
            if callers.filter({ $0.place == call.place }).count >= Self.maximumRecursion { return nil }
        }
        calls[known] = call
        return call
    }

    private func passedKinds(_ call: CallingContext) -> [Set<Value.Kind>] {
        call.passed.map { Set($0.flatMap(values).map(\.kind.withoutCall)) }
    }
}

extension Value.Kind {
    /// The same without the call that it is in, unless that decides what it is.
    fileprivate var withoutCall: Self {
        switch self {
        case .known(.expression(let expression)) where !expression.dependsOnCall:
            .known(.expression(expression.with(context: nil)))
        case .passed(let expression): .passed(expression.with(context: nil))
        default: self
        }
    }

    /// True if the call that it is in decides what it is.
    fileprivate var isInCall: Bool {
        switch self {
        case .known(.expression(let expression)): expression.context != nil
        case .known(.enumerationCase), .known(.instance), .passed, .unknown: false
        }
    }
}

// MARK: - Names

extension Evaluator {
    /// Follows a name that isn't local, such as that of a property.
    private func declared(_ expression: Expression, on base: Expression?) -> [Value] {
        let symbols = expression.symbols
        if let enumerationCase = symbols.first(where: { $0.kind == .enumerationCase }) {
            return [.enumerationCase(enumerationCase)]
        }
        guard let property = symbols.first(where: \.kind.isProperty), property.definition?.file.isSwift == true,
            let place = expression.name?.offset
        else { return element(of: base, in: expression) ?? [.expression(expression)] }
        let receiver = base ?? expression.with(optional: nil)
        return implementations(of: property, on: receiver).flatMap { found -> [Value] in
            guard case .known(let declaration) = found.kind else { return [opaque(found, expression)] }
            let step = Step(constant: declaration, file: expression.file, offset: place)
            return values(of: declaration, named: expression, on: receiver).map { $0.found(through: [step]) }
        }
    }

    /// Returns an expression as its value, because nothing says more of it, or its callers decide it.
    func opaque<Content>(_ found: Found<Content>, _ expression: Expression) -> Value {
        found.isPassed ? .passed(expression) : .expression(expression)
    }

    /// Returns the part of a tuple that a member such as `.0` is.
    private func element(of base: Expression?, in expression: Expression) -> [Value]? {
        guard let base, let name = expression.name?.text, expression.symbols.isEmpty else { return nil }
        return parts(of: base, in: expression) { $0.tupleElement(name) }
    }

    /// Returns a part of each tuple that an expression may be, or `nil` if none is known.
    private func parts(
        of tuple: Expression, in expression: Expression, _ part: (Expression) -> Expression?
    ) -> [Value]? {
        let all = values(of: tuple).map { (tuple: $0, part: $0.expression.flatMap(part)) }
        if !all.contains(where: { $0.part != nil || $0.tuple.isPassed }) { return nil }
        return all.flatMap { $0.part.map(values) ?? [opaque($0.tuple, expression)] }
    }

    /// Returns the declarations that serve as a property or a function where it is named.
    ///
    /// The class of an object is known only where the object is created, so an override may serve instead.
    func implementations(of member: Symbol, on receiver: Expression) -> [Found<Symbol>] {
        if member.witnesses.isEmpty { return [.known(member)] }
        let isRequirement = member.parent?.kind == .protocol
        if !isRequirement, isTypeName(receiver) { return [.known(member)] }
        let types = types(of: receiver)
        if isRequirement {
            return types.flatMap { type in
                type.then { type in
                    let all = type.symbol.witness(of: member).map(\.withOverrides) ?? []
                    return all.isEmpty ? [.unknown()] : all.map { .known($0) }
                }
            }.joined()
        }
        if !types.isEmpty, types.allSatisfy({ $0.content?.isExact == true }) {
            return types.map { .known($0.content!.symbol.witness(of: member) ?? member) }.joined()
        }
        return member.withOverrides.map { .known($0) }
    }

    /// Returns true if an expression is written as the name of a type, and not as `Self` or that of a generic
    /// parameter.
    private func isTypeName(_ expression: Expression) -> Bool {
        let types = index.types(namedBy: expression.typeNamed ?? expression).types
        return !expression.namesSelfType && expression.genericParameter == nil && !types.isEmpty
    }

    func values(of property: Symbol, named expression: Expression, on receiver: Expression) -> [Value] {
        let opaque = [Value.expression(expression)]
        guard let binding = property.declaration?.as(PatternBindingSyntax.self),
            binding.pattern.is(IdentifierPatternSyntax.self)
        else { return opaque }
        var scope = property.expression(nil)
        if let statements = binding.accessorBlock?.getter {
            guard let context = context(of: CallingContext(ofGetterOn: receiver, named: expression), for: property)
            else { return [.unknown(expression.code)] }
            scope.context = context
            return values(of: expression, returnedBy: statements, in: scope)
        }
        if property.isReassigned || binding.hasWrapper { return opaque }
        if !binding.isConstant, property.isMemberwiseParameter {
            return stored(property, of: receiver, named: expression)
        }
        let initial = binding.initializer.map { values(of: scope.with($0.value)) }
        if let initial, binding.isConstant || !property.isAssignedInInitializers { return initial }
        return (initial ?? []) + stored(property, of: receiver, named: expression)
    }

    /// Returns what initializers store in a property.
    private func stored(_ property: Symbol, of receiver: Expression, named expression: Expression) -> [Value] {
        values(of: receiver).flatMap { object -> [Value] in
            guard let creation = object.expression else {
                guard let passed = object.passed else { return [.unknown(expression.code)] }
                return stored(property, whoeverCalls: passed) ?? [opaque(object, expression)]
            }
            // If it isn't known which object it is, it may be any that the program creates.
            return stored(property, by: creation)?.flatMap(values)
                ?? askingCallers { values(ofAny: property, named: expression) }
        }
    }

    /// Returns what a property of an object that callers pass is, or `nil` if that depends on which object it is, or if
    /// it isn't `self`.
    private func stored(_ property: Symbol, whoeverCalls code: Expression) -> [Value]? {
        guard code.isReceiver, let type = property.parent else { return nil }
        // In an initializer, it is what that one stores, which may be what its callers pass.
        if let initializer = code.function, initializer.isInitializer, initializer.typeAround == type {
            return stored(property, by: initializer, calledIn: nil)?.flatMap(values)
        }
        let stored = type.members.filter(\.isInitializer).map { self.stored(property, by: $0, calledIn: nil) }
        if stored.isEmpty || stored.contains(nil) { return nil }
        let all = stored.flatMap { $0!.flatMap(values) }
        return all.contains(where: \.isPassed) ? nil : all
    }

    /// Returns what a property of any object that the program creates may be.
    private func values(ofAny property: Symbol, named expression: Expression) -> [Value] {
        let creations = property.parent?.creations ?? []
        let all = creations.map { stored(property, by: $0) }
        if !all.contains(where: { $0 != nil }) { return [.expression(expression)] }
        // An initializer that stores nothing leaves the value of the declaration.
        let hasValue = property.declaration?.as(PatternBindingSyntax.self)?.initializer != nil
        let known = all.flatMap { $0?.flatMap(values) ?? (hasValue ? [] : [.expression(expression)]) }
        let isComplete = property.parent?.members.contains { $0.isInitializer && $0.isUsedAsValue } != true
        return isComplete ? known : known + [.expression(expression)]
    }

    /// Returns what the call of an initializer stores in a property, or `nil` if it isn't such a call.
    private func stored(_ property: Symbol, by creation: Expression) -> [Expression]? {
        guard let call = creation.syntax?.as(FunctionCallExprSyntax.self), let name = creation.name,
            let initializer = creation.symbols.first(where: \.isInitializer)
        else { return nil }
        if initializer.declaration?.is(InitializerDeclSyntax.self) != true {
            // The initializer of a structure that the compiler writes.
            let passed = call.arguments.first { $0.label?.name == property.name }.map { creation.with($0.expression) }
            let initial = property.declaration?.as(PatternBindingSyntax.self)?.initializer?.value
            return (passed ?? initial.map { property.expression($0) }).map { [$0] }
        }
        guard let syntax = CallSyntax(at: name),
            let context = context(of: CallingContext(of: initializer, syntax, in: creation), for: initializer)
        else { return nil }
        return stored(property, by: initializer, calledIn: context)
    }

    /// Returns what the code of an initializer stores in a property, or `nil` if it isn't known to store something.
    private func stored(_ property: Symbol, by initializer: Symbol, calledIn context: CallingContext?) -> [Expression]?
    {
        guard let body = initializer.declaration?.as(InitializerDeclSyntax.self)?.body else { return nil }
        var scope = initializer.expression(nil)
        scope.context = context
        let assignments = property.references.filter { $0.function == initializer && $0.roles.contains(.write) }
        let assigned = assignments.compactMap { $0.token?.assignedValues }
        if assigned.contains([]) { return nil }
        if !assigned.isEmpty { return assigned.joined().map { scope.with($0) } }
        // Another initializer may do it.
        let calls = body.calls.filter { $0.calledExpression.as(MemberAccessExprSyntax.self)?.isInitializer == true }
        let delegated = calls.compactMap { stored(property, by: scope.with($0)) }
        return delegated.isEmpty ? nil : Array(delegated.joined())
    }
}

// MARK: - Local names

extension Evaluator {
    private func values(of binding: Binding, in expression: Expression) -> [Value] {
        let opaque = [Value.expression(expression)]
        switch binding {
        case .variable(let variable):
            let initial = variable.initializer?.value
            if variable.isConstant, let initial { return values(of: expression.with(initial)) }
            let assigned = expression.file.names.assignedValues(of: variable, in: expression.file)
            if !variable.isConstant, assigned?.isEmpty != true { return opaque }
            let all = (initial.map { [$0] } ?? assigned ?? []).map { expression.with($0) }
            return all.isEmpty ? opaque : all.flatMap(values)
        case .value(let value): return values(of: expression.with(value))
        case .parameter(let parameter):
            return arguments(for: parameter, in: expression).flatMap { found in
                found.content.map(values) ?? [self.opaque(found, expression)]
            }
        case .genericParameter: return opaque
        case .closureParameter(let closure, let position):
            return elements(passedTo: closure, in: expression)?.flatMap { values(of: $0, at: position, in: expression) }
                ?? opaque
        case .pattern(let pattern):
            return pattern.flatMap { values(boundBy: $0, in: expression) } ?? opaque
        }
    }

    /// Returns what is passed for a parameter in each call that is known.
    func arguments(for parameter: FunctionParameterSyntax, in expression: Expression) -> [Found<Expression>] {
        let fallback = parameter.defaultValue.map { Found.known(expression.with($0.value)) } ?? .unknown()
        if let passed = expression.context?.arguments(for: parameter) {
            return passed.isEmpty ? [fallback] : passed.map { .known($0) }
        }
        if let function = LocalFunction(declaring: parameter, in: expression.file) {
            return function.arguments(for: parameter).map { argument in
                argument.map { .known(expression.with($0)) } ?? .unknown()
            }
        }
        if !asksCallers { return [.passed(expression)] }
        guard let function = expression.function, function.parameterList?.id == parameter.parent?.id
        else { return [.unknown()] }
        let calls = function.calls
        let all = calls.flatMap { call -> [Found<Expression>] in
            let context = CallingContext(of: function, call.syntax, in: call.caller)
            let passed = context.arguments(for: parameter) ?? []
            return passed.isEmpty ? [fallback] : passed.map { .known($0) }
        }
        return calls.isEmpty || function.isUsedAsValue ? all + [.unknown()] : all
    }

    /// Returns what a loop or a pattern gives to a name, or `nil` if it isn't followed.
    private func values(boundBy pattern: IdentifierPatternSyntax, in expression: Expression) -> [Value]? {
        let place = pattern.placeInTuple
        if let loop = place.tuple.parent?.as(ForStmtSyntax.self), loop.pattern.id == PatternSyntax(place.tuple)?.id {
            let elements = elements(of: expression.with(loop.sequence))
            return elements.flatMap { values(of: $0, at: place.position, in: expression) }
        }
        if let binding = place.tuple.parent?.as(PatternBindingSyntax.self), binding.isConstant,
            let tuple = binding.initializer?.value, let position = place.position
        {
            return parts(of: expression.with(tuple), in: expression) { $0.tupleElement("\(position)") }
        }
        return nil
    }
}
