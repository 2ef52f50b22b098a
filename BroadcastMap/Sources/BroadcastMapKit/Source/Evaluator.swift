import SwiftSyntax

/// A value that an expression may have when the program runs.
struct Value {
    enum Kind {
        /// Code that nothing follows further: a literal, a call, or the name of what isn't constant.
        case expression(Expression)
        case enumerationCase(Symbol)
        /// The callers of the function around this code decide it.
        case passed(Expression)
    }

    /// A constant through which a value was found, and where the code names it.
    struct Step: Hashable {
        let constant: Symbol
        let file: SourceFile
        let offset: Int
    }

    let kind: Kind
    /// From the first name on.
    var path: [Step] = []

    var isPassed: Bool {
        if case .passed = kind { return true }
        return false
    }

    func found(through steps: [Step]) -> Value { Value(kind: kind, path: steps + path) }
}

/// Follows expressions to their values: through constants, properties that are set once, functions that return what they
/// are given, loops over literals, and generic parameters.
///
/// The way ends at a literal, at a call of code that isn't known, at a variable that is assigned again, and at a parameter
/// or an object that callers choose. An expression in itself, such as that of a function which calls itself, has no value.
final class Evaluator {
    private static let maximumDepth = 40
    /// How many values an expression may have.
    private static let maximumCount = 128

    let index: Index
    /// True if a decision of a function's callers is left to them, instead of asking all of them.
    private let leavesToCallers: Bool
    /// The expressions that are being followed, because code may name itself.
    private var inProgress: Set<Expression> = []
    private var questionsInProgress: Set<Question> = []
    private var known: [Expression: [Value]] = [:]
    /// How often something was not followed, because that is in progress or too deep.
    private var cutCount = 0
    /// Asks all callers, where this evaluator doesn't.
    private(set) lazy var completeEvaluator = Evaluator(index: index, leavingToCallers: false)

    init(index: Index, leavingToCallers leavesToCallers: Bool) {
        self.index = index
        self.leavesToCallers = leavesToCallers
    }

    /// Returns each value that an expression may have, or the expression itself where it isn't followed.
    func values(of expression: Expression) -> [Value] {
        let expression = expression.value
        if let values = known[expression] { return values }
        let depth = expression.context?.depth ?? 0
        guard inProgress.count < Self.maximumDepth, depth < Self.maximumDepth, inProgress.insert(expression).inserted
        else {
            cutCount += 1
            return []
        }
        let earlierCutCount = cutCount
        let values = limited(followed(expression), unknown: Value(kind: .expression(expression)))
        inProgress.remove(expression)
        // What was cut off may lack what the expressions in progress lead to.
        if inProgress.isEmpty || cutCount == earlierCutCount { known[expression] = values }
        return values
    }

    /// Something that is asked about an expression besides its values.
    struct Question: Hashable {
        enum Subject { case texts, elements, types, names }

        let subject: Subject
        let expression: Expression
    }

    /// Answers a question, or returns the fallback while the same one is being answered, because code may name itself.
    func answer<Result>(
        _ subject: Question.Subject, of expression: Expression, orInProgress fallback: Result, _ find: () -> Result
    ) -> Result {
        let question = Question(subject: subject, expression: expression)
        guard questionsInProgress.insert(question).inserted else {
            cutCount += 1
            return fallback
        }
        defer { questionsInProgress.remove(question) }
        return find()
    }

    /// Returns what an expression may be, or something unknown if that is too much for a reader.
    func limited<Element>(_ all: [Element], unknown: Element) -> [Element] {
        all.count > Self.maximumCount ? [unknown] : all
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
        default: return [Value(kind: .expression(expression))]
        }
    }

    private func receivers(_ expression: Expression) -> [Value] {
        if let context = expression.context {
            // An initializer is called on what it creates.
            return context.receiver == expression
                ? [Value(kind: .expression(expression))] : values(of: context.receiver)
        }
        return [Value(kind: leavesToCallers ? .passed(expression) : .expression(expression))]
    }
}

// MARK: - Names

extension Evaluator {
    /// Follows a name that isn't local, such as that of a property.
    private func declared(_ expression: Expression, on base: Expression?) -> [Value] {
        let symbols = expression.symbols
        if let enumerationCase = symbols.first(where: { $0.kind == .enumerationCase }) {
            return [Value(kind: .enumerationCase(enumerationCase))]
        }
        guard let property = symbols.first(where: \.kind.isProperty), property.definition?.file.isSwift == true,
            let place = expression.name?.offset
        else { return element(of: base, in: expression) ?? [Value(kind: .expression(expression))] }
        let receiver = base ?? expression.with(optional: nil)
        guard let declarations = implementations(of: property, on: receiver)
        else { return [Value(kind: .passed(expression))] }
        if declarations.isEmpty { return [Value(kind: .expression(expression))] }
        return declarations.flatMap { declaration in
            let step = Value.Step(constant: declaration, file: expression.file, offset: place)
            return values(of: declaration, named: expression, on: receiver).map { $0.found(through: [step]) }
        }
    }

    /// Returns the part of a tuple that a member such as `.0` is.
    private func element(of base: Expression?, in expression: Expression) -> [Value]? {
        guard let base, let name = expression.name?.text else { return nil }
        let parts = values(of: base).compactMap { value -> Expression? in
            guard case .expression(let tuple) = value.kind else { return nil }
            return tuple.tupleElement(name)
        }
        return parts.isEmpty ? nil : parts.flatMap(values)
    }

    /// Returns the declarations that serve as a property where it is named, or `nil` if callers decide it.
    ///
    /// The class of an object is known only where the object is created, so an override may serve instead.
    func implementations(of property: Symbol, on receiver: Expression) -> [Symbol]? {
        if property.witnesses.isEmpty { return [property] }
        let isRequirement = property.parent?.kind == .protocol
        if !isRequirement, isTypeName(receiver) { return [property] }
        let types = types(of: receiver)
        if isRequirement {
            guard let types else { return nil }
            return types.compactMap { $0.symbol.witness(of: property) }.flatMap(\.withOverrides).unique
        }
        if let types, !types.isEmpty, types.allSatisfy(\.isExact) {
            return types.map { $0.symbol.witness(of: property) ?? property }.unique
        }
        return property.withOverrides
    }

    /// Returns true if an expression is written as the name of a type, and not as `Self` or that of a generic parameter.
    private func isTypeName(_ expression: Expression) -> Bool {
        let types = index.types(namedBy: expression.typeNamed ?? expression).types
        return !expression.namesSelfType && expression.genericParameter == nil && !types.isEmpty
    }

    func values(of property: Symbol, named expression: Expression, on receiver: Expression) -> [Value] {
        let unknown = [Value(kind: .expression(expression))]
        guard let binding = property.declaration?.as(PatternBindingSyntax.self),
            binding.pattern.is(IdentifierPatternSyntax.self)
        else { return unknown }
        var scope = property.expression(nil)
        if let statements = binding.accessorBlock?.getter {
            scope.context = CallingContext(ofGetterOn: receiver)
            return returned(by: statements, in: scope).flatMap(values)
        }
        if property.isReassigned || binding.hasWrapper { return unknown }
        let initial = binding.initializer.map { values(of: scope.with($0.value)) }
        if let initial, binding.isConstant || !property.isAssignedInInitializers { return initial }
        return (initial ?? []) + stored(property, of: receiver, named: expression)
    }

    /// Returns what initializers store in a property.
    private func stored(_ property: Symbol, of receiver: Expression, named expression: Expression) -> [Value] {
        let unknown = [Value(kind: .expression(expression))]
        var values: [Value] = []
        for object in self.values(of: receiver) {
            switch object.kind {
            case .passed: return [Value(kind: .passed(expression))]
            case .expression(let creation):
                if let stored = stored(property, by: creation) {
                    values += stored.flatMap(self.values)
                } else {
                    // Which object it is isn't known, so it may be any that the program creates.
                    values += askingCallers { $0.values(ofAny: property) } ?? unknown
                }
            case .enumerationCase: values += unknown
            }
        }
        return values
    }

    /// Returns what a property of any object that the program creates may be, or `nil` if no code creates one.
    private func values(ofAny property: Symbol) -> [Value]? {
        let all = (property.parent?.creations ?? []).compactMap { stored(property, by: $0) }
        return all.isEmpty ? nil : all.joined().flatMap(values)
    }

    /// Evaluates something without leaving it to callers.
    private func askingCallers<Result>(_ evaluate: (Evaluator) -> Result) -> Result {
        guard leavesToCallers else { return evaluate(self) }
        completeEvaluator.inProgress = inProgress
        defer { completeEvaluator.inProgress = [] }
        return evaluate(completeEvaluator)
    }

    /// Returns what the call of an initializer stores in a property, or `nil` if it isn't such a call.
    private func stored(_ property: Symbol, by creation: Expression) -> [Expression]? {
        guard let call = creation.syntax?.as(FunctionCallExprSyntax.self), let name = creation.name,
            let initializer = creation.symbols.first(where: \.isInitializer)
        else { return nil }
        guard let body = initializer.declaration?.as(InitializerDeclSyntax.self)?.body else {
            // The initializer of a structure that the compiler writes.
            let passed = call.arguments.first { $0.label?.name == property.name }
            return passed.map { [creation.with($0.expression)] }
        }
        guard let syntax = CallSyntax(at: name) else { return nil }
        var scope = initializer.expression(nil)
        scope.context = CallingContext(of: initializer, syntax, in: creation)
        let assignments = property.references.filter { $0.function == initializer && $0.roles.contains(.write) }
        let assigned = assignments.compactMap(\.token?.assignedValues).joined().map { scope.with($0) }
        if !assigned.isEmpty { return assigned }
        // Another initializer may do it.
        let calls = body.calls.filter { $0.calledExpression.as(MemberAccessExprSyntax.self)?.isInitializer == true }
        let delegated = calls.compactMap { stored(property, by: scope.with($0)) }
        return delegated.isEmpty ? nil : Array(delegated.joined())
    }
}

// MARK: - Local names

extension Evaluator {
    private func values(of binding: Binding, in expression: Expression) -> [Value] {
        let unknown = [Value(kind: .expression(expression))]
        switch binding {
        case .variable(let variable):
            let initial = variable.initializer?.value
            let assigned =
                variable.isConstant && initial != nil ? [] : expression.file.names.assignedValues(of: variable)
            if !variable.isConstant, !assigned.isEmpty { return unknown }
            let all = (initial.map { [$0] } ?? assigned).map { expression.with($0) }
            return all.isEmpty ? unknown : all.flatMap(values)
        case .unwrapped(let condition):
            if let value = condition.initializer?.value { return values(of: expression.with(value)) }
            return condition.binding.map { values(of: $0, in: expression) } ?? unknown
        case .capture(let capture):
            if let value = capture.initializer?.value { return values(of: expression.with(value)) }
            return capture.binding.map { values(of: $0, in: expression) } ?? unknown
        case .parameter(let parameter):
            return arguments(for: parameter, in: expression)?.flatMap(values) ?? [Value(kind: .passed(expression))]
        case .genericParameter: return unknown
        case .closureParameter(let closure, let position):
            return elements(passedTo: closure, in: expression).map { $0.flatMap { $0.values(at: position, in: self) } }
                ?? unknown
        case .pattern(let pattern):
            return pattern.flatMap { values(boundBy: $0, in: expression) } ?? unknown
        }
    }

    /// Returns what is passed for a parameter: the value of each call that is known, or `nil` if callers decide it.
    func arguments(for parameter: FunctionParameterSyntax, in expression: Expression) -> [Expression]? {
        let fallback = parameter.defaultValue.map { [expression.with($0.value)] }
        if let passed = expression.context?.arguments(for: parameter) {
            return passed.isEmpty ? fallback ?? [expression] : passed
        }
        if let function = LocalFunction(declaring: parameter, in: expression.file) {
            return function.arguments(for: parameter).map { expression.with($0) }
        }
        if leavesToCallers { return nil }
        guard let function = expression.function, function.parameterList?.id == parameter.parent?.id
        else { return [] }
        // A call on `super` doesn't reach what overrides the function there.
        let others = function.withOverridden.dropFirst().flatMap(\.calls).filter { !$0.syntax.isOnSuper }
        let calls = function.calls + others
        return calls.flatMap { call in
            let context = CallingContext(of: function, call.syntax, in: call.caller)
            let passed = context.arguments(for: parameter) ?? []
            return passed.isEmpty ? fallback ?? [] : passed
        }
    }

    /// Returns what a loop or a pattern gives to a name, or `nil` if it isn't followed.
    private func values(boundBy pattern: IdentifierPatternSyntax, in expression: Expression) -> [Value]? {
        let place = pattern.placeInTuple
        if let loop = place.tuple.parent?.as(ForStmtSyntax.self), loop.pattern.id == PatternSyntax(place.tuple)?.id {
            guard let elements = elements(of: expression.with(loop.sequence)) else { return nil }
            return elements.flatMap { $0.values(at: place.position, in: self) }
        }
        if let binding = place.tuple.parent?.as(PatternBindingSyntax.self), binding.isConstant,
            let tuple = binding.initializer?.value
        {
            let parts = values(of: expression.with(tuple)).compactMap { value -> Expression? in
                guard case .expression(let tuple) = value.kind else { return nil }
                return place.position.flatMap { tuple.tupleElement("\($0)") }
            }
            return parts.isEmpty ? nil : parts.flatMap(values)
        }
        return nil
    }
}
