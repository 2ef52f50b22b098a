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

    /// True if a loop takes from the result.
    var hasLoop: Bool { loopBody != nil }

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

    /// Where the operators of a publisher are called that take functions, and what takes both it and a function, such as
    /// `onReceive`.
    package var subscribingCalls: [Int] {
        let operators: Set = ["sink", "map", "tryMap", "compactMap", "flatMap", "filter", "handleEvents"]
        return (calls(of: operators) + [last.callAround].compactMap { $0 }).compactMap(\.calledExpression.lastName?.offset)
    }

    /// The functions that take the closures around the call, from the innermost on.
    package var closureOwners: [String] {
        call.ancestors.compactMap { $0.as(ClosureExprSyntax.self)?.callAround?.calledExpression }.map { called in
            let name = called.lastName?.name ?? ""
            // `Task.detached` is a task, too, but an immediate one starts where it is created.
            return called.path.first == "Task" && !name.hasPrefix("immediate") ? "Task" : name
        }
    }

    /// The name of the constant or the property that keeps the result.
    package var variable: TokenSyntax? { last.parent?.parent?.as(PatternBindingSyntax.self)?.name }

    /// True if a constant or a property keeps the result, and code comes before a loop over it.
    package var isUsedLater: Bool {
        guard variable != nil, let statement = last.ancestor(CodeBlockItemSyntax.self),
            let block = statement.parent?.as(CodeBlockItemListSyntax.self)
        else { return false }
        let next = block.drop { $0.id != statement.id }.dropFirst().first
        return next?.item.is(ForStmtSyntax.self) != true
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
            Syntax(statement.item).bytes.upperBound == call.bytes.upperBound
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

extension PatternBindingSyntax {
    fileprivate var name: TokenSyntax? { pattern.as(IdentifierPatternSyntax.self)?.identifier }
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
