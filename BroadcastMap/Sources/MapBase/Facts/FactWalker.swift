import SwiftSyntax

/// Walks a file once, with a stack of scopes, and writes its facts down.
///
/// Where the index has a symbol at a name, the name is that of a member or a global. Otherwise, it is in the stack.
final class FactWalker {
    var facts = FileFacts()
    let file: SourceFile
    let index: Index
    /// What the names in each block around the code are.
    private var scopes: [[String: Fact]] = [[:]]
    /// What the generic parameters of each function around the code are.
    var generics: [[String: Fact]] = []
    /// The function around the code, and the type.
    var owner: Owner?
    var type: Symbol?
    /// The functions and the closures around the code.
    var bodies: [Body] = []
    /// The closures around the code, by which `$0` is known.
    var closures: [Place] = []
    /// The value of the last statement, which a block of one statement returns.
    var lastValue: Fact?

    /// What the code of a function or a closure does.
    struct Body {
        var returns: [Fact] = []
        /// What an `if case` compares with the case of an enumeration.
        var subjects: [Fact] = []
        /// What an initializer makes the object.
        var delegations: [Fact] = []
    }

    init(_ file: SourceFile, in index: Index) {
        self.file = file
        self.index = index
        visit(Syntax(file.tree.root))
    }

    // MARK: Scopes

    func scoped<Result>(_ names: [String: Fact] = [:], _ body: () -> Result) -> Result {
        scopes.append(names)
        defer { scopes.removeLast() }
        return body()
    }

    func bind(_ name: TokenSyntax, _ value: Fact) { scopes[scopes.count - 1][name.name] = value }

    func bound(_ name: String) -> Fact? { scopes.lazy.reversed().compactMap { $0[name] }.first }

    func generic(_ name: String) -> Fact? { generics.lazy.reversed().compactMap { $0[name] }.first }

    /// Walks the code of a function or a closure, and returns what it returns.
    func body(_ names: [String: Fact], _ statements: CodeBlockItemListSyntax?) -> Body {
        bodies.append(Body())
        let outer = lastValue
        lastValue = nil
        let value = scoped(names) { statements.flatMap(blockValue) }
        lastValue = outer
        var body = bodies.removeLast()
        if body.returns.isEmpty, let value { body.returns = [value] }
        // Callers that pass a case choose between what it returns.
        for subject in body.subjects {
            let all = Fact.Selection(names: [], isDefault: true, value: .choice(body.returns))
            body.returns = [.selection(of: subject, [all])]
        }
        return body
    }

    var receiver: Fact { bound("self") ?? .receiver(owner, type: type) }

    func place(_ syntax: some SyntaxProtocol) -> Place { Place(file: file, offset: syntax.offset) }

    /// Returns the symbol that code declares at an offset.
    func declared(at offset: Int) -> Symbol? {
        file.symbols(at: offset).first { $0.definition?.file === file && $0.definition?.offset == offset }
    }

    // MARK: Syntax

    func visitChildren(_ syntax: Syntax) {
        for child in syntax.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) { visit(child) }
    }

    func visit(_ syntax: Syntax) {
        if let expression = syntax.as(ExprSyntax.self) {
            _ = value(expression)
        } else if !visitDeclaration(syntax), !visitStatement(syntax) {
            visitChildren(syntax)
        }
    }

    /// Walks statements, and returns the value of the only one.
    func blockValue(_ list: CodeBlockItemListSyntax) -> Fact? {
        lastValue = nil
        statements(list)
        defer { lastValue = nil }
        return list.count == 1 ? lastValue : nil
    }

    func statements(_ list: CodeBlockItemListSyntax) {
        scoped {
            for item in list {
                // Code may call a local function above its declaration.
                guard let function = item.item.as(FunctionDeclSyntax.self) else { continue }
                if declared(at: function.name.offset) == nil { bind(function.name, .local(place(function.name))) }
            }
            list.forEach(item)
        }
    }

    func item(_ item: CodeBlockItemSyntax) {
        lastValue = nil
        if let expression = item.item.as(ExprSyntax.self) ?? item.item.as(ExpressionStmtSyntax.self)?.expression {
            let result = value(expression)
            lastValue = expression.neverReturns ? nil : result
        } else {
            visit(Syntax(item.item))
            if !item.item.is(IfConfigDeclSyntax.self) { lastValue = nil }
        }
    }

    /// Walks the clause of `#if` that is compiled, whose declarations belong to the block around it.
    func directive(_ directive: IfConfigDeclSyntax) {
        for clause in directive.activeClauses(in: file) {
            switch clause.elements {
            case .statements(let list):
                list.forEach(item)
                if list.count > 1 { lastValue = nil }
            case let other?: visitChildren(Syntax(other))
            case nil: break
            }
        }
    }
}
