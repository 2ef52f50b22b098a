import SwiftSyntax

extension CallChain {
    /// True if an operator after the call of a publisher, or after what combines it with others, names a scheduler.
    var isScheduled: Bool {
        let operators: Set = ["receive", "debounce", "delay", "throttle"]
        return calls(of: operators).contains { call in
            call.arguments.contains { ["on", "scheduler"].contains($0.label?.text) }
        } || combination?.isScheduled == true
    }

    /// Where the operators of a publisher are called that take functions, and what takes both it and a function, such as
    /// `onReceive`.
    var subscribingCalls: [Int] {
        let operators: Set = ["sink", "map", "tryMap", "compactMap", "flatMap", "filter", "handleEvents"]
        return (calls(of: operators) + [last.callAround].compactMap { $0 }).compactMap(
            \.calledExpression.lastName?.offset)
    }

    private func calls(of names: Set<String>) -> [FunctionCallExprSyntax] {
        links.compactMap { $0.as(FunctionCallExprSyntax.self) }.filter {
            names.contains($0.calledExpression.lastName?.text ?? "")
        }
    }

    /// What combines the publisher with others, such as `Publishers.Merge(…)`.
    private var combination: CallChain? {
        guard let call = last.callAround, let name = call.calledExpression.lastName,
            call.calledExpression.path.first == "Publishers" || name.text == "merge"
        else { return nil }
        return CallChain(of: Syntax(call))
    }

    /// True if the call is a statement that drops its result.
    fileprivate var dropsResult: Bool {
        let statement = call.ancestors.first { $0.is(ClosureExprSyntax.self) || $0.is(CodeBlockItemSyntax.self) }
        guard let statement = statement?.as(CodeBlockItemSyntax.self),
            Syntax(statement.item).bytes.upperBound == call.bytes.upperBound
        else { return false }
        let before = statement.tokens(viewMode: .sourceAccurate).prefix { $0.offset < call.offset }.map(\.text)
        return before == ["_", "="] || before.isEmpty && !statement.isResult
    }
}

extension CallFact {
    var dropsResult: Bool { chain?.dropsResult ?? dropsObjectiveCResult }
}

extension CodeBlockItemSyntax {
    /// True if it may be the result of a closure, a getter, or a function, because it is the only statement.
    fileprivate var isResult: Bool {
        guard let statements = parent?.as(CodeBlockItemListSyntax.self), statements.count == 1,
            let code = statements.parent?.parent
        else { return false }
        if let function = code.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
        if code.is(IfExprSyntax.self) {
            return code.ancestors.lazy.compactMap { $0.as(CodeBlockItemSyntax.self) }.first?.isResult == true
        }
        return !code.is(InitializerDeclSyntax.self) && !code.is(StmtSyntax.self)
    }
}
