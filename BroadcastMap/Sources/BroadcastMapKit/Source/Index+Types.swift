import Foundation
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

    /// Returns the type of `self`, of a property, of a parameter, or of what an expression creates or returns.
    ///
    /// If it is a composition, it is one of its types.
    func type(of expression: Expression) -> Symbol? {
        // A conversion to a class says more than what is converted, and one to a protocol says less.
        let converted = expression.castType.map { types(namedBy: Syntax($0), in: expression.file).types } ?? []
        if let type = converted.first(where: { $0.kind == .class }) { return type }
        if expression.isReceiver {
            let caller = expression.context.flatMap { $0.receiver == expression ? nil : type(of: $0.receiver) }
            return caller ?? expression.function?.typeAround
        }
        let value = expression.value
        // The value of a constant says more than the type that it is declared with, and what a function around the name
        // binds hides a property.
        if let constant = value.constant, let type = type(of: constant) { return type }
        if let binding = value.binding { return type(of: binding, in: value) }
        if let name = value.syntax?.as(DeclReferenceExprSyntax.self), let closure = name.closureOfShorthand {
            return type(ofParameter: name.shorthandPosition, of: closure, in: value)
        }
        if let instance = value.typeNamed { return type(of: instance) }
        guard let name = value.name else { return nil }
        let isCall = value.syntax?.is(FunctionCallExprSyntax.self) == true
        let symbols = value.symbols
        // What the closure in a property returns isn't the type of the property.
        if let property = symbols.first(where: \.kind.isProperty) { return isCall ? nil : types(of: property).first }
        if let enumerationCase = symbols.first(where: { $0.kind == .enumerationCase }) { return enumerationCase.parent }
        // Otherwise, it is the name of a type or of a function.
        guard isCall else { return nil }
        let created = types(namedBy: name, nil, in: value.file).types.first
        return created ?? symbols.lazy.compactMap { $0.baseName == "init" ? $0.parent : self.types(of: $0).first }.first
    }

    private func type(of binding: Binding, in expression: Expression) -> Symbol? {
        switch binding {
        case .variable(let variable):
            let declared = variable.typeAnnotation.map { types(namedBy: Syntax($0.type), in: expression.file) }
            if let declared { return declared.types.first }
            return variable.initializer.flatMap { type(of: expression.with($0.value)) }
        case .value(let value): return type(of: expression.with(value))
        case .parameter(let parameter):
            if let passed = expression.context?.arguments(for: parameter)?.first, let type = type(of: passed) {
                return type
            }
            let position = expression.function?.position(of: parameter)
            return position.flatMap { types(of: expression.function!.parameters[$0]).first }
        case .closureParameter(let closure, let position):
            return type(ofParameter: position, of: closure, in: expression)
        case .pattern(let pattern): return pattern.flatMap { type(of: $0, in: expression) }
        case .genericParameter: return nil
        }
    }

    /// Returns the type of a property or a parameter, or of what a function returns: several for a composition.
    func types(of declaration: Symbol) -> [Symbol] {
        let parts = declaration.fullName.typeName.components(separatedBy: " & ")
        let file = declaration.definition?.file
        let found = parts.compactMap { type(named: String($0.prefix { $0 != "<" }), from: file) }
        return found.isEmpty ? typesInSource(of: declaration) : found
    }

    /// Returns what the source of a declaration says, because the name of one for Objective-C doesn't have its type.
    private func typesInSource(of declaration: Symbol) -> [Symbol] {
        guard let file = declaration.definition?.file, let syntax = declaration.declaration else { return [] }
        let type =
            syntax.as(PatternBindingSyntax.self)?.typeAnnotation?.type ?? syntax.as(FunctionParameterSyntax.self)?.type
            ?? syntax.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
        if let type { return types(namedBy: Syntax(type), in: file).types }
        let value = syntax.as(PatternBindingSyntax.self)?.initializer?.value
        return value.flatMap { self.type(of: declaration.expression($0)) }.map { [$0] } ?? []
    }
}

extension String {
    /// The type in the name of a property, a parameter, or a function, such as `Mail.Inbox.title : Swift.String`.
    fileprivate var typeName: String {
        // The name of a local declaration ends with that of the function around it.
        let name = components(separatedBy: " in ")[0]
        let type = name.range(of: " : ") ?? name.range(of: " -> ", options: .backwards)
        return (type.map { String(name[$0.upperBound...]) } ?? "").withoutOptional
    }

    /// The type that an optional has, without the arguments of a generic one.
    private var withoutOptional: String {
        let optional = "Swift.Optional<"
        return hasPrefix(optional) ? String(dropFirst(optional.count).dropLast()) : self
    }
}
