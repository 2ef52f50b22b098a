import SwiftSyntax

extension TokenSyntax {
    /// The values that are assigned to the property or the variable that it names, if this is an assignment.
    var assignedValues: [ExprSyntax] {
        guard let name = parent?.as(DeclReferenceExprSyntax.self) else { return [] }
        let target = name.withBase
        guard let infix = target.parent?.as(InfixOperatorExprSyntax.self), infix.leftOperand.id == target.id,
            infix.operator.is(AssignmentExprSyntax.self)
        else { return [] }
        return infix.rightOperand.value.alternatives
    }
}

extension DeclReferenceExprSyntax {
    /// Returns true if it names a variable of which code may change a part, by `&`, an assignment to a member or an
    /// element, an operator such as `+=`, or a method that is called for no result.
    func isChangedInPlace(in file: SourceFile) -> Bool {
        var part = ExprSyntax(self)
        while let parent = part.parent {
            if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == part.id {
                part = ExprSyntax(member)
            } else if let element = parent.as(SubscriptCallExprSyntax.self), element.calledExpression.id == part.id {
                part = ExprSyntax(element)
            } else if let expression = parent.as(ExprSyntax.self), expression.value.id == part.id {
                // `part!` and `part?`.
                part = expression
            } else {
                break
            }
        }
        if part.is(InOutExprSyntax.self) { return true }
        if let infix = part.parent?.as(InfixOperatorExprSyntax.self), infix.leftOperand.id == part.id {
            return infix.operator.is(AssignmentExprSyntax.self)
                ? part.id != ExprSyntax(self).id : infix.isCompoundAssignment
        }
        guard let call = part.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == part.id,
            let method = part.lastName, call.isStatement
        else { return false }
        return !file.symbols(at: method.offset).contains { $0.parent?.kind == .class }
    }
}

extension InfixOperatorExprSyntax {
    /// True for `+=` and others that assign to the left operand.
    fileprivate var isCompoundAssignment: Bool {
        let text = self.operator.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
        return text.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!=="].contains(text)
    }
}

extension FunctionCallExprSyntax {
    /// True if nothing uses its result.
    fileprivate var isStatement: Bool {
        parent?.is(CodeBlockItemSyntax.self) == true || parent?.parent?.is(CodeBlockItemSyntax.self) == true
    }
}

extension PatternBindingSyntax {
    /// True if the binding is a constant.
    var isConstant: Bool {
        parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier.tokenKind == .keyword(.let)
    }

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

extension AccessorBlockSyntax {
    /// The code of the getter.
    var getter: CodeBlockItemListSyntax? {
        switch accessors {
        case .getter(let statements): statements
        case .accessors(let accessors):
            accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
        }
    }
}

extension IfConfigDeclSyntax {
    /// Returns the clause that is compiled, or all clauses if the index doesn't say which.
    func activeClauses(in file: SourceFile) -> [IfConfigClauseSyntax] {
        // An array, because a list that is filtered is in no tree.
        let all = Array(clauses)
        let active = all.filter { !file.symbolOffsets(in: $0.bytes).isEmpty }
        return active.isEmpty ? all : active
    }

    /// Returns the statements of the clause that is compiled, or of all clauses if the index doesn't say which.
    func activeStatements(in file: SourceFile) -> [CodeBlockItemListSyntax] {
        activeClauses(in: file).compactMap { clause in
            guard case .statements(let statements) = clause.elements else { return nil }
            return statements
        }
    }
}

extension SyntaxProtocol {
    /// Returns false if the code is in a clause of `#if` that this build leaves out.
    func isCompiled(in file: SourceFile) -> Bool {
        ancestors.allSatisfy { syntax in
            guard let clause = syntax.as(IfConfigClauseSyntax.self) else { return true }
            return clause.ancestor(IfConfigDeclSyntax.self)?.activeClauses(in: file).contains(clause) != false
        }
    }
}

extension CodeBlockItemSyntax {
    /// The expression that a `switch` or an `if case` chooses by.
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

extension SyntaxProtocol {
    /// The call whose argument it is.
    var callAround: FunctionCallExprSyntax? {
        let call = (parent?.as(LabeledExprSyntax.self)?.parent?.parent ?? parent)?.as(FunctionCallExprSyntax.self)
        return call?.calledExpression.id == Syntax(self).as(ExprSyntax.self)?.id ? nil : call
    }
}
