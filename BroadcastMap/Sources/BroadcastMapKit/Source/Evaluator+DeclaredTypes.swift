import Foundation
import SwiftSyntax

/// The types that declarations give to expressions, whatever their values are.
extension Evaluator {
    /// Returns the type of `self`, of a property, of a parameter, or of what an expression creates or returns.
    ///
    /// If it is a composition, it is one of its types.
    func type(of expression: Expression) -> Symbol? {
        if let type = castClass(of: expression) { return type }
        if expression.isReceiver {
            let caller = expression.context.flatMap { $0.receiver == expression ? nil : type(of: $0.receiver) }
            return caller ?? expression.function?.typeAround
        }
        let value = expression.value
        // What a function around the name binds hides a property.
        if let binding = value.binding { return type(of: binding, in: value) }
        if let name = value.syntax?.as(DeclReferenceExprSyntax.self), let closure = name.closureOfShorthand {
            return type(ofParameter: name.shorthandPosition, of: closure, in: value)
        }
        if let instance = value.typeNamed { return type(of: instance) }
        let call = value.syntax?.as(FunctionCallExprSyntax.self)
        let symbols = value.symbols
        // What the closure in a property returns isn't the type of the property.
        if let property = symbols.first(where: \.kind.isProperty) {
            return call == nil ? declaredTypes(of: property).first : nil
        }
        if let enumerationCase = symbols.first(where: { $0.kind == .enumerationCase }) { return enumerationCase.parent }
        // Otherwise, it is the name of a type or of a function.
        guard let call else { return nil }
        let created = index.types(namedBy: value.with(call.calledExpression)).types.first
        if let created { return created }
        return symbols.lazy.compactMap { $0.isInitializer ? $0.parent : self.declaredTypes(of: $0).first }.first
    }

    /// Returns the class that an expression is converted to, which says more than the expression does.
    func castClass(of expression: Expression) -> Symbol? {
        let types = expression.castType.map { index.types(named: $0, in: expression.file) } ?? []
        return types.first { $0.kind == .class }
    }

    private func type(of binding: Binding, in expression: Expression) -> Symbol? {
        switch binding {
        case .variable(let variable):
            let value = variable.initializer.flatMap { type(of: expression.with($0.value)) }
            // The value of a constant says more than the type that it is declared with.
            if variable.isConstant, let value { return value }
            guard let declared = variable.typeAnnotation?.type else { return value }
            return index.types(named: declared, in: expression.file).first
        case .value(let value): return type(of: expression.with(value))
        case .parameter(let parameter):
            if let passed = expression.context?.arguments(for: parameter)?.first, let type = type(of: passed) {
                return type
            }
            let position = expression.function?.position(of: parameter)
            return position.flatMap { declaredTypes(of: expression.function!.parameters[$0]).first }
        case .closureParameter(let closure, let position):
            return type(ofParameter: position, of: closure, in: expression)
        case .pattern(let pattern): return pattern.flatMap { type(of: $0, in: expression) }
        case .genericParameter: return nil
        }
    }

    /// Returns the type of a property or a parameter, or of what a function returns: several for a composition.
    func declaredTypes(of declaration: Symbol) -> [Symbol] {
        let parts = declaration.fullName.typeName.components(separatedBy: " & ")
        let file = declaration.definition?.file
        let found = parts.compactMap { index.type(named: String($0.prefix { $0 != "<" }), from: file) }
        return found.isEmpty ? typesInSource(of: declaration) : found
    }

    /// Returns what the source of a declaration says, because the name of one for Objective-C doesn't have its type.
    private func typesInSource(of declaration: Symbol) -> [Symbol] {
        guard let file = declaration.definition?.file, let syntax = declaration.declaration else { return [] }
        if let type = syntax.writtenType { return index.types(named: type, in: file) }
        let value = syntax.as(PatternBindingSyntax.self)?.initializer?.value
        return value.flatMap { type(of: declaration.expression($0)) }.map { [$0] } ?? []
    }

    /// Returns the type that a pattern gives to a name: that of a conversion, or of the elements of a loop.
    private func type(of pattern: IdentifierPatternSyntax, in expression: Expression) -> Symbol? {
        if let type = pattern.castType ?? pattern.annotation {
            return index.types(named: type, in: expression.file).first
        }
        let place = pattern.placeInTuple
        guard let loop = place.tuple.ancestor(ForStmtSyntax.self, inside: { $0.is(PatternSyntax.self) }),
            loop.pattern.bytes.contains(pattern.offset)
        else { return nil }
        return commonType(of: elements(of: expression.with(loop.sequence)), at: place.position)
    }

    /// Returns the type of the parameter of a closure: the one that is written, or that of the elements of a sequence.
    private func type(ofParameter position: Int?, of closure: ClosureExprSyntax, in expression: Expression) -> Symbol? {
        if let position, let type = closure.parameterType(at: position) {
            return index.types(named: type, in: expression.file).first
        }
        guard position == 0, let elements = elements(passedTo: closure, in: expression) else { return nil }
        return commonType(of: elements, at: nil)
    }

    /// Returns the type that a part of all elements has, or all of them.
    private func commonType(of elements: [Found<SequenceElement>], at position: Int?) -> Symbol? {
        let known = elements.map { element in
            element.passed.map { Found(typedElement(of: $0)) } ?? element
        }
        let types = known.flatMap { parts(of: $0, at: position) }.map { part -> Symbol? in
            switch part.kind {
            case .known(.expression(let expression)), .passed(let expression): type(of: expression)
            case .known(.enumerationCase(let symbol)): symbol.parent
            case .known(.instance(let type)): type
            case .unknown: nil
            }
        }
        return Set(types).count == 1 ? types[0] : nil
    }

    /// Returns an element of a sequence that nothing follows, by the type that code gives to a variable, a property, a
    /// parameter, what a function returns, or what `[Name]()` creates.
    func typedElement(of sequence: Expression) -> SequenceElement? {
        let value = sequence.value
        if let call = value.syntax?.as(FunctionCallExprSyntax.self),
            let type = createdElementType(call.calledExpression, in: value)
        {
            return .value(.instance(type))
        }
        guard let written = writtenType(of: sequence) else {
            return initialValue(of: value).flatMap(typedElement)
        }
        func origin(_ type: TypeSyntax?) -> Origin? {
            type.flatMap { index.types(named: $0, in: written.file).first }.map { .instance($0) }
        }
        if let element = origin(written.syntax.elementType) { return .value(element) }
        return origin(written.syntax.valueType).map { .pair(nil, $0) }
    }

    /// Returns the type of the elements of a collection that `[Name]()` or `Set<Name>()` creates.
    private func createdElementType(_ called: ExprSyntax, in expression: Expression) -> Symbol? {
        if let array = called.as(ArrayExprSyntax.self), array.elements.count == 1 {
            return array.elements.first.flatMap { index.types(namedBy: expression.with($0.expression)).types.first }
        }
        let arguments = called.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause.arguments
        let type = arguments.flatMap { $0.count == 1 ? TypeSyntax($0.first!.argument) : nil }
        return type.flatMap { index.types(named: $0, in: expression.file).first }
    }

    /// A type as it is written, and where.
    private struct WrittenType {
        let syntax: TypeSyntax
        let file: SourceFile
    }

    /// Returns the type that code gives to a variable, a property, a parameter, or what a function returns.
    private func writtenType(of expression: Expression) -> WrittenType? {
        func here(_ type: TypeSyntax?) -> WrittenType? { type.map { WrittenType(syntax: $0, file: expression.file) } }
        if let type = expression.castType { return here(type) }
        let expression = expression.value
        switch expression.binding {
        case .variable(let variable): return here(variable.typeAnnotation?.type)
        case .value(let value): return writtenType(of: expression.with(value))
        case .parameter(let parameter): return here(parameter.type)
        case .closureParameter(let closure, let position):
            return position.flatMap { here(closure.parameterType(at: $0)) }
        case .genericParameter, .pattern: return nil
        case nil: break
        }
        for symbol in expression.symbols {
            guard let file = symbol.definition?.file, let type = symbol.declaration?.writtenType else { continue }
            return WrittenType(syntax: type, file: file)
        }
        return nil
    }

    /// Returns the value with which a variable or a property begins.
    private func initialValue(of expression: Expression) -> Expression? {
        if case .variable(let variable) = expression.binding {
            return variable.initializer.map { expression.with($0.value) }
        }
        let property = expression.symbols.first(where: \.kind.isProperty)
        let declaration = property?.declaration?.as(PatternBindingSyntax.self)
        return declaration?.initializer.map { property!.expression($0.value) }
    }
}

extension Syntax {
    /// The type that a declaration gives to a property or a parameter, or to what a function returns.
    fileprivate var writtenType: TypeSyntax? {
        self.as(PatternBindingSyntax.self)?.typeAnnotation?.type ?? self.as(FunctionParameterSyntax.self)?.type
            ?? self.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
    }
}

extension IdentifierPatternSyntax {
    /// The type of `let name as Name`.
    fileprivate var castType: TypeSyntax? {
        let sequence = ancestor(SequenceExprSyntax.self) { !$0.is(StmtSyntax.self) && !$0.is(SwitchCaseSyntax.self) }
        guard let elements = sequence.map({ Array($0.elements) }), elements.count == 3,
            elements[0].as(PatternExprSyntax.self)?.bytes.contains(offset) == true,
            elements[1].is(UnresolvedAsExprSyntax.self)
        else { return nil }
        return elements[2].as(TypeExprSyntax.self)?.type
    }

    /// The type that a loop declares for it.
    fileprivate var annotation: TypeSyntax? { parent?.as(ForStmtSyntax.self)?.typeAnnotation?.type }
}

extension ClosureExprSyntax {
    fileprivate func parameterType(at position: Int) -> TypeSyntax? {
        guard case .parameterClause(let clause) = signature?.parameterClause else { return nil }
        return clause.parameters.dropFirst(position).first?.type
    }
}

extension TypeSyntax {
    /// The type of the elements of an array or a set.
    fileprivate var elementType: TypeSyntax? {
        switch self.as(TypeSyntaxEnum.self) {
        case .arrayType(let array): array.element
        case .optionalType(let optional): optional.wrappedType.elementType
        case .implicitlyUnwrappedOptionalType(let optional): optional.wrappedType.elementType
        case .attributedType(let type): type.baseType.elementType
        case .identifierType(let type): type.argument(of: ["Array", "Set", "ArraySlice", "ContiguousArray"], at: 0)
        default: nil
        }
    }

    /// The type of the values of a dictionary.
    fileprivate var valueType: TypeSyntax? {
        switch self.as(TypeSyntaxEnum.self) {
        case .dictionaryType(let dictionary): dictionary.value
        case .optionalType(let optional): optional.wrappedType.valueType
        case .attributedType(let type): type.baseType.valueType
        case .identifierType(let type): type.argument(of: ["Dictionary"], at: 1)
        default: nil
        }
    }
}

extension IdentifierTypeSyntax {
    fileprivate func argument(of names: Set<String>, at position: Int) -> TypeSyntax? {
        guard names.contains(name.text), let arguments = genericArgumentClause?.arguments else { return nil }
        return arguments.dropFirst(position).first.flatMap { TypeSyntax($0.argument) }
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
