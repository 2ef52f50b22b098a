import SwiftSyntax

extension SyntaxProtocol {
    /// The code without its comments, in one line that isn't long.
    var inOneLine: String {
        let words = trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count <= 80 ? words : words.prefix(79) + "…"
    }
}

extension ExprSyntax {
    /// The expression behind `try`, `await` and `unsafe`.
    fileprivate var withoutEffects: ExprSyntax {
        if let expression = self.as(TryExprSyntax.self)?.expression { return expression.withoutEffects }
        if let expression = self.as(AwaitExprSyntax.self)?.expression { return expression.withoutEffects }
        if let expression = self.as(UnsafeExprSyntax.self)?.expression { return expression.withoutEffects }
        return self
    }
}

extension ExprSyntax {
    /// Whether its literals show that it is a text or an array, which have a `+` and no `-`.
    var isTextOrArray: Bool {
        switch self.as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr, .arrayExpr: true
        case .infixOperatorExpr(let infix):
            !infix.isLogic && (infix.leftOperand.isTextOrArray || infix.rightOperand.isTextOrArray)
        case .ternaryExpr(let ternary): ternary.thenExpression.isTextOrArray || ternary.elseExpression.isTextOrArray
        case .tupleExpr(let tuple): tuple.elements.count == 1 && tuple.elements.first!.expression.isTextOrArray
        default: false
        }
    }
}

extension CodeBlockItemSyntax {
    enum Removable {
        case call
        case assignment
    }

    /// What a statement is, if a program may do without it.
    var removable: Removable? {
        guard case .expr(let expression) = item else { return nil }
        let statement = expression.withoutEffects
        if let call = statement.as(FunctionCallExprSyntax.self) {
            // An initializer that calls no other doesn't compile.
            let called = call.calledExpression.trimmedDescription
            return ["self.init", "super.init"].contains(called) ? nil : .call
        }
        guard let infix = statement.as(InfixOperatorExprSyntax.self) else { return nil }
        if infix.leftOperand.is(DiscardAssignmentExprSyntax.self) {
            // A name alone, as in `_ = isolation`, does nothing when it runs.
            return infix.rightOperand.withoutEffects.is(FunctionCallExprSyntax.self) ? .call : nil
        }
        return infix.isAssignment ? .assignment : nil
    }

    /// Whether it is all that a body consists of, and so what the body returns; or if removing it is the same as removing
    /// the call that its closure is an argument of.
    ///
    /// What a function returns is mostly what its closure does. An initializer, as in `Task { send() }`, isn't one.
    var isResult: Bool {
        guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
        switch list.parent?.as(SyntaxEnum.self) {
        case .closureExpr(let closure):
            if let type = closure.signature?.returnClause?.type, !type.isVoid { return true }
            return closure.call.map { !$0.isInitializer } ?? false
        case .accessorBlock:
            return true
        case .codeBlock(let block):
            if let function = block.parent?.as(FunctionDeclSyntax.self) { return !function.hasNoResult }
            if let expression = block.parent?.as(IfExprSyntax.self) { return Syntax(expression).isValue }
            return block.parent?.as(AccessorDeclSyntax.self)?.accessorSpecifier.tokenKind == .keyword(.get)
        case .switchCase(let branch):
            return branch.parent?.parent?.isValue ?? false
        default:
            return false
        }
    }

    /// Whether it is all that a `defer` consists of.
    var isWholeDefer: Bool {
        guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
        return list.parent?.parent?.is(DeferStmtSyntax.self) == true
    }
}

extension Syntax {
    /// Whether the branches of an `if` or a `switch` are its value; in a closure, only the compiler knows.
    fileprivate var isValue: Bool {
        if let outer = parent?.as(IfExprSyntax.self) { return Syntax(outer).isValue }
        guard let statement = parent?.as(ExpressionStmtSyntax.self),
            let item = statement.parent?.as(CodeBlockItemSyntax.self)
        else { return true }
        return item.isResult && item.parent?.parent?.is(ClosureExprSyntax.self) != true
    }
}

extension ClosureExprSyntax {
    /// The call with this closure as its argument.
    fileprivate var call: FunctionCallExprSyntax? {
        var node = parent
        while let current = node, current.is(LabeledExprSyntax.self) || current.is(LabeledExprListSyntax.self) {
            node = current.parent
        }
        return node?.as(FunctionCallExprSyntax.self)
    }
}

extension FunctionCallExprSyntax {
    fileprivate var isInitializer: Bool {
        calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase == true
    }
}

extension InfixOperatorExprSyntax {
    /// Whether it is `=`, or an operator such as `+=`.
    var isAssignment: Bool {
        if self.operator.is(AssignmentExprSyntax.self) { return true }
        let text = self.operator.trimmedDescription
        return text.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(text)
    }

    /// The outermost expression of operators around it whose operands have one type.
    var chain: InfixOperatorExprSyntax {
        guard let outer = parent?.as(InfixOperatorExprSyntax.self), !outer.isLogic else { return self }
        return outer.chain
    }

    /// Whether it is in a function that says which of two elements comes first.
    var isInOrder: Bool {
        for ancestor in sequence(first: Syntax(self), next: \.parent) {
            if let function = ancestor.as(FunctionDeclSyntax.self) { return function.name.text == "<" }
            guard let closure = ancestor.as(ClosureExprSyntax.self) else { continue }
            let function = closure.call?.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            return ["sort", "sorted", "min", "max"].contains(function)
        }
        return false
    }

    fileprivate var isLogic: Bool { ["&&", "||"].contains(self.operator.trimmedDescription) }

    /// Whether negating a condition changes it already.
    var isWholeCondition: Bool {
        switch parent?.as(SyntaxEnum.self) {
        case .conditionElement, .whereClause, .repeatStmt: true
        case .ternaryExpr(let ternary): ternary.condition.id == id
        default: false
        }
    }
}

extension FunctionDeclSyntax {
    var hasNoResult: Bool { signature.returnClause.map(\.type.isVoid) ?? true }
}

extension TypeSyntax {
    var isVoid: Bool { ["Void", "()"].contains(trimmedDescription) }
    var isOptional: Bool { self.is(OptionalTypeSyntax.self) }
}

extension VariableDeclSyntax {
    var isWeak: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.weak) } }
}
