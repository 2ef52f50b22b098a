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
final class Evaluator {
    private static let maximumDepth = 40
    /// How many values an expression may have.
    private static let maximumCount = 64

    let index: Index
    /// True if a decision of a function's callers is left to them, instead of asking all of them.
    private let leavesToCallers: Bool
    /// The expressions that are being followed, because code may name itself.
    private var inProgress: Set<Expression> = []
    private var known: [Expression: [Value]] = [:]
    /// How often something was not followed, because that is in progress or too deep.
    private var cutCount = 0
    /// Asks all callers, where this evaluator doesn't.
    private lazy var completeEvaluator = Evaluator(index: index, leavingToCallers: false)

    init(index: Index, leavingToCallers leavesToCallers: Bool) {
        self.index = index
        self.leavesToCallers = leavesToCallers
    }

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
    private func implementations(of property: Symbol, on receiver: Expression) -> [Symbol]? {
        if property.witnesses.isEmpty { return [property] }
        let isRequirement = property.parent?.kind == .protocol
        if !isRequirement, receiver.namesType(in: index) { return [property] }
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

    private func values(of property: Symbol, named expression: Expression, on receiver: Expression) -> [Value] {
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
    private func arguments(for parameter: FunctionParameterSyntax, in expression: Expression) -> [Expression]? {
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

// MARK: - Calls

extension Evaluator {
    private func results(of call: FunctionCallExprSyntax, in expression: Expression) -> [Value] {
        let unknown = [Value(kind: .expression(expression))]
        // A closure that is called where it is written.
        if let closure = call.calledExpression.as(ClosureExprSyntax.self), call.arguments.isEmpty {
            return returned(by: closure.statements, in: expression).flatMap(values)
        }
        let symbols = expression.symbols
        if let enumerationCase = symbols.first(where: { $0.kind == .enumerationCase }) {
            return [Value(kind: .enumerationCase(enumerationCase))]
        }
        guard let name = expression.name, let syntax = CallSyntax(at: name),
            let function = symbols.first(where: { $0.declaration?.is(FunctionDeclSyntax.self) == true })
        else { return unknown }
        return results(of: function, called: syntax, in: expression) ?? unknown
    }

    private func results(of call: SubscriptCallExprSyntax, in expression: Expression) -> [Value] {
        let symbols = expression.file.symbols(at: call.leftSquare.offset)
        if let syntax = CallSyntax(at: call.leftSquare), let found = symbols.first(where: { $0.definition != nil }) {
            return results(of: found, called: syntax, in: expression) ?? [Value(kind: .expression(expression))]
        }
        // An element of a literal, which may be any of them.
        let all = elements(of: expression.with(call.calledExpression))
        return all?.flatMap { $0.values(at: 1, in: self) } ?? [Value(kind: .expression(expression))]
    }

    /// Returns what a function or a subscript returns, or `nil` if its code isn't known.
    private func results(of function: Symbol, called call: CallSyntax, in expression: Expression) -> [Value]? {
        let receiver = expression.with(optional: call.receiver)
        guard let declarations = implementations(of: function, on: receiver)
        else { return [Value(kind: .passed(expression))] }
        let found = declarations.compactMap { declaration -> [Value]? in
            guard let statements = declaration.declaration?.body else { return nil }
            var scope = declaration.expression(nil)
            scope.context = CallingContext(of: declaration, call, in: expression)
            return returned(by: statements, in: scope).flatMap(values)
        }
        return found.isEmpty ? nil : Array(found.joined())
    }

    /// Returns the expressions that the code of a function or a closure may return.
    private func returned(by statements: CodeBlockItemListSyntax, in scope: Expression) -> [Expression] {
        // Callers that pass an enumeration case choose what is returned.
        let subjects = statements.compactMap(\.subject).map { scope.with($0) }
        let passed = subjects.first { subject in
            index.type(of: subject)?.kind == .enumeration && values(of: subject).contains(where: \.isPassed)
        }
        return passed.map { [$0] } ?? values(in: statements, of: scope, isValue: true)
    }

    /// Returns what statements may return, and the expression that they are if that is their value.
    private func values(
        in statements: CodeBlockItemListSyntax, of scope: Expression, isValue: Bool
    ) -> [Expression] {
        let isOnly = isValue && statements.count == 1
        return statements.flatMap { branches(of: Syntax($0.item), in: scope, isValue: isOnly) }
    }

    /// Returns what a statement may return, or the expression that it is if that is a value.
    private func branches(of statement: Syntax, in scope: Expression, isValue: Bool = true) -> [Expression] {
        func inside(_ statements: CodeBlockItemListSyntax) -> [Expression] {
            values(in: statements, of: scope, isValue: isValue)
        }
        switch statement.as(SyntaxEnum.self) {
        case .returnStmt(let statement):
            return statement.expression.map { branches(of: Syntax($0), in: scope) } ?? []
        case .expressionStmt(let statement):
            return branches(of: Syntax(statement.expression), in: scope, isValue: isValue)
        case .ifExpr(let choice):
            let other: [Expression] =
                switch choice.elseBody {
                case .ifExpr(let next): branches(of: Syntax(next), in: scope, isValue: isValue)
                case .codeBlock(let block): inside(block.statements)
                case nil: []
                }
            return inside(choice.body.statements) + other
        case .switchExpr(let choice): return cases(of: choice, in: scope).flatMap { inside($0.statements) }
        case .guardStmt(let statement): return values(in: statement.body.statements, of: scope, isValue: false)
        case .doStmt(let statement): return values(in: statement.body.statements, of: scope, isValue: false)
        case .forStmt(let statement): return values(in: statement.body.statements, of: scope, isValue: false)
        case .ifConfigDecl(let directive):
            return directive.activeStatements(in: scope.file).flatMap(inside)
        default:
            guard isValue, let value = statement.as(ExprSyntax.self), !value.neverReturns else { return [] }
            return [scope.with(value)]
        }
    }

    /// Returns the cases of a `switch` that may be chosen: all of them unless the value is known.
    private func cases(of choice: SwitchExprSyntax, in scope: Expression) -> [SwitchCaseSyntax] {
        let all = choice.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
        let subjects = values(of: scope.with(choice.subject)).map { value -> String? in
            guard case .enumerationCase(let symbol) = value.kind else { return nil }
            return symbol.baseName
        }
        guard !subjects.isEmpty, !subjects.contains(nil) else { return all }
        let chosen = all.filter { !$0.names.isDisjoint(with: subjects.compactMap { $0 }) }
        return chosen.isEmpty ? all.filter(\.isDefault) : chosen
    }
}

// MARK: - Sequences

/// An element of a sequence, or a pair of an index or a key and a value.
private enum Element {
    case value(Value)
    case pair(Expression?, [Value])

    /// Returns the part at a position of a tuple, or all of it.
    func values(at position: Int?, in evaluator: Evaluator) -> [Value] {
        switch self {
        case .pair(let first, let second):
            return position == 0 ? first.map(evaluator.values) ?? [] : second
        case .value(let value):
            guard let position, case .expression(let tuple) = value.kind,
                let element = tuple.tupleElement("\(position)")
            else { return [value] }
            return evaluator.values(of: element)
        }
    }
}

extension Evaluator {
    /// The methods and properties of a sequence that keep elements as they are.
    static let selections: Set = [
        "reversed", "sorted", "shuffled", "filter", "prefix", "suffix", "dropFirst", "dropLast", "lazy", "union",
    ]

    /// Returns the elements of a literal, or `nil` if it isn't known.
    private func elements(of sequence: Expression) -> [Element]? {
        if case .parameter(let parameter) = sequence.binding, parameter.ellipsis != nil {
            let passed = arguments(for: parameter, in: sequence)
            return passed.map { $0.flatMap(values).map(Element.value) } ?? [.value(Value(kind: .passed(sequence)))]
        }
        var all: [Element] = []
        for value in values(of: sequence) {
            switch value.kind {
            case .passed: return [.value(value)]
            case .enumerationCase: return nil
            case .expression(let expression):
                guard let elements = literalElements(of: expression) else { return nil }
                all += elements
            }
        }
        return all
    }

    private func literalElements(of expression: Expression) -> [Element]? {
        switch expression.syntax?.as(ExprSyntaxEnum.self) {
        case .arrayExpr(let array):
            return array.elements.flatMap { values(of: expression.with($0.expression)) }.map(Element.value)
        case .dictionaryExpr(let dictionary):
            guard case .elements(let elements) = dictionary.content else { return [] }
            return elements.map { .pair(expression.with($0.key), values(of: expression.with($0.value))) }
        case .sequenceExpr(let sequence):
            let operands = sequence.operands(of: "+")
            let parts = operands?.map { elements(of: expression.with($0)) }
            guard let parts, !parts.contains(where: { $0 == nil }) else { return nil }
            return parts.compactMap { $0 }.flatMap { $0 }
        case .memberAccessExpr(let member):
            guard let base = member.base.map({ expression.with($0) }) else { return nil }
            switch member.declName.baseName.text {
            case "allCases":
                let cases = types(of: base)?.first?.symbol.members.filter { $0.kind == .enumerationCase }
                return cases?.map { .value(Value(kind: .enumerationCase($0))) }
            case "values": return elements(of: base)
            case "keys":
                return elements(of: base)?.flatMap { $0.values(at: 0, in: self) }.map(Element.value)
            case let name: return Self.selections.contains(name) ? elements(of: base) : nil
            }
        case .functionCallExpr(let call): return elements(returnedBy: call, in: expression)
        default: return nil
        }
    }

    private func elements(returnedBy call: FunctionCallExprSyntax, in expression: Expression) -> [Element]? {
        let name = call.calledExpression.lastName?.text ?? ""
        if ["Array", "Set"].contains(name), let only = call.arguments.first, call.arguments.count == 1 {
            return elements(of: expression.with(only.expression))
        }
        guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base.map({ expression.with($0) })
        else { return nil }
        if Self.selections.contains(name) { return elements(of: base) }
        if name == "enumerated" {
            return elements(of: base)?.map { .pair(nil, $0.values(at: nil, in: self)) }
        }
        guard ["map", "compactMap", "flatMap"].contains(name) else { return nil }
        let transform = call.trailingClosure.map { ExprSyntax($0) } ?? call.arguments.first?.expression
        if let closure = transform?.as(ClosureExprSyntax.self) {
            return returned(by: closure.statements, in: expression).flatMap(values).map(Element.value)
        }
        guard let path = transform?.as(KeyPathExprSyntax.self), path.components.count == 1,
            let name = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName,
            let property = expression.file.symbols(at: name.offset).first(where: \.kind.isProperty)
        else { return nil }
        let all = elements(of: base)?.flatMap { $0.values(at: nil, in: self) }
        return all?.flatMap { self.property(property, of: $0, named: expression) }.map(Element.value)
    }

    /// Returns a property of a value that no name has.
    private func property(_ property: Symbol, of value: Value, named expression: Expression) -> [Value] {
        guard case .expression(let object) = value.kind, property.definition != nil,
            let declarations = implementations(of: property, on: object)
        else { return [Value(kind: .expression(expression))] }
        return declarations.flatMap { values(of: $0, named: expression, on: object) }
    }

    /// Returns the elements that a closure is called with, or `nil` if they aren't known.
    private func elements(passedTo closure: ClosureExprSyntax, in expression: Expression) -> [Element]? {
        let methods = Index.elementMethods.union(["first"])
        return closure.sequence(passedBy: methods).flatMap { elements(of: expression.with($0)) }
    }
}

// MARK: - Types

extension Evaluator {
    struct DynamicType {
        let symbol: Symbol
        /// True if no class that inherits from the type is meant.
        let isExact: Bool
    }

    /// Returns the types that an object may have, or that a metatype is, or `nil` if callers decide them.
    func types(of expression: Expression) -> [DynamicType]? {
        let expression = expression.value
        if let generic = expression.genericParameter { return types(of: generic, in: expression) }
        if let call = expression.syntax?.as(FunctionCallExprSyntax.self), call.arguments.first?.label?.name == "of",
            call.calledExpression.lastName?.text == "type", let object = call.arguments.first
        {
            return types(of: expression.with(object.expression))
        }
        if expression.namesSelfType { return types(of: expression.with(optional: nil)) }
        if let type = index.types(namedBy: expression.typeNamed ?? expression).types.first {
            return [DynamicType(symbol: type, isExact: true)]
        }
        var types: [DynamicType] = []
        for value in values(of: expression) {
            switch value.kind {
            case .enumerationCase(let symbol):
                if let parent = symbol.parent { types.append(DynamicType(symbol: parent, isExact: true)) }
            case .expression(let expression):
                let named = index.types(namedBy: expression.typeNamed ?? expression).types.first
                guard let type = named ?? index.type(of: expression) else { continue }
                let isCreated = expression.symbols.contains(where: \.isInitializer)
                types.append(DynamicType(symbol: type, isExact: named != nil || isCreated || type.kind != .class))
            case .passed(let expression):
                guard expression.isReceiver, let type = expression.function?.typeAround, type.kind != .protocol
                else { return nil }
                types.append(DynamicType(symbol: type, isExact: type.kind != .class))
            }
        }
        return types
    }

    /// Returns the types that a generic parameter stands for.
    private func types(of generic: GenericParameterSyntax, in expression: Expression) -> [DynamicType]? {
        let name = generic.name.name
        let function = expression.function
        if let parameter = function?.parameterList?.first(where: { $0.type.mentions(name) }),
            generic.parent?.parent?.parent == function?.declaration
        {
            guard let passed = arguments(for: parameter, in: expression) else { return nil }
            return passed.compactMap(types).flatMap { $0 }
        }
        // That of the type around the function.
        guard let list = generic.parent?.as(GenericParameterListSyntax.self),
            let position = list.firstIndex(of: generic)
        else { return [] }
        let offset = list.distance(from: list.startIndex, to: position)
        var found: [DynamicType] = []
        for value in values(of: expression.with(optional: nil)) {
            switch value.kind {
            case .passed: return nil
            case .enumerationCase: break
            case .expression(let object):
                guard let argument = object.genericArgument(at: offset) else { continue }
                let types = index.types(named: argument, in: object.file)
                found += types.map { DynamicType(symbol: $0, isExact: true) }
            }
        }
        return found
    }
}
