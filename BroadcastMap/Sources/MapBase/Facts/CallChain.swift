import SwiftSyntax

/// What code does with the result of a call, such as `.isEmpty`, `.forEach { … }`, or the operators of a publisher.
package struct CallChain {
    private let call: Syntax

    package init(of call: Syntax) { self.call = call }

    /// Where the call begins, after what it is called on, which may have closures of its own.
    var start: Int {
        let member = call.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
        return member?.period.offset ?? call.offset
    }

    /// Where the code ends that may call observers: of a query, of a loop over the result, or of the chain.
    var end: Int { (query ?? loopBody ?? last).bytes.upperBound }

    /// The last part of the chain.
    private var last: Syntax { links.last ?? call }

    /// The part of the chain that only asks something of the observers, whose closure may call them nevertheless.
    package var query: Syntax? {
        guard let member = links.first?.as(MemberAccessExprSyntax.self),
            ["isEmpty", "count", "contains"].contains(member.declName.baseName.text)
        else { return nil }
        let call = member.parent?.as(FunctionCallExprSyntax.self)
        return call?.calledExpression.id == ExprSyntax(member).id ? call.map(Syntax.init) : Syntax(member)
    }

    /// The code that may call observers which a loop takes from the result.
    private var loopBody: Syntax? {
        last.ancestor(ForStmtSyntax.self) { $0.is(ExprSyntax.self) }.map { Syntax($0.body) }
    }

    /// The members, calls and subscripts after the call, each with what precedes it.
    private var links: [Syntax] {
        var last = call
        return call.ancestors.prefix { next in
            defer { last = next }
            return next.operand?.id == last.id
        }
    }

    /// True if an operator after the call of a publisher, or after what combines it with others, names a scheduler.
    package var isScheduled: Bool {
        let operators: Set = ["receive", "debounce", "delay", "throttle"]
        return calls(of: operators).contains { call in
            call.arguments.contains { ["on", "scheduler"].contains($0.label?.name) }
        } || combination?.isScheduled == true
    }

    /// The functions that operators of a publisher take, or a view that receives from it.
    package var subscribers: [ExprSyntax] {
        let receiver = last.callAround.flatMap { $0.calledExpression.lastName?.text == "onReceive" ? $0 : nil }
        let operators: Set = ["sink", "map", "tryMap", "compactMap", "flatMap", "filter", "handleEvents"]
        let functions = (calls(of: operators) + [receiver].compactMap { $0 }).flatMap { call -> [ExprSyntax] in
            let closures = [call.trailingClosure].compactMap { $0 } + call.additionalTrailingClosures.map(\.closure)
            let arguments = call.arguments.map(\.expression).filter { argument in
                argument.id != ExprSyntax(last)?.id && !argument.is(FunctionCallExprSyntax.self)
            }
            return arguments + closures.map { ExprSyntax($0) }
        }
        return functions + (combination?.subscribers ?? [])
    }

    /// The functions that take the closures around the call, from the innermost on.
    package var closureOwners: [String] {
        call.ancestors.compactMap { $0.as(ClosureExprSyntax.self)?.callAround?.calledExpression }.map { called in
            // `Task.detached` is a task, too.
            called.path.first == "Task" ? "Task" : called.lastName?.name ?? ""
        }
    }

    /// The name of the constant or the property that keeps the result.
    package var variable: TokenSyntax? {
        let binding = last.parent?.parent?.as(PatternBindingSyntax.self)
        return binding?.pattern.as(IdentifierPatternSyntax.self)?.identifier
    }

    /// Finds what code does with a property where it reads that.
    package init?(readingAt token: TokenSyntax) {
        guard let name = token.parent?.as(DeclReferenceExprSyntax.self) else { return nil }
        call = Syntax(name.withBase)
    }

    private func calls(of names: Set<String>) -> [FunctionCallExprSyntax] {
        links.compactMap { $0.as(FunctionCallExprSyntax.self) }.filter {
            names.contains($0.calledExpression.lastName?.text ?? "")
        }
    }

    /// What combines the publisher with others, such as `Publishers.Merge(…)`.
    private var combination: CallChain? {
        guard let argument = last.parent?.as(LabeledExprSyntax.self),
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
            let name = call.calledExpression.lastName,
            call.calledExpression.path.first == "Publishers" || name.text == "merge"
        else { return nil }
        return CallChain(of: Syntax(call))
    }

    /// True if the call is a statement that drops its result.
    var dropsResult: Bool {
        guard let statement = call.ancestor(CodeBlockItemSyntax.self, inside: { !$0.is(ClosureExprSyntax.self) }),
            statement.bytes.upperBound == call.bytes.upperBound
        else { return false }
        let before = statement.tokens(viewMode: .sourceAccurate).prefix { $0.offset < call.offset }.map(\.text)
        return before == ["_", "="] || before.isEmpty && !statement.isResult
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

extension CodeBlockItemSyntax {
    /// True if it may be the result of a closure, a getter, or a function, because it is the only statement.
    fileprivate var isResult: Bool {
        guard let statements = parent?.as(CodeBlockItemListSyntax.self), statements.count == 1,
            let code = statements.parent?.parent
        else { return false }
        if let function = code.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
        if let condition = code.as(IfExprSyntax.self) {
            return condition.ancestor(CodeBlockItemSyntax.self)?.isResult == true
        }
        return !code.is(InitializerDeclSyntax.self) && !code.is(StmtSyntax.self)
    }
}
