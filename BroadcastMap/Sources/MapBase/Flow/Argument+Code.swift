import SwiftSyntax

extension Argument.Code {
    /// The code in one line.
    package var written: String? { syntax?.codeInLine.shortened ?? objectiveC }

    /// The code in one line, with the call whose closure has the parameter `$0` in it.
    package var text: String? {
        guard let syntax else { return objectiveC }
        let text = syntax.codeInLine.shortened
        let closure = syntax.shorthandParameter?.closureOfShorthand
        guard let closure, !syntax.bytes.contains(closure.offset), let caller = closure.callAround else { return text }
        return "\(text) of \(caller.calledExpression.codeInLine.shortened)"
    }
}

extension Resolver {
    /// Returns an argument with one of its values, and with the alternative of a conditional expression that has it.
    package func argument(_ argument: Argument, giving value: Fact) -> Argument {
        let parts = argument.value.alternatives
        guard let code = argument.code.syntax?.value.alternatives, code.count > 1, code.count == parts.count,
            let found = zip(code, parts).first(where: { values(of: $0.1).contains(value) })
        else { return argument.with(value) }
        return Argument(label: argument.label, isTrailing: argument.isTrailing, value: value, code: .init(found.0))
    }
}

extension Fact {
    /// The parts that a conditional expression chooses from.
    var alternatives: [Fact] {
        if case .choice(let parts) = self { return parts.flatMap(\.alternatives) }
        return [self]
    }
}

extension ExprSyntax {
    /// A parameter such as `$0` that it names.
    fileprivate var shorthandParameter: DeclReferenceExprSyntax? {
        let tokens = tokens(viewMode: .sourceAccurate)
        return tokens.lazy.compactMap { $0.parent?.as(DeclReferenceExprSyntax.self) }
            .first { $0.shorthandPosition != nil }
    }
}

extension DeclReferenceExprSyntax {
    /// The number in `$0`.
    var shorthandPosition: Int? { baseName.text.hasPrefix("$") ? Int(baseName.text.dropFirst()) : nil }

    /// The closure whose parameter `$0` is.
    fileprivate var closureOfShorthand: ClosureExprSyntax? {
        shorthandPosition == nil ? nil : ancestor(ClosureExprSyntax.self)
    }
}
