import SwiftSyntax

extension Expression {
    /// Returns an element of a tuple, by its position or its label.
    func tupleElement(_ name: String) -> Expression? {
        guard let elements = value.syntax?.as(TupleExprSyntax.self)?.elements else { return nil }
        let named = elements.first { $0.label?.name == name }
        let numbered = Int(name).flatMap { Array(elements).indices.contains($0) ? Array(elements)[$0] : nil }
        return (named ?? numbered).map { with($0.expression) }
    }

    /// True if what the callers of the code pass may change what the expression is.
    ///
    /// A name alone stands for what nothing follows, and no name comes of a number.
    var dependsOnCall: Bool {
        guard let syntax = value.syntax, !isName, !syntax.isNumber else { return false }
        return syntax.tokens(viewMode: .sourceAccurate).contains { token in
            guard let name = token.parent?.as(DeclReferenceExprSyntax.self) else { return false }
            return ExprSyntax(name).isSelf || name.shorthandPosition != nil || file.names.binding(of: name) != nil
        }
    }

    /// True if the expression is `Self`, or `Self.self`.
    var namesSelfType: Bool {
        let name = (typeNamed ?? self).value.syntax?.as(DeclReferenceExprSyntax.self)
        return name?.baseName.tokenKind == .keyword(.Self)
    }

    /// The generic parameter that it names, alone or before `.self`.
    var genericParameter: GenericParameterSyntax? {
        let named = (typeNamed ?? self).value
        if case .genericParameter(let parameter) = named.binding { return parameter }
        // The index knows those of types.
        return named.symbols.lazy.compactMap { $0.declaration?.as(GenericParameterSyntax.self) }.first
    }

    /// Returns a type in the brackets of a generic type, or of one that is created.
    func genericArgument(at position: Int) -> TypeSyntax? {
        let type = value.syntax?.as(FunctionCallExprSyntax.self)?.calledExpression ?? value.syntax
        guard let arguments = type?.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause.arguments,
            arguments.count > position
        else { return nil }
        return TypeSyntax(Array(arguments)[position].argument)
    }
}
