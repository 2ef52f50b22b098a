import SwiftSyntax

/// Where the code of a file declares and uses each name.
///
/// A lexical lookup reads all statements of the blocks around a name. Most names need none, because they are declared
/// nowhere in the file, or where the scope is plain, so that the time of many calls in one function is linear.
final class NameIndex {
    /// The names that code has without a declaration.
    private static let implicitNames: Set = ["self", "Self", "error", "newValue", "oldValue"]

    private let finder = NameFinder(viewMode: .sourceAccurate)
    private var bindings: [Int: Binding?] = [:]
    private var scopes: [String: [Range<AbsolutePosition>]?] = [:]
    private var assignedValues: [SyntaxIdentifier: [ExprSyntax]?] = [:]

    init(of root: SourceFileSyntax) { finder.walk(root) }

    /// Returns the binding of a name, or `nil` if no function around it binds it.
    func binding(of name: DeclReferenceExprSyntax) -> Binding? {
        if let known = bindings[name.offset] { return known }
        let binding = foundBinding(of: name)
        bindings[name.offset] = .some(binding)
        return binding
    }

    private func foundBinding(of name: DeclReferenceExprSyntax) -> Binding? {
        let text = name.baseName.name
        guard let declarations = finder.declarations[text] else { return nil }
        guard !Self.implicitNames.contains(text), let scopes = scopes(of: text) else { return name.binding }
        // Scopes are nested, so the last one that contains the name is the innermost.
        let position = name.position
        let innermost = scopes.lastIndex { $0.contains(position) }
        return innermost.flatMap { Binding(declarations[$0]) }
    }

    /// Returns where each declaration of a name is visible, or `nil` if only a lookup knows it of one of them.
    private func scopes(of name: String) -> [Range<AbsolutePosition>]? {
        if let known = scopes[name] { return known }
        let all = finder.declarations[name, default: []].map(\.scope)
        let found = all.contains(nil) ? nil : all.compactMap { $0 }
        scopes[name] = .some(found)
        return found
    }

    /// Returns where a local function is named.
    func references(to function: FunctionDeclSyntax) -> [DeclReferenceExprSyntax] {
        let name = function.name.name
        let isOnly = finder.declarations[name]?.count == 1
        return finder.references[name, default: []].filter { isOnly || $0.names(function) }
    }

    /// Returns where a local variable is named after its declaration.
    func references(to variable: PatternBindingSyntax) -> [DeclReferenceExprSyntax] {
        let name = variable.pattern.as(IdentifierPatternSyntax.self)?.identifier.name ?? ""
        return finder.references[name, default: []].filter { reference in
            guard !reference.isMember, case .variable(let used) = binding(of: reference) else { return false }
            return used.id == variable.id && !variable.bytes.contains(reference.offset)
        }
    }

    /// Returns the values that code assigns to a local variable after its declaration, or `nil` if something else may
    /// change it, such as a function to which it is passed.
    func assignedValues(of variable: PatternBindingSyntax, in file: SourceFile) -> [ExprSyntax]? {
        if let known = assignedValues[variable.id] { return known }
        let uses = references(to: variable).filter { $0.isCompiled(in: file) }
        let isChanged = !variable.isConstant && uses.contains { $0.isChangedInPlace(in: file) }
        let values = isChanged ? nil : uses.flatMap(\.baseName.assignedValues)
        assignedValues[variable.id] = .some(values)
        return values
    }
}

extension Syntax {
    /// Where the name that this declares is visible: nowhere for that of a member, and `nil` if only a lookup knows it.
    fileprivate var scope: Range<AbsolutePosition>? {
        if let closure = parent?.as(ClosureShorthandParameterListSyntax.self)?.ancestor(ClosureExprSyntax.self) {
            return endPosition..<closure.endPosition
        }
        if self.is(FunctionParameterSyntax.self), let clause = parent?.parent, let body = clause.parent?.parent,
            body.is(FunctionDeclSyntax.self) || body.is(InitializerDeclSyntax.self)
        {
            return clause.endPosition..<body.endPosition
        }
        guard self.is(IdentifierPatternSyntax.self) else { return nil }
        if let loop = parent?.as(ForStmtSyntax.self) { return loop.sequence.endPosition..<loop.endPosition }
        guard let variable = parent?.as(PatternBindingSyntax.self)?.parent?.parent, let statement = variable.parent
        else { return nil }
        if statement.is(MemberBlockItemSyntax.self) { return position..<position }
        guard let block = statement.parent?.as(CodeBlockItemListSyntax.self),
            block.parent?.is(CodeBlockSyntax.self) == true || block.parent?.is(ClosureExprSyntax.self) == true
        else { return nil }
        return statement.endPosition..<block.endPosition
    }
}

/// Finds the declarations of names, and the names in expressions.
private final class NameFinder: SyntaxVisitor {
    private(set) var declarations: [String: [Syntax]] = [:]
    private(set) var references: [String: [DeclReferenceExprSyntax]] = [:]

    private func add(_ declaration: some SyntaxProtocol, _ name: TokenSyntax) -> SyntaxVisitorContinueKind {
        declarations[name.name, default: []].append(Syntax(declaration))
        return .visitChildren
    }

    override func visit(_ name: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        references[name.baseName.name, default: []].append(name)
        return .visitChildren
    }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind { add(node, node.identifier) }
    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
        add(node, node.secondName ?? node.firstName)
    }
    override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind { add(node, node.name) }
    override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
        add(node, node.secondName ?? node.firstName)
    }
    override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind { add(node, node.name) }
    override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind { add(node, node.name) }
    override func visit(_ node: AccessorParametersSyntax) -> SyntaxVisitorContinueKind { add(node, node.name) }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { add(node, node.name) }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { add(node, node.name) }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { add(node, node.name) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { add(node, node.name) }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { add(node, node.name) }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { add(node, node.name) }
    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind { add(node, node.name) }
    override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind { add(node, node.name) }
}
