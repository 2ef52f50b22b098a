import SwiftSyntax

/// A call as it is written: of a function, an initializer, a subscript, a value, or a property wrapper.
struct CallSyntax {
    let syntax: Syntax
    /// The expression that a member is called on.
    let receiver: ExprSyntax?
    private let arguments: LabeledExprListSyntax

    /// Finds the call of what a token names, or whose arguments it begins.
    init?(at token: TokenSyntax) {
        if let call = token.parent?.as(FunctionCallExprSyntax.self), call.leftParen == token {
            self.init(syntax: Syntax(call), receiver: nil, arguments: call.arguments)
        } else if let call = token.parent?.as(SubscriptCallExprSyntax.self), call.leftSquare == token {
            self.init(syntax: Syntax(call), receiver: nil, arguments: call.arguments)
        } else if let attribute = token.ancestor(AttributeSyntax.self, inside: { $0.is(TypeSyntax.self) }) {
            guard case .argumentList(let arguments) = attribute.arguments else { return nil }
            self.init(syntax: Syntax(attribute), receiver: nil, arguments: arguments)
        } else {
            self.init(of: token)
        }
    }

    /// Finds where a property is read, which calls its getter.
    init?(readingAt token: TokenSyntax) {
        guard let name = token.parent?.as(DeclReferenceExprSyntax.self) else { return nil }
        let read = name.withBase
        self.init(
            syntax: Syntax(read), receiver: read.as(MemberAccessExprSyntax.self)?.base,
            arguments: LabeledExprListSyntax([]))
    }

    /// Finds the call of what a token names.
    private init?(of name: TokenSyntax) {
        guard var callee = name.parent?.as(DeclReferenceExprSyntax.self)?.withBase else { return nil }
        if let type = callee.parent?.as(GenericSpecializationExprSyntax.self) { callee = ExprSyntax(type) }
        guard let call = callee.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == callee.id
        else { return nil }
        self.init(
            syntax: Syntax(call), receiver: callee.as(MemberAccessExprSyntax.self)?.base, arguments: call.arguments)
    }

    private init(syntax: Syntax, receiver: ExprSyntax?, arguments: LabeledExprListSyntax) {
        self.syntax = syntax
        self.receiver = receiver
        self.arguments = arguments
    }

    /// Returns the arguments in the order of the parameters, `nil` for each that isn't in the parentheses.
    func arguments(for labels: [Substring]) -> [ExprSyntax?] {
        var rest = Array(arguments)[...]
        return labels.map { label in
            guard let position = rest.firstIndex(where: { ($0.label?.name ?? "_") == label }) else { return nil }
            defer { rest = rest[(position + 1)...] }
            return rest[position].expression
        }
    }

    /// Returns what is passed for each parameter: several arguments for a variadic one, none if the default is used.
    func arguments(for parameters: FunctionParameterListSyntax) -> [[ExprSyntax]] {
        var rest = Array(arguments)[...]
        let isSubscript = syntax.is(SubscriptCallExprSyntax.self)
        return parameters.map { parameter in
            // The only name of a subscript's parameter is no label.
            let isUnlabeled = isSubscript && parameter.secondName == nil
            let label = isUnlabeled ? "_" : parameter.firstName.name
            guard let position = rest.firstIndex(where: { ($0.label?.name ?? "_") == label }) else {
                return [trailingClosure(of: parameter)].compactMap { $0 }
            }
            let first = rest[position]
            rest = rest[(position + 1)...]
            guard parameter.ellipsis != nil else { return [first.expression] }
            let others = rest.prefix { $0.label == nil }
            rest = rest.dropFirst(others.count)
            return [first.expression] + others.map(\.expression)
        }
    }

    /// Returns the trailing closure that is the argument of a parameter, whose type is that of a function.
    private func trailingClosure(of parameter: FunctionParameterSyntax) -> ExprSyntax? {
        let isFunction = parameter.type.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .arrow }
        return isFunction ? trailingClosure(for: Substring(parameter.firstName.name)) : nil
    }

    /// Returns the trailing closure that is the argument of a parameter, if there is one.
    func trailingClosure(for label: Substring) -> ExprSyntax? {
        guard let call = syntax.as(FunctionCallExprSyntax.self) else { return nil }
        let labeled = call.additionalTrailingClosures.first { $0.label.name == label }?.closure
        return (labeled ?? call.trailingClosure).map(ExprSyntax.init)
    }

    /// The call with what is done with its result, such as `.isEmpty` or `.forEach { … }`.
    var chain: Syntax { links.last ?? syntax }

    /// The part of the chain that only asks something of the observers, whose closure may call them nevertheless.
    var query: Syntax? {
        guard let member = links.first?.as(MemberAccessExprSyntax.self),
            ["isEmpty", "count", "contains"].contains(member.declName.baseName.text)
        else { return nil }
        let call = member.parent?.as(FunctionCallExprSyntax.self)
        return call?.calledExpression.id == ExprSyntax(member).id ? call.map(Syntax.init) : Syntax(member)
    }

    /// True if an operator after the call of a publisher, or after what combines it with others, names a scheduler.
    var isScheduled: Bool {
        let operators: Set = ["receive", "debounce", "delay", "throttle"]
        let calls = links.compactMap { $0.as(FunctionCallExprSyntax.self) }.filter {
            operators.contains($0.calledExpression.lastName?.text ?? "")
        }
        return calls.contains { call in call.arguments.contains { ["on", "scheduler"].contains($0.label?.name) } }
            || combination?.isScheduled == true
    }

    /// The functions that operators of a publisher take, or a view that receives from it.
    var subscribers: [ExprSyntax] {
        let receiver = chain.callAround.flatMap { $0.calledExpression.lastName?.text == "onReceive" ? $0 : nil }
        let operators: Set = ["sink", "map", "tryMap", "compactMap", "flatMap", "filter", "handleEvents"]
        let calls = links.compactMap { $0.as(FunctionCallExprSyntax.self) }.filter {
            operators.contains($0.calledExpression.lastName?.text ?? "")
        }
        let functions = (calls + [receiver].compactMap { $0 }).flatMap { call -> [ExprSyntax] in
            let closures = [call.trailingClosure].compactMap { $0 } + call.additionalTrailingClosures.map(\.closure)
            let arguments = call.arguments.map(\.expression).filter { argument in
                argument.id != ExprSyntax(chain)?.id && !argument.is(FunctionCallExprSyntax.self)
            }
            return arguments + closures.map { ExprSyntax($0) }
        }
        return functions + (combination?.subscribers ?? [])
    }

    /// Returns the functions that take what a publisher in a constant or in a property publishes.
    func readers(at occurrence: Occurrence) -> [Expression] {
        guard let variable = chain.parent?.parent?.as(PatternBindingSyntax.self),
            let name = variable.pattern.as(IdentifierPatternSyntax.self)?.identifier
        else { return [] }
        let file = occurrence.file
        let local = file.names.references(to: variable).flatMap { reference in
            (CallSyntax(readingAt: reference.baseName)?.subscribers ?? []).map(occurrence.expression)
        }
        let references = file.symbols(at: name.offset).filter(\.kind.isProperty).flatMap(\.references)
        return local
            + references.flatMap { reference in
                let read = reference.token.flatMap { CallSyntax(readingAt: $0) }
                return (read?.subscribers ?? []).map(reference.expression)
            }
    }

    /// The call that combines this publisher with others, such as `Publishers.Merge(…)`.
    private var combination: CallSyntax? {
        guard let argument = chain.parent?.as(LabeledExprSyntax.self),
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
            let name = call.calledExpression.lastName,
            call.calledExpression.path.first == "Publishers" || name.text == "merge"
        else { return nil }
        return CallSyntax(at: name)
    }

    /// True if it calls a member of the superclass, which reaches no override.
    var isOnSuper: Bool { receiver?.is(SuperExprSyntax.self) == true }

    /// True if a trailing closure follows the call.
    var hasTrailingClosure: Bool { syntax.as(FunctionCallExprSyntax.self)?.trailingClosure != nil }

    /// The members, calls and subscripts after the call, each with what precedes it.
    private var links: [Syntax] {
        var last = syntax
        return syntax.ancestors.prefix { next in
            defer { last = next }
            return next.operand?.id == last.id
        }
    }

    /// The code that may call observers which a loop takes from the result.
    var loopBody: Syntax? {
        chain.ancestor(ForStmtSyntax.self) { $0.is(ExprSyntax.self) }.map { Syntax($0.body) }
    }
}

extension Syntax {
    /// The expression that a postfix expression begins with.
    fileprivate var operand: ExprSyntax? {
        switch self.as(SyntaxEnum.self) {
        case .memberAccessExpr(let member): member.base
        case .functionCallExpr(let call): call.calledExpression
        case .subscriptCallExpr(let call): call.calledExpression
        case .optionalChainingExpr(let chaining): chaining.expression
        case .forceUnwrapExpr(let unwrapping): unwrapping.expression
        default: nil
        }
    }
}
