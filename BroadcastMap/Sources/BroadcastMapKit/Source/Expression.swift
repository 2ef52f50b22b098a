import SwiftSyntax

/// An expression of the sources.
struct Expression: Hashable {
    /// `nil` for the `self` that the call of a member leaves out.
    let syntax: ExprSyntax?
    let file: SourceFile
    /// The declaration whose code it is.
    let function: Symbol?
    /// The call of that declaration, if it is known.
    var context: CallingContext?

    func with(_ syntax: some ExprSyntaxProtocol) -> Expression { with(optional: ExprSyntax(syntax)) }

    /// Returns an expression in the same code: `self` if it is left out.
    func with(optional syntax: ExprSyntax?) -> Expression {
        Expression(syntax: syntax, file: file, function: function, context: context)
    }

    /// The code in one line, as long as a line of the map allows.
    var code: String? { syntax?.codeInLine.shortened }

    /// The symbols that are named by the last name of a path, or by what a call calls.
    var symbols: [Symbol] { (name?.offset).map(file.symbols) ?? [] }

    /// The last name of a path, or that of what a call calls.
    var name: TokenSyntax? { syntax?.lastName }

    /// True if it is what the function around it is called on.
    var isReceiver: Bool { value.syntax.map { $0.isSelf } ?? true }

    /// The type that it is converted to.
    var castType: TypeSyntax? { syntax?.castType }

    /// The closure that it is, or that the constant that it names is.
    var closure: ClosureExprSyntax? { constantOrSelf.value.syntax?.as(ClosureExprSyntax.self) }

    /// True if the expression is a name alone, such as that of a variable.
    var isName: Bool { value.syntax?.is(DeclReferenceExprSyntax.self) == true && !isReceiver }

    /// The expression without parentheses, conversions, and what unwraps or waits for it.
    var value: Expression { syntax.map { with($0.value) } ?? self }

    /// The alternatives of a conditional expression, or the expression itself.
    var alternatives: [Expression] {
        let all = syntax?.value.alternatives ?? []
        return all.count > 1 ? all.map { with($0) } : [self]
    }

    /// The expression before `.self`.
    var typeNamed: Expression? {
        guard let member = value.syntax?.as(MemberAccessExprSyntax.self), member.isSelf else { return nil }
        return member.base.map { with($0) }
    }

    /// The binding of the name that it is, unless the index knows its declaration.
    var binding: Binding? {
        guard let name = value.syntax?.as(DeclReferenceExprSyntax.self) else { return nil }
        // The index has some uses of parameters.
        return file.symbols(at: name.offset).allSatisfy { $0.kind == .parameter } ? file.names.binding(of: name) : nil
    }

    /// The value of the local constant that it names, as far as constants name each other.
    var constant: Expression? {
        var found: Expression?
        while let next = (found ?? self).binding.flatMap(initializer) { found = next }
        return found
    }

    /// The value of the local constant that it names, or the expression itself.
    var constantOrSelf: Expression { constant ?? self }

    /// Returns what a binding gives to a name that never changes.
    private func initializer(of binding: Binding) -> Expression? {
        switch binding {
        case .variable(let variable) where variable.isConstant:
            variable.initializer.map { with($0.value) }
        case .unwrapped(let condition):
            condition.initializer.map { with($0.value) } ?? condition.binding.flatMap(initializer)
        case .capture(let capture):
            capture.initializer.map { with($0.value) } ?? capture.binding.flatMap(initializer)
        case .variable, .parameter, .genericParameter, .closureParameter, .pattern:
            nil
        }
    }
}

extension ExprSyntax {
    fileprivate var isSelf: Bool {
        self.is(SuperExprSyntax.self) || self.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    }

    /// The type at its end if it is converted, such as that of `self as! any Life`.
    fileprivate var castType: TypeSyntax? {
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

    fileprivate var value: ExprSyntax {
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
    fileprivate var alternatives: [ExprSyntax] {
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
    fileprivate var converted: ExprSyntax? {
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
