import SwiftSyntax

/// The questions of the evaluator about an expression.
extension Expression {
    /// Returns an element of a tuple, by its position or its label.
    func tupleElement(_ name: String) -> Expression? {
        guard let elements = value.syntax?.as(TupleExprSyntax.self)?.elements else { return nil }
        let named = elements.first { $0.label?.name == name }
        let numbered = Int(name).flatMap { Array(elements).indices.contains($0) ? Array(elements)[$0] : nil }
        return (named ?? numbered).map { with($0.expression) }
    }

    /// Returns true if it is written as the name of a type, and not as `Self` or that of a generic parameter.
    func namesType(in index: Index) -> Bool {
        !namesSelfType && genericParameter == nil && !index.types(namedBy: typeNamed ?? self).types.isEmpty
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

extension TokenSyntax {
    /// The values that are assigned to the property or the variable that it names, if this is an assignment.
    var assignedValues: [ExprSyntax] {
        guard let name = parent?.as(DeclReferenceExprSyntax.self) else { return [] }
        let target = name.withBase
        guard let list = target.parent?.as(ExprListSyntax.self) else { return [] }
        let elements = Array(list)
        guard elements.count > 2, elements[0].id == target.id, elements[1].is(AssignmentExprSyntax.self) else {
            return []
        }
        return elements[2...].alternatives ?? []
    }
}

extension PatternBindingSyntax {
    /// True if a property wrapper decides the value.
    var hasWrapper: Bool {
        let attributes = parent?.parent?.as(VariableDeclSyntax.self)?.attributes ?? []
        return attributes.contains { element in
            guard case .attribute(let attribute) = element else { return false }
            let name = attribute.attributeName.trimmedDescription
            return name != "MainActor" && name.first?.isUppercase == true
        }
    }
}

extension IdentifierPatternSyntax {
    /// The tuple that binds it, and its position in there, or the pattern itself.
    var placeInTuple: (tuple: Syntax, position: Int?) {
        guard let element = parent?.as(TuplePatternElementSyntax.self),
            let list = element.parent?.as(TuplePatternElementListSyntax.self), let tuple = list.parent,
            let position = list.firstIndex(of: element)
        else { return (Syntax(self), nil) }
        return (tuple, list.distance(from: list.startIndex, to: position))
    }
}

extension IfConfigDeclSyntax {
    /// Returns the statements of the clause that is compiled, or of all clauses if the index doesn't say which.
    func activeStatements(in file: SourceFile) -> [CodeBlockItemListSyntax] {
        let active = clauses.filter { !file.symbolOffsets(in: $0.bytes).isEmpty }
        return (active.isEmpty ? Array(clauses) : Array(active)).compactMap { clause in
            guard case .statements(let statements) = clause.elements else { return nil }
            return statements
        }
    }
}

extension CodeBlockItemSyntax {
    /// What a `switch` or an `if case` chooses by.
    var subject: ExprSyntax? {
        let statement = item.as(ExpressionStmtSyntax.self).map { Syntax($0.expression) } ?? Syntax(item)
        if let choice = statement.as(SwitchExprSyntax.self) { return choice.subject }
        let condition = statement.as(IfExprSyntax.self)?.conditions.first?.condition
        guard case .matchingPattern(let pattern) = condition else { return nil }
        return pattern.initializer.value
    }
}

extension SwitchCaseSyntax {
    /// The names of the enumeration cases that it is for.
    var names: Set<String> {
        guard case .case(let label) = label else { return [] }
        return Set(label.caseItems.compactMap { $0.pattern.caseName })
    }

    var isDefault: Bool {
        if case .default = label { return true }
        return false
    }
}

extension PatternSyntax {
    fileprivate var caseName: String? {
        if let binding = self.as(ValueBindingPatternSyntax.self) { return binding.pattern.caseName }
        return self.as(ExpressionPatternSyntax.self)?.expression.lastName?.name
    }
}

extension ExprSyntax {
    /// True if the expression ends the program.
    var neverReturns: Bool {
        let name = self.as(FunctionCallExprSyntax.self)?.calledExpression.lastName?.text
        return ["fatalError", "preconditionFailure"].contains(name)
    }
}

extension SequenceExprSyntax {
    /// Returns what is combined by an operator, or `nil` if there is another one.
    func operands(of operation: String) -> [ExprSyntax]? {
        let parts = Array(elements)
        let operators = stride(from: 1, to: parts.count, by: 2).map { parts[$0].as(BinaryOperatorExprSyntax.self) }
        guard parts.count > 2, operators.allSatisfy({ $0?.operator.text == operation }) else { return nil }
        return stride(from: 0, to: parts.count, by: 2).map { parts[$0] }
    }
}

extension SyntaxProtocol {
    /// The calls in this code, those in closures included.
    var calls: [FunctionCallExprSyntax] {
        let finder = CallFinder(viewMode: .sourceAccurate)
        finder.walk(self)
        return finder.found
    }

    /// The code of a function, a subscript, or a property.
    var body: CodeBlockItemListSyntax? {
        switch Syntax(self).as(SyntaxEnum.self) {
        case .functionDecl(let function): function.body?.statements
        case .subscriptDecl(let declaration): declaration.accessorBlock?.getter
        case .initializerDecl(let initializer): initializer.body?.statements
        case .patternBinding(let property): property.accessorBlock?.getter
        default: nil
        }
    }

    /// Returns true if a name is written in the type.
    func mentions(_ name: String) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.name == name }
    }
}

private final class CallFinder: SyntaxVisitor {
    private(set) var found: [FunctionCallExprSyntax] = []

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        found.append(call)
        return .visitChildren
    }
}

extension MemberAccessExprSyntax {
    /// True if the member is `.init`.
    var isInitializer: Bool { declName.baseName.tokenKind == .keyword(.`init`) }
}

/// The questions of the evaluator about a declaration.
extension Symbol {
    var isInitializer: Bool { baseName == "init" }

    /// The parameters as they are written.
    var parameterList: FunctionParameterListSyntax? {
        guard let declaration = (isAccessor ? propertyOrSelf : self).declaration else { return nil }
        return declaration.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
            ?? declaration.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
            ?? declaration.ancestorOrSelf(SubscriptDeclSyntax.self)?.parameterClause.parameters
    }

    /// True if it is the getter, or another accessor, of a property or a subscript.
    var isAccessor: Bool { ["getter:", "setter:", "didSet:", "willSet:"].contains { name.hasPrefix($0) } }

    /// True if code other than the initializers of its type assigns the property.
    var isReassigned: Bool {
        references.contains { $0.roles.contains(.write) && !isAssignment(inInitializer: $0) }
    }

    var isAssignedInInitializers: Bool {
        references.contains { $0.roles.contains(.write) && isAssignment(inInitializer: $0) }
    }

    private func isAssignment(inInitializer occurrence: Occurrence) -> Bool {
        occurrence.function?.isInitializer == true && occurrence.function?.parent == parent
    }

    /// The calls of the function in code.
    var calls: [(caller: Expression, syntax: CallSyntax)] {
        references.compactMap { occurrence in
            guard occurrence.roles.contains(.call), occurrence.file.isSwift, let token = occurrence.token,
                let syntax = CallSyntax(at: token)
            else { return nil }
            return (Expression(syntax: nil, file: occurrence.file, function: occurrence.function), syntax)
        }
    }

    /// The expressions that create an object of this type.
    var creations: [Expression] {
        members.filter(\.isInitializer).flatMap(\.calls).compactMap { call in
            call.syntax.syntax.as(FunctionCallExprSyntax.self).map { call.caller.with($0) }
        }
    }
}

extension Sequence where Element: Hashable {
    /// The elements, each once, in order.
    var unique: [Element] {
        var known: Set<Element> = []
        return filter { known.insert($0).inserted }
    }
}

extension SyntaxProtocol {
    fileprivate func ancestorOrSelf<Kind: SyntaxProtocol>(_ kind: Kind.Type) -> Kind? {
        Syntax(self).as(kind) ?? ancestor(kind)
    }
}
