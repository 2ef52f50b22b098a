import SwiftSyntax

/// The types of names that a loop, a pattern, or a closure binds, where the code names them.
extension Index {
    /// Returns the type that a pattern gives to a name: that of a conversion, or of the elements of a loop.
    func type(of pattern: IdentifierPatternSyntax, in expression: Expression) -> Symbol? {
        if let type = pattern.castType ?? pattern.annotation { return types(named: type, in: expression.file).first }
        let place = pattern.placeInTuple
        guard let loop = place.tuple.ancestor(ForStmtSyntax.self, inside: { $0.is(PatternSyntax.self) }),
            loop.pattern.bytes.contains(pattern.offset)
        else { return nil }
        return elementType(of: expression.with(loop.sequence), at: place.position)
    }

    /// Returns the type of the parameter of a closure: the one that is written, or that of the elements of a sequence.
    func type(ofParameter position: Int?, of closure: ClosureExprSyntax, in expression: Expression) -> Symbol? {
        if let position, let type = closure.parameterType(at: position) {
            return types(named: type, in: expression.file).first
        }
        guard position == 0, let sequence = closure.sequence(passedBy: Self.elementMethods) else { return nil }
        return elementType(of: expression.with(sequence), at: nil)
    }

    /// The methods of a sequence that call a closure with each element.
    static let elementMethods: Set = ["forEach", "map", "compactMap", "flatMap", "filter", "contains"]

    /// The methods and properties of a sequence that keep elements as they are.
    static let selections: Set = [
        "reversed", "sorted", "shuffled", "filter", "prefix", "suffix", "dropFirst", "dropLast", "lazy", "union",
    ]

    /// Returns the type that all elements of a sequence have, or a part of them if they are tuples.
    private func elementType(of sequence: Expression, at position: Int?) -> Symbol? {
        if position == nil, let type = sequence.castType?.elementType {
            return types(named: type, in: sequence.file).first
        }
        // All have the same type, of which an empty literal says nothing.
        let sequence = sequence.alternatives[0].value
        switch sequence.syntax?.as(ExprSyntaxEnum.self) {
        case .arrayExpr(let array) where position == nil:
            let types = array.elements.map { type(of: sequence.with($0.expression)) }
            return Set(types).count == 1 ? types[0] : nil
        case .memberAccessExpr(let member) where member.declName.baseName.text == "lazy":
            return member.base.flatMap { elementType(of: sequence.with($0), at: position) }
        case .memberAccessExpr(let member) where member.declName.baseName.text == "values":
            return member.base.flatMap { valueType(of: sequence.with($0)) }
        case .functionCallExpr(let call):
            let name = call.calledExpression.lastName?.text ?? ""
            let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base.map { sequence.with($0) }
            if position == nil, let type = elementType(createdBy: call, in: sequence) { return type }
            if name == "enumerated", position == 1 { return base.flatMap { elementType(of: $0, at: nil) } }
            if Self.selections.contains(name), let base { return elementType(of: base, at: position) }
            if name == "compactMap", let type = call.closure?.convertedType(in: sequence) {
                return types(named: type, in: sequence.file).first
            }
        default: break
        }
        // The value of a dictionary is the second part.
        if position == 1 { return valueType(of: sequence) }
        guard position == nil else { return nil }
        if let type = writtenType(of: sequence) {
            return type.syntax.elementType.flatMap { types(named: $0, in: type.file).first }
        }
        return initialValue(of: sequence).flatMap { elementType(of: $0, at: nil) }
    }

    /// Returns the type of the elements of a collection that `[Name]()` or `Set<Name>()` creates.
    private func elementType(createdBy call: FunctionCallExprSyntax, in expression: Expression) -> Symbol? {
        if let array = call.calledExpression.as(ArrayExprSyntax.self), array.elements.count == 1 {
            return array.elements.first.flatMap { types(namedBy: expression.with($0.expression)).types.first }
        }
        let arguments = call.calledExpression.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause.arguments
        let type = arguments.flatMap { $0.count == 1 ? TypeSyntax($0.first!.argument) : nil }
        return type.flatMap { types(named: $0, in: expression.file).first }
    }

    private func valueType(of dictionary: Expression) -> Symbol? {
        guard let type = writtenType(of: dictionary.alternatives[0]) else { return nil }
        return type.syntax.valueType.flatMap { types(named: $0, in: type.file).first }
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
        let expression = expression.constantOrSelf.value
        if let binding = expression.binding {
            switch binding {
            case .variable(let variable): return here(variable.typeAnnotation?.type)
            case .value(let value): return writtenType(of: expression.with(value))
            case .parameter(let parameter): return here(parameter.type)
            case .closureParameter(let closure, let position):
                return position.flatMap { here(closure.parameterType(at: $0)) }
            case .genericParameter, .pattern: return nil
            }
        }
        for symbol in expression.symbols {
            guard let file = symbol.definition?.file, let declaration = symbol.declaration else { continue }
            let type =
                declaration.as(PatternBindingSyntax.self)?.typeAnnotation?.type
                ?? declaration.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
            if let type { return WrittenType(syntax: type, file: file) }
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

extension FunctionCallExprSyntax {
    /// The closure that is its only argument.
    fileprivate var closure: ClosureExprSyntax? {
        trailingClosure ?? arguments.first?.expression.as(ClosureExprSyntax.self)
    }
}

extension ClosureExprSyntax {
    /// The type that it converts its parameter to, if it does nothing else.
    fileprivate func convertedType(in expression: Expression) -> TypeSyntax? {
        guard let value = statements.first?.item.as(ExprSyntax.self), statements.count == 1 else { return nil }
        return expression.with(value).castType
    }

    fileprivate func parameterType(at position: Int) -> TypeSyntax? {
        guard case .parameterClause(let clause) = signature?.parameterClause else { return nil }
        return clause.parameters.dropFirst(position).first?.type
    }

    /// The sequence whose elements one of some methods passes to it.
    func sequence(passedBy methods: Set<String>) -> ExprSyntax? {
        guard let member = callAround?.calledExpression.as(MemberAccessExprSyntax.self),
            methods.contains(member.declName.baseName.text)
        else { return nil }
        return member.base
    }
}

extension SyntaxProtocol {
    /// The call whose argument it is.
    var callAround: FunctionCallExprSyntax? {
        let call = (parent?.as(LabeledExprSyntax.self)?.parent?.parent ?? parent)?.as(FunctionCallExprSyntax.self)
        return call?.calledExpression.id == Syntax(self).as(ExprSyntax.self)?.id ? nil : call
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
