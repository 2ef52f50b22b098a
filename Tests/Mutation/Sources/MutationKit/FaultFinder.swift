import SwiftIfConfig
import SwiftSyntax

/// Finds the faults of a file, and how to write each behind a switch.
final class FaultFinder: ActiveSyntaxVisitor {
    /// A fault, with the edits that write it, in whose text `#` stands for its number.
    struct Candidate {
        let `operator`: Operator
        let node: Syntax
        let change: String
        let edits: [Edit]
    }

    enum Edit {
        /// Text before and behind a node.
        case wrap(Syntax, String, String)
        /// A call of a function with the operands of an operator.
        case infix(InfixOperatorExprSyntax, String)
        case insert(after: TokenSyntax, String)
    }

    private(set) var candidates: [Candidate] = []
    private let context: FileContext

    init(_ file: some SyntaxProtocol, _ configuration: LinuxDebugBuild) {
        context = FileContext(file)
        super.init(viewMode: .sourceAccurate, configuration: configuration)
        walk(file)
    }

    private func add(_ operator: Operator, _ node: some SyntaxProtocol, _ change: String, _ edits: Edit...) {
        candidates.append(Candidate(operator: `operator`, node: Syntax(node), change: change, edits: edits))
    }

    private func addCall(
        of function: String, _ operator: Operator, _ node: some SyntaxProtocol, _ change: String,
        at place: Syntax? = nil
    ) {
        add(`operator`, place ?? Syntax(node), change, .wrap(Syntax(node), "\(function)(#, ", ")"))
    }

    // MARK: Conditions

    private func negate(_ condition: ExprSyntax) {
        if condition.is(BooleanLiteralExprSyntax.self) { return }
        addCall(of: "faultNot", .condition, condition, "negated: \(condition.inOneLine)")
    }

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        if case .expression(let condition) = node.condition { negate(condition) }
        return .visitChildren
    }

    override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        addCall(of: "faultNot", .branch, node.condition, "took the other branch: \(node.inOneLine)")
        return .visitChildren
    }

    // MARK: Operators

    private static let replacements: [String: (Operator, String, String)] = [
        "&&": (.logic, "||", "faultAnd"),
        "||": (.logic, "&&", "faultOr"),
        "<": (.comparison, "<=", "faultLess"),
        "<=": (.comparison, "<", "faultLessOrEqual"),
        ">": (.comparison, ">=", "faultGreater"),
        ">=": (.comparison, ">", "faultGreaterOrEqual"),
        "+": (.arithmetic, "-", "faultPlus"),
        "-": (.arithmetic, "+", "faultMinus"),
        "&+": (.arithmetic, "&-", "faultWrappingPlus"),
        "&-": (.arithmetic, "&+", "faultWrappingMinus"),
        "+=": (.arithmetic, "-=", "faultAdd"),
        "-=": (.arithmetic, "+=", "faultSubtract"),
        "&+=": (.arithmetic, "&-=", "faultWrappingAdd"),
        "&-=": (.arithmetic, "&+=", "faultWrappingSubtract"),
    ]

    // `<=` is no order, and changes nothing where no two elements are equal.
    private static let replacementsInOrder = replacements.merging(
        ["<": (.comparison, ">", "faultAscending"), ">": (.comparison, "<", "faultDescending")]
    ) { $1 }

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        let operatorNode = node.operator
        let text = operatorNode.trimmedDescription
        let replacements = node.isInOrder ? Self.replacementsInOrder : Self.replacements
        if let (`operator`, other, function) = replacements[text] {
            if `operator` == .arithmetic, ExprSyntax(node.chain).isTextOrArray { return .visitChildren }
            add(`operator`, operatorNode, "'\(text)' became '\(other)'", .infix(node, function))
        } else if text == "??" {
            let change = "took the other branch: \(node.inOneLine)"
            addCall(of: "faultNil", .branch, node.leftOperand, change, at: Syntax(operatorNode))
        } else if ["==", "!="].contains(text), !node.isWholeCondition {
            let change = "'\(text)' became '\(text == "==" ? "!=" : "==")'"
            addCall(of: "faultNot", .comparison, node, change, at: Syntax(operatorNode))
        }
        return .visitChildren
    }

    // MARK: Literals

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        addCall(of: "faultOff", .literal, node, "one more than \(node.literal.text)")
        return .skipChildren
    }

    override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        addCall(of: "faultOff", .literal, node, "one more than \(node.literal.text)")
        return .skipChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        // The compiler knows that `while true` doesn't end.
        if node.parent?.is(ConditionElementSyntax.self) == true { return .skipChildren }
        let other = node.literal.text == "true" ? "false" : "true"
        addCall(of: "faultNot", .boolean, node, "'\(node.literal.text)' became '\(other)'")
        return .skipChildren
    }

    // The compiler evaluates these itself.
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
        if let parameters = node.parameterClause { walk(parameters) }
        return .skipChildren
    }

    // MARK: Statements

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        if node.isResult || node.isWholeDefer || context.isNeeded(node) { return .visitChildren }
        let removal = Edit.wrap(Syntax(node), "if !faultIs(#) { ", " }")
        switch node.removable {
        case .call: add(.call, node.item, "removed: \(node.inOneLine)", removal)
        case .assignment: add(.assignment, node.item, "removed: \(node.inOneLine)", removal)
        case nil: break
        }
        return .visitChildren
    }

    override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind {
        if !node.body.statements.isEmpty {
            let edit = Edit.wrap(Syntax(node.body.statements), "if !faultIs(#) { ", " }")
            add(.defer, node, "removed: \(node.inOneLine)", edit)
        }
        return .visitChildren
    }

    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
        // A label stands before the loop.
        let statement = node.parent?.is(LabeledStmtSyntax.self) == true ? node.parent! : Syntax(node)
        if let item = statement.parent?.as(CodeBlockItemSyntax.self) {
            add(
                .element, node, "skipped the first: \(node.sequence.inOneLine)",
                .wrap(Syntax(item), "var faultSkip# = true; ", ""),
                .insert(
                    after: node.body.leftBrace, " if faultSkip# { faultSkip# = false; if faultIs(#) { continue } };"))
        }
        return .visitChildren
    }

    // MARK: Functions

    private func returnEarly(from body: CodeBlockSyntax?, of node: some SyntaxProtocol) {
        guard let body, let first = body.statements.first else { return }
        // Removing the only statement is the same.
        if body.statements.count == 1, first.removable != nil || first.item.is(DeferStmtSyntax.self) { return }
        let edit = Edit.insert(after: body.leftBrace, " if faultIs(#) { return };")
        add(.return, node, "returned at once", edit)
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.hasNoResult { returnEarly(from: node.body, of: node.name) }
        if let body = node.body, node.signature.returnClause?.type.isOptional == true {
            returnNil(from: body.statements)
        }
        return .visitChildren
    }

    override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        returnEarly(from: node.body, of: node)
        return .visitChildren
    }

    override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
        switch node.accessorSpecifier.tokenKind {
        case .keyword(.set), .keyword(.didSet), .keyword(.willSet): returnEarly(from: node.body, of: node)
        default: break
        }
        return .visitChildren
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        if let accessors = node.accessorBlock, node.typeAnnotation?.type.isOptional == true {
            returnNil(from: accessors)
        }
        return .visitChildren
    }

    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
        if let accessors = node.accessorBlock, node.returnClause.type.isOptional { returnNil(from: accessors) }
        return .visitChildren
    }

    private func returnNil(from accessors: AccessorBlockSyntax) {
        switch accessors.accessors {
        case .getter(let statements): returnNil(from: statements)
        case .accessors(let accessors):
            for accessor in accessors where accessor.accessorSpecifier.tokenKind == .keyword(.get) {
                if let body = accessor.body { returnNil(from: body.statements) }
            }
        }
    }

    private func returnNil(from statements: CodeBlockItemListSyntax) {
        var results = Returns(statements).expressions
        if statements.count == 1, case .expr(let result)? = statements.first?.item { results.append(result) }
        for result in results where !result.is(NilLiteralExprSyntax.self) {
            // A chain of `if` is no argument.
            if result.is(IfExprSyntax.self) || result.is(SwitchExprSyntax.self) { continue }
            addCall(of: "faultNil", .nil, result, "became nil: \(result.inOneLine)")
        }
    }

    override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
        if let value = node.initializer?.value {
            addCall(of: "faultNil", .nil, value, "became nil: \(value.inOneLine)")
        } else if let last = node.pattern.lastToken(viewMode: .sourceAccurate) {
            let name = node.pattern.trimmedDescription
            add(.nil, node.pattern, "became nil: \(name)", .insert(after: last, " = faultNil(#, \(name))"))
        }
        return .visitChildren
    }

    // MARK: Weak references

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        guard let signature = node.signature, let captures = signature.capture?.items else { return .visitChildren }
        for capture in captures where capture.specifier?.specifier.tokenKind == .keyword(.weak) {
            let object = capture.initializer?.value.trimmedDescription ?? capture.name.text
            let last = capture.initializer?.lastToken(viewMode: .sourceAccurate) ?? capture.name
            add(
                .weak, capture, "captured strongly: \(capture.name.text)",
                .insert(after: last, ", faultKept# = faultKept(#, \(object))"),
                .insert(after: signature.inKeyword, " _ = faultKept#;"))
        }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.isWeak, let name = node.bindings.first?.pattern.trimmedDescription else { return .visitChildren }
        let edits = context.assignedValues(of: name, in: node).map {
            Edit.wrap(Syntax($0), "faultRetained(#, ", ")")
        }
        if !edits.isEmpty {
            let candidate = Candidate(
                operator: .weak, node: Syntax(node), change: "referenced strongly: \(name)", edits: edits)
            candidates.append(candidate)
        }
        return .visitChildren
    }
}

/// What the rest of the file says of a statement.
private final class FileContext: SyntaxVisitor {
    private var assignments: [InfixOperatorExprSyntax] = []
    /// The functions that don't return.
    private var endless: Set<String> = ["fatalError", "preconditionFailure"]
    /// The properties without a value before an initializer gives them one, perhaps one of an extension.
    private var uninitialized: Set<String> = []

    init(_ file: some SyntaxProtocol) {
        super.init(viewMode: .sourceAccurate)
        walk(file)
    }

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        if node.operator.is(AssignmentExprSyntax.self) { assignments.append(node) }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.parent?.is(MemberBlockItemSyntax.self) == true { uninitialized.formUnion(node.uninitialized) }
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.signature.returnClause?.type.trimmedDescription == "Never" { endless.insert(node.name.text) }
        return .visitChildren
    }

    /// The values that are assigned to a variable of a type.
    func assignedValues(of name: String, in declaration: VariableDeclSyntax) -> [ExprSyntax] {
        let type = declaration.parent?.parent
        return assignments.filter { assignment in
            let isOfType = sequence(first: Syntax(assignment), next: \.parent).contains { $0.id == type?.id }
            let isNil = assignment.rightOperand.is(NilLiteralExprSyntax.self)
            return isOfType && !isNil && assignment.leftOperand.nameOfSelf == name
        }.map(\.rightOperand)
    }

    /// Whether the compiler needs a statement: it initializes a property, or ends a block that must not be left otherwise.
    func isNeeded(_ statement: CodeBlockItemSyntax) -> Bool {
        guard case .expr(let expression) = statement.item else { return false }
        if let call = expression.as(FunctionCallExprSyntax.self),
            endless.contains(call.calledExpression.trimmedDescription)
        {
            return statement.parent?.parent?.parent?.is(IfExprSyntax.self) != true
        }
        guard let assignment = expression.as(InfixOperatorExprSyntax.self),
            assignment.operator.is(AssignmentExprSyntax.self),
            let name = assignment.leftOperand.nameOfSelf
        else { return false }
        var node: Syntax? = Syntax(statement)
        while let current = node, !current.is(InitializerDeclSyntax.self) {
            if current.as(CodeBlockItemListSyntax.self)?.hasUninitialized(name) == true { return true }
            node = current.parent
        }
        return node != nil && (name == "self" || uninitialized.contains(name))
    }
}

extension ExprSyntax {
    /// The name in `name` and `self.name`.
    fileprivate var nameOfSelf: String? {
        if let member = self.as(MemberAccessExprSyntax.self) {
            return member.base?.trimmedDescription == "self" ? member.declName.baseName.text : nil
        }
        return self.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
}

extension CodeBlockItemListSyntax {
    /// Whether a local variable has no value before a statement gives it one.
    fileprivate func hasUninitialized(_ name: String) -> Bool {
        contains { $0.item.as(VariableDeclSyntax.self)?.uninitialized.contains(name) ?? false }
    }
}

extension VariableDeclSyntax {
    /// The names that have no value at first.
    fileprivate var uninitialized: [String] {
        bindings.filter { binding in
            let isLet = bindingSpecifier.tokenKind == .keyword(.let)
            let isOptional = binding.typeAnnotation?.type.isOptional == true
            return binding.initializer == nil && binding.accessorBlock == nil && (isLet || !isOptional)
        }.map(\.pattern.trimmedDescription)
    }
}

/// The expressions that statements return, without those of closures and functions in them.
private final class Returns: SyntaxVisitor {
    private(set) var expressions: [ExprSyntax] = []

    init(_ statements: CodeBlockItemListSyntax) {
        super.init(viewMode: .sourceAccurate)
        walk(statements)
    }

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
        if let expression = node.expression { expressions.append(expression) }
        return .skipChildren
    }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
