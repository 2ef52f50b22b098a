import SwiftSyntax

/// The parts of an expression, as far as they are written.
extension ExprSyntax {
    var isSelf: Bool {
        self.is(SuperExprSyntax.self) || self.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    }

    private var inParentheses: ExprSyntax? {
        guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1 else { return nil }
        return tuple.elements.first?.expression
    }

    package var value: ExprSyntax {
        let inside: ExprSyntax?
        switch self.as(ExprSyntaxEnum.self) {
        case .tupleExpr: inside = inParentheses
        case .forceUnwrapExpr(let unwrapping): inside = unwrapping.expression
        case .optionalChainingExpr(let chaining): inside = chaining.expression
        case .tryExpr(let trying): inside = trying.expression
        case .awaitExpr(let waiting): inside = waiting.expression
        case .inOutExpr(let passing): inside = passing.expression
        case .consumeExpr(let consuming): inside = consuming.expression
        case .copyExpr(let copying): inside = copying.expression
        case .asExpr(let conversion): inside = conversion.expression
        default: inside = nil
        }
        return inside?.value ?? self
    }

    /// The arms of a conditional expression, and both sides of `??`.
    var alternatives: [ExprSyntax] {
        if let choice = self.as(TernaryExprSyntax.self) {
            return choice.thenExpression.value.alternatives + choice.elseExpression.value.alternatives
        }
        return operands(of: "??")?.flatMap(\.value.alternatives) ?? [self]
    }

    /// Returns both sides of a binary operator, or `nil` if it isn't that operator.
    func operands(of operation: String) -> [ExprSyntax]? {
        guard let infix = self.as(InfixOperatorExprSyntax.self),
            infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text == operation
        else { return nil }
        return [infix.leftOperand, infix.rightOperand]
    }

    package var lastName: TokenSyntax? {
        switch value.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let name): name.baseName
        case .memberAccessExpr(let member): member.declName.baseName
        case .genericSpecializationExpr(let type): type.expression.lastName
        case .functionCallExpr(let call): call.calledExpression.lastName
        default: nil
        }
    }
}

extension MemberAccessExprSyntax {
    /// True if the member is `.self`.
    var isSelf: Bool { declName.baseName.tokenKind == .keyword(.self) }
}

extension DeclReferenceExprSyntax {
    /// True if it names a member of what precedes it.
    package var isMember: Bool { parent?.as(MemberAccessExprSyntax.self)?.declName == self }

    /// The member access whose member it names, or else the name itself.
    var withBase: ExprSyntax {
        guard let member = parent?.as(MemberAccessExprSyntax.self), member.declName.id == id else {
            return ExprSyntax(self)
        }
        return ExprSyntax(member)
    }
}

extension ExprSyntax {
    /// The names of members, and of what the first is a member of.
    package var path: [String] {
        switch self.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let name): [name.baseName.name]
        case .memberAccessExpr(let member): (member.base?.path ?? []) + [member.declName.baseName.name]
        case .functionCallExpr(let call): call.calledExpression.path
        case .genericSpecializationExpr(let type): type.expression.path
        default: []
        }
    }
}

extension TokenSyntax {
    /// The text without backticks.
    var name: String { identifier?.name ?? text }
}
