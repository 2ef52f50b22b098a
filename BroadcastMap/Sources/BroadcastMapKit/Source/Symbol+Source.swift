import SwiftSyntax

/// The facts that only the source of a declaration has.
extension Symbol {
    /// The syntax that declares it: of a property, its part of the declaration.
    var declaration: Syntax? {
        guard let definition, definition.file.isSwift, let name = definition.file.tree.token(at: definition.offset)
        else { return nil }
        return name.ancestors.first {
            $0.isProtocol(DeclSyntaxProtocol.self) || $0.is(PatternBindingSyntax.self)
                || $0.is(FunctionParameterSyntax.self) || $0.is(GenericParameterSyntax.self)
        }
    }

    /// The value of a property's declaration, or the result of its getter, in the clause of `#if` that is compiled.
    var createdName: Expression? {
        guard let binding = declaration?.as(PatternBindingSyntax.self), let file = definition?.file else { return nil }
        if let value = binding.initializer?.value { return expression(value) }
        guard let getter = binding.accessorBlock?.getter else { return nil }
        if let value = getter.returned { return expression(value) }
        let directive = getter.count == 1 ? getter.first?.item.as(IfConfigDeclSyntax.self) : nil
        let active = directive?.activeStatements(in: file) ?? []
        return active.count == 1 ? active[0].returned.map(expression) : nil
    }

    /// Returns an expression in the code of the declaration: `self` if there is none.
    func expression(_ syntax: ExprSyntax?) -> Expression {
        Expression(syntax: syntax, file: definition!.file, function: self)
    }

    /// The isolation that `@MainActor` or `nonisolated` before the declaration states, or `nil` if neither is written.
    var declaredIsolation: Isolation? {
        let syntax = declaration?.parent?.parent?.as(VariableDeclSyntax.self).map(Syntax.init) ?? declaration
        let attributes = syntax?.asProtocol(WithAttributesSyntax.self)?.attributes
        if attributes?.haveMainActor == true { return .mainActor }
        let modifiers = syntax?.asProtocol(WithModifiersSyntax.self)?.modifiers
        return modifiers?.contains { $0.name.tokenKind == .keyword(.nonisolated) } == true ? .caller : nil
    }

    /// Returns what a parameter is if the caller leaves it out.
    func defaultArgument(_ position: Int) -> Expression? {
        parameterSyntax(position)?.defaultValue.map { expression($0.value) }
    }

    /// Returns the position of a parameter that a body names.
    func position(of parameter: FunctionParameterSyntax) -> Int? {
        let name = (parameter.secondName ?? parameter.firstName).offset
        return parameters.firstIndex { $0.definition?.offset == name }
    }

    /// Returns the position of the parameter whose type is `Name.Type` of this generic parameter of the function.
    func position(ofTypeOf generic: GenericParameterSyntax) -> Int? {
        guard generic.parent?.parent?.parent == declaration else { return nil }
        return parameters.indices.first { position in
            let type = parameterSyntax(position)?.type.as(MetatypeTypeSyntax.self)?.baseType
            return type?.as(IdentifierTypeSyntax.self)?.name.name == generic.name.name
        }
    }

    private func parameterSyntax(_ position: Int) -> FunctionParameterSyntax? {
        parameters.dropFirst(position).first?.declaration?.as(FunctionParameterSyntax.self)
    }
}

extension AccessorBlockSyntax {
    /// The code of the getter.
    var getter: CodeBlockItemListSyntax? {
        switch accessors {
        case .getter(let statements): statements
        case .accessors(let accessors):
            accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
        }
    }

    /// The result of a getter with one statement.
    fileprivate var returned: ExprSyntax? { getter?.returned }
}

extension CodeBlockItemListSyntax {
    fileprivate var returned: ExprSyntax? {
        guard let item = first?.item, count == 1 else { return nil }
        return item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
    }
}
