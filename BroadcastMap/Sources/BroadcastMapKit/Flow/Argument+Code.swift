import SwiftSyntax

extension Argument.Code {
    /// The code in one line.
    var written: String? { syntax?.codeInLine.shortened ?? objectiveC }

    /// The name that is one of several alternatives.
    var nameAmongAlternatives: String? {
        guard let all = syntax?.value.alternatives, all.count > 1 else { return nil }
        return all.first { $0.is(DeclReferenceExprSyntax.self) }?.codeInLine
    }

    /// The code in one line, with the call whose closure has the parameter `$0` in it.
    var text: String? {
        guard let syntax else { return objectiveC }
        let text = syntax.codeInLine.shortened
        let closure = syntax.shorthandParameter?.closureOfShorthand
        guard let closure, !syntax.bytes.contains(closure.offset), let caller = closure.callAround else { return text }
        return "\(text) of \(caller.calledExpression.codeInLine.shortened)"
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
