import SwiftSyntax

/// A type that code names, which is several for a composition.
///
/// As at run time, the types of a composition are sorted, and none from which another one inherits is among them.
struct ResolvedType {
    let types: [Symbol]
    /// How a type is written if it has generic arguments.
    let form: String?

    static var none: ResolvedType { ResolvedType(types: [], form: nil) }

    fileprivate init(types: [Symbol], form: String?) {
        self.types = types
        self.form = form
    }

    fileprivate init(composing parts: [ResolvedType]) {
        let all = Set(parts.flatMap(\.types))
        let own = all.filter { type in !all.contains { $0 != type && $0.withBases.contains(type) } }
        types = own.sorted { $0.fullName < $1.fullName }
        form = parts.lazy.compactMap(\.form).first
    }
}

/// Finds the types that the source names, which their places in the index identify.
extension Index {
    /// Returns the types that an expression before `.self` names.
    func types(namedBy expression: Expression) -> ResolvedType {
        expression.syntax.map { types(namedBy: Syntax($0), in: expression.file) } ?? .none
    }

    /// Returns the types that the syntax of a type names.
    func types(named type: TypeSyntax, in file: SourceFile) -> [Symbol] { types(namedBy: Syntax(type), in: file).types }

    /// Returns the types that the syntax of a type, or of an expression, names.
    private func types(namedBy syntax: Syntax, in file: SourceFile) -> ResolvedType {
        switch syntax.as(SyntaxEnum.self) {
        case .typeExpr(let expression): types(namedBy: Syntax(expression.type), in: file)
        case .someOrAnyType(let type): types(namedBy: Syntax(type.constraint), in: file)
        case .attributedType(let type): types(namedBy: Syntax(type.baseType), in: file)
        case .tupleType(let tuple) where tuple.elements.count == 1:
            types(namedBy: Syntax(tuple.elements.first!.type), in: file)
        case .tupleExpr(let tuple) where tuple.elements.count == 1:
            types(namedBy: Syntax(tuple.elements.first!.expression), in: file)
        case .optionalType(let optional): types(namedBy: Syntax(optional.wrappedType), in: file)
        case .implicitlyUnwrappedOptionalType(let optional): types(namedBy: Syntax(optional.wrappedType), in: file)
        case .compositionType(let composition):
            ResolvedType(composing: composition.elements.map { types(namedBy: Syntax($0.type), in: file) })
        case .infixOperatorExpr(let composition):
            ResolvedType(
                composing: [composition.leftOperand, composition.rightOperand].map {
                    types(namedBy: Syntax($0), in: file)
                })
        case .identifierType(let type): types(namedBy: type.name, type.genericArgumentClause, in: file)
        case .memberType(let type): types(namedBy: type.name, type.genericArgumentClause, in: file)
        case .declReferenceExpr(let name): types(namedBy: name.baseName, nil, in: file)
        case .memberAccessExpr(let member): types(namedBy: member.declName.baseName, nil, in: file)
        case .genericSpecializationExpr(let type):
            ExprSyntax(type).lastName.map { types(namedBy: $0, type.genericArgumentClause, in: file) } ?? .none
        default: .none
        }
    }

    private func types(
        namedBy name: TokenSyntax, _ arguments: GenericArgumentClauseSyntax?, in file: SourceFile
    ) -> ResolvedType {
        let form = arguments.map { name.text + $0.codeInLine }
        let symbols = file.symbols(at: name.offset)
        guard let symbol = symbols.first(where: { $0.isType || $0.kind == .alias }) else { return .none }
        if symbol.isType { return ResolvedType(types: [symbol], form: form) }
        guard let alias = symbol.declaration?.as(TypeAliasDeclSyntax.self), let definition = symbol.definition
        else { return .none }
        let aliased = types(namedBy: Syntax(alias.initializer.value), in: definition.file)
        return ResolvedType(types: aliased.types, form: form ?? aliased.form)
    }

    /// Returns the type whose `.self` a value has if it is declared as `Name.Type`.
    func types(ofMetatype type: TypeSyntax, in file: SourceFile) -> ResolvedType {
        type.as(MetatypeTypeSyntax.self).map { types(namedBy: Syntax($0.baseType), in: file) } ?? .none
    }
}
