import SwiftSyntax

/// Finds the types that the source names, which their places in the index identify.
extension Index {
    /// Returns the type that the syntax of a type, or of an expression, names.
    func type(named syntax: some SyntaxProtocol, in file: SourceFile) -> TypeFact {
        switch Syntax(syntax).as(SyntaxEnum.self) {
        case .typeExpr(let expression): type(named: expression.type, in: file)
        case .someOrAnyType(let type): self.type(named: type.constraint, in: file)
        case .attributedType(let type): self.type(named: type.baseType, in: file)
        case .tupleType(let tuple) where tuple.elements.count == 1: type(named: tuple.elements.first!.type, in: file)
        case .tupleExpr(let tuple) where tuple.elements.count == 1:
            type(named: tuple.elements.first!.expression, in: file)
        case .optionalType(let optional): type(named: optional.wrappedType, in: file)
        case .implicitlyUnwrappedOptionalType(let optional): type(named: optional.wrappedType, in: file)
        case .metatypeType(let metatype): type(named: metatype.baseType, in: file).metatype
        case .arrayType(let array): sequence(of: array.element, in: file)
        case .arrayExpr(let array) where array.elements.count == 1:
            sequence(of: array.elements.first!.expression, in: file)
        case .dictionaryType(let dictionary):
            TypeFact(
                arguments: [dictionary.key, dictionary.value].map { type(named: $0, in: file) }, kind: .dictionary)
        case .compositionType(let composition): self.composition(composition.elements.map(\.type), in: file)
        case .infixOperatorExpr(let composition):
            self.composition([composition.leftOperand, composition.rightOperand], in: file)
        case .identifierType(let type): self.type(of: type.name, type.genericArgumentClause, in: file)
        case .memberType(let type): self.type(of: type.name, type.genericArgumentClause, in: file)
        case .declReferenceExpr(let name): type(of: name.baseName, nil, in: file)
        case .memberAccessExpr(let member): type(of: member.declName.baseName, nil, in: file)
        case .genericSpecializationExpr(let type):
            ExprSyntax(type).lastName.map { self.type(of: $0, type.genericArgumentClause, in: file) } ?? TypeFact()
        default: TypeFact()
        }
    }

    private func sequence(of element: some SyntaxProtocol, in file: SourceFile) -> TypeFact {
        TypeFact(arguments: [type(named: element, in: file)], kind: .sequence)
    }

    /// Returns the types of a composition as they are at run time: sorted, and without those that another inherits from.
    private func composition(_ parts: [some SyntaxProtocol], in file: SourceFile) -> TypeFact {
        let types = parts.map { type(named: $0, in: file) }
        let all = Set(types.flatMap(\.symbols))
        let own = all.filter { type in !all.contains { $0 != type && $0.withBases.contains(type) } }
        return TypeFact(symbols: own.sorted { $0.fullName < $1.fullName }, form: types.lazy.compactMap(\.form).first)
    }

    private func type(
        of name: TokenSyntax, _ arguments: GenericArgumentClauseSyntax?, in file: SourceFile
    ) -> TypeFact {
        let symbol = file.symbols(at: name.offset).first { $0.isType || $0.kind == .alias }
        let list = arguments?.arguments.map { self.type(named: $0.argument, in: file) } ?? []
        let form = arguments.map { name.text + $0.codeInLine }
        var type = TypeFact(symbols: symbol?.isType == true ? [symbol!] : [], form: form, arguments: list)
        if let symbol, symbol.kind == .alias {
            guard let aliased = self.type(ofAlias: symbol) else { return type }
            type = aliased
            type.form = form ?? aliased.form
        }
        if ["Array", "Set", "ArraySlice", "ContiguousArray"].contains(name.text), list.count == 1 {
            type.kind = .sequence
        }
        if name.text == "Dictionary", list.count == 2 { type.kind = .dictionary }
        return type
    }

    /// Returns the type that an alias stands for.
    func type(ofAlias alias: Symbol) -> TypeFact? {
        guard let declaration = alias.declaration?.as(TypeAliasDeclSyntax.self), let file = alias.definition?.file
        else { return nil }
        return type(named: declaration.initializer.value, in: file)
    }
}

extension TypeSyntax {
    /// Returns true if it is the type of a function, or an alias of one.
    func isFunction(in file: SourceFile) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { token in
            if token.tokenKind == .arrow { return true }
            let alias = file.symbols(at: token.offset).first { $0.kind == .alias && $0.definition != nil }
            guard let declaration = alias?.declaration?.as(TypeAliasDeclSyntax.self) else { return false }
            return declaration.initializer.value.isFunction(in: alias!.definition!.file)
        }
    }
}

extension TypeFact {
    fileprivate var metatype: TypeFact {
        var type = self
        type.isMetatype = true
        return type
    }
}
