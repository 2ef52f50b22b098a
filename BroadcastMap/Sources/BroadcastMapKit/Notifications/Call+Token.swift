import SwiftSyntax

extension Call {
    /// True if the call is a statement that drops the token of a closure, without which nothing removes the observer.
    ///
    /// A function of the program that takes the closure may keep the token.
    var dropsToken: Bool {
        guard entry.operation == .closure, entry.function.definition == nil, let syntax = syntax?.syntax,
            let statement = syntax.ancestor(CodeBlockItemSyntax.self, inside: { !$0.is(ClosureExprSyntax.self) }),
            statement.bytes.upperBound == syntax.bytes.upperBound
        else { return false }
        let before = statement.tokens(viewMode: .sourceAccurate).prefix { $0.offset < syntax.offset }.map(\.text)
        return before == ["_", "="] || before.isEmpty && !statement.isResult
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
