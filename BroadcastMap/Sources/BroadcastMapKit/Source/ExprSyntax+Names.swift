import SwiftSyntax

/// The parts of an expression, as far as they are written.
extension ExprSyntax {
    var isSelf: Bool {
        self.is(SuperExprSyntax.self) || self.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    }

    /// The type at its end if it is converted, such as that of `self as! any Life`.
    var castType: TypeSyntax? {
        switch self.as(ExprSyntaxEnum.self) {
        case .tupleExpr: return inParentheses?.castType
        case .forceUnwrapExpr(let unwrapping): return unwrapping.expression.castType
        case .tryExpr(let trying): return trying.expression.castType
        case .sequenceExpr(let sequence):
            let elements = Array(sequence.elements)
            guard elements[...].converted != nil else { return nil }
            return elements[2].as(TypeExprSyntax.self)?.type
        default: return nil
        }
    }

    private var inParentheses: ExprSyntax? {
        guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1 else { return nil }
        return tuple.elements.first?.expression
    }

    var value: ExprSyntax {
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
        case .sequenceExpr(let sequence): inside = Array(sequence.elements)[...].converted
        default: inside = nil
        }
        return inside?.value ?? self
    }

    /// The arms of a conditional expression, and both sides of `??`.
    var alternatives: [ExprSyntax] {
        guard let sequence = self.as(SequenceExprSyntax.self) else { return [self] }
        return Array(sequence.elements)[...].alternatives ?? [self]
    }

    var lastName: TokenSyntax? {
        switch value.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let name): name.baseName
        case .memberAccessExpr(let member): member.declName.baseName
        case .genericSpecializationExpr(let type): type.expression.lastName
        case .functionCallExpr(let call): call.calledExpression.lastName
        default: nil
        }
    }
}

/// Operands and operators in the order of the source.
extension ArraySlice<ExprSyntax> {
    /// The operand that is converted to another type, if nothing else happens.
    var converted: ExprSyntax? {
        count == 3 && dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true ? first : nil
    }

    /// The operands that `?:` and `??` choose from, or `nil` if there are other operators.
    var alternatives: [ExprSyntax]? {
        if let position = firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }) {
            let first = self[position].as(UnresolvedTernaryExprSyntax.self)?.thenExpression.value.alternatives
            let second = self[(position + 1)...].alternatives
            return first.flatMap { first in second.map { first + $0 } }
        }
        if let only = count == 1 ? first : converted { return only.value.alternatives }
        guard let operation = dropFirst().first?.as(BinaryOperatorExprSyntax.self), operation.operator.text == "??"
        else { return nil }
        let second = dropFirst(2).alternatives
        return second.flatMap { second in first.map { $0.value.alternatives + second } }
    }
}

extension MemberAccessExprSyntax {
    /// True if the member is `.self`.
    var isSelf: Bool { declName.baseName.tokenKind == .keyword(.self) }
}

extension DeclReferenceExprSyntax {
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
    var path: [String] {
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
