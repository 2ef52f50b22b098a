import SwiftSyntax

/// The results of a call: the values that the code of a function may return, given the arguments.
extension Evaluator {
    func results(of call: FunctionCallExprSyntax, in expression: Expression) -> [Value] {
        // A closure that is called where it is written.
        if let closure = call.calledExpression.as(ClosureExprSyntax.self), call.arguments.isEmpty {
            return values(of: expression, returnedBy: closure.statements, in: expression)
        }
        let symbols = expression.symbols
        if let enumerationCase = symbols.first(where: { $0.kind == .enumerationCase }) {
            return [.enumerationCase(enumerationCase)]
        }
        guard let name = expression.name, let syntax = CallSyntax(at: name),
            let function = symbols.first(where: { $0.declaration?.is(FunctionDeclSyntax.self) == true })
        else { return [.expression(expression)] }
        return results(of: function, called: syntax, in: expression)
    }

    func results(of call: SubscriptCallExprSyntax, in expression: Expression) -> [Value] {
        let symbols = expression.file.symbols(at: call.leftSquare.offset)
        if let syntax = CallSyntax(at: call.leftSquare), let found = symbols.first(where: { $0.definition != nil }) {
            return results(of: found, called: syntax, in: expression)
        }
        // An element of a literal, which may be any of them.
        let all = elements(of: expression.with(call.calledExpression))
        return all.flatMap { values(of: $0, at: 1, in: expression) }
    }

    /// Returns what a function or a subscript returns.
    private func results(of function: Symbol, called call: CallSyntax, in expression: Expression) -> [Value] {
        let receiver = expression.with(optional: call.receiver)
        return implementations(of: function, on: receiver).flatMap { found -> [Value] in
            guard let declaration = found.content, let statements = declaration.declaration?.body
            else { return [opaque(found, expression)] }
            guard let context = context(of: CallingContext(of: declaration, call, in: expression), for: declaration)
            else { return [.unknown(expression.code)] }
            var scope = declaration.expression(nil)
            scope.context = context
            return values(of: expression, returnedBy: statements, in: scope)
        }
    }

    /// Returns the values of an expression that calls the code of a function or a closure.
    func values(
        of expression: Expression, returnedBy statements: CodeBlockItemListSyntax, in scope: Expression
    ) -> [Value] {
        returned(by: statements, in: scope)?.flatMap(values) ?? [.passed(expression)]
    }

    /// Returns the expressions that the code of a function or a closure may return, or `nil` if callers that pass an
    /// enumeration case choose between them.
    func returned(by statements: CodeBlockItemListSyntax, in scope: Expression) -> [Expression]? {
        let isPassed = statements.compactMap(\.subject).map { scope.with($0) }.contains { subject in
            type(of: subject)?.kind == .enumeration && values(of: subject).contains(where: \.isPassed)
        }
        return isPassed ? nil : branches(in: statements, of: scope, isValue: true)
    }

    /// Returns what statements may return, and the expression that they are if that is their value.
    private func branches(
        in statements: CodeBlockItemListSyntax, of scope: Expression, isValue: Bool
    ) -> [Expression] {
        let isOnly = isValue && statements.count == 1
        return statements.flatMap { branches(of: Syntax($0.item), in: scope, isValue: isOnly) }
    }

    /// Returns what a statement may return, or the expression that it is if that is a value.
    func branches(of statement: Syntax, in scope: Expression, isValue: Bool = true) -> [Expression] {
        func inside(_ statements: CodeBlockItemListSyntax) -> [Expression] {
            branches(in: statements, of: scope, isValue: isValue)
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
        case .guardStmt(let statement): return branches(in: statement.body.statements, of: scope, isValue: false)
        case .doStmt(let statement):
            let blocks = [statement.body] + statement.catchClauses.map(\.body)
            return blocks.flatMap { branches(in: $0.statements, of: scope, isValue: false) }
        case .forStmt(let statement): return branches(in: statement.body.statements, of: scope, isValue: false)
        case .whileStmt(let statement): return branches(in: statement.body.statements, of: scope, isValue: false)
        case .repeatStmt(let statement): return branches(in: statement.body.statements, of: scope, isValue: false)
        case .labeledStmt(let statement):
            return branches(of: Syntax(statement.statement), in: scope, isValue: isValue)
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
        let subjects = values(of: scope.with(choice.subject)).map { $0.enumerationCase?.baseName }
        guard !subjects.isEmpty, !subjects.contains(nil) else { return all }
        let chosen = all.filter { !$0.names.isDisjoint(with: subjects.compactMap { $0 }) }
        return chosen.isEmpty ? all.filter(\.isDefault) : chosen
    }
}
