import SwiftSyntax

/// Walks a file once, with a stack of scopes, and writes its facts down.
///
/// Where the index has a symbol at a name, the name is that of a member or a global. Otherwise, it is in the stack.
final class FactWalker {
    var facts = FileFacts()
    let file: SourceFile
    let index: Index
    /// What the names in each block around the code are, and the generic parameters of the functions.
    private var scopes: [[String: Fact]] = [[:]]
    /// The function around the code, and the type.
    var owner: Owner?
    var type: Symbol?
    /// What the functions and the closures around the code return.
    var returns: [[Fact]] = []
    /// The closures around the code, by which `$0` is known, each with the number of scopes around it.
    var closures: [(place: Place, depth: Int)] = []
    /// What precedes the dots that the clauses of an `#if` in an expression begin with.
    var basesOfClauses: [SyntaxIdentifier: (code: ExprSyntax, value: Fact)] = [:]

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

    /// Walks the code of a function or a closure, and returns what it returns.
    func body(_ names: [String: Fact], _ statements: CodeBlockItemListSyntax?) -> [Fact] {
        returns.append([])
        let value = scoped(names) { statements.flatMap(self.statements) }
        let found = returns.removeLast()
        return found.isEmpty ? value.map { [$0] } ?? [] : found
    }

    var receiver: Fact { bound("self") ?? .receiver(owner, type: type) }

    /// Writes down which closures around the code retain the `self` outside of them, because their code names it.
    func mentionSelf() {
        let home = scopes.lastIndex { $0["self"] != nil } ?? -1
        for closure in closures where closure.depth > home { facts.closures[closure.place]?.mentionsSelf = true }
    }

    var depth: Int { scopes.count }

    func place(_ syntax: some SyntaxProtocol) -> Place { Place(file: file, offset: syntax.offset) }

    /// Returns the symbol that code declares at an offset.
    func declared(at offset: Int) -> Symbol? {
        file.symbols(at: offset).first { $0.definition?.file === file && $0.definition?.offset == offset }
    }

    // MARK: Statements

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
    @discardableResult
    func statements(_ list: CodeBlockItemListSyntax) -> Fact? {
        scoped {
            for function in list.compactMap({ $0.item.as(FunctionDeclSyntax.self) }) {
                // Code may call a local function above its declaration.
                if declared(at: function.name.offset) == nil { bind(function.name, .local(place(function.name))) }
            }
            let values = list.map(item)
            return values.count == 1 ? values[0] : nil
        }
    }

    private func item(_ item: CodeBlockItemSyntax) -> Fact? {
        if let expression = item.item.as(ExprSyntax.self) ?? item.item.as(ExpressionStmtSyntax.self)?.expression {
            let result = value(expression)
            return expression.neverReturns ? nil : result
        }
        if let directive = item.item.as(IfConfigDeclSyntax.self) { return self.directive(directive) }
        visit(Syntax(item.item))
        return nil
    }

    /// Walks the clause of `#if` that is compiled, whose declarations belong to the block around it, and returns the
    /// value of its only statement or of its expression.
    @discardableResult
    func directive(_ directive: IfConfigDeclSyntax) -> Fact? {
        let values = directive.activeClauses(in: file).map { clause -> Fact? in
            switch clause.elements {
            case .statements(let list):
                let values = list.map(item)
                return values.count == 1 ? values[0] : nil
            case .postfixExpression(let expression): return value(expression)
            case let other?: visitChildren(Syntax(other))
            case nil: break
            }
            return nil
        }
        return values.count == 1 ? values[0] : .choice(values.compactMap { $0 })
    }

    /// Returns false if the syntax is no statement that binds names.
    private func visitStatement(_ syntax: Syntax) -> Bool {
        switch syntax.as(SyntaxEnum.self) {
        case .codeBlockItemList(let list): statements(list)
        case .forStmt(let loop): self.loop(loop)
        case .whileStmt(let loop):
            scoped {
                conditions(loop.conditions)
                statements(loop.body.statements)
            }
        case .guardStmt(let statement):
            // The code after them knows the names that conditions bind.
            let names = scoped {
                conditions(statement.conditions)
                let names = statement.conditions.tokens(viewMode: .sourceAccurate)
                    .filter { $0.parent?.is(IdentifierPatternSyntax.self) == true }
                return names.compactMap { name in bound(name.name).map { (name, $0) } }
            }
            statements(statement.body.statements)
            for (name, value) in names { bind(name, value) }
        case .returnStmt(let statement):
            let result = statement.expression.map(value)
            if let result, !returns.isEmpty { returns[returns.count - 1].append(result) }
        case .catchClause(let clause):
            scoped(["error": .unknown(.computed)]) {
                for item in clause.catchItems {
                    if let pattern = item.pattern { self.pattern(pattern, .unknown(.variable)) }
                    if let part = item.whereClause { visit(Syntax(part)) }
                }
                statements(clause.body.statements)
            }
        case .ifConfigDecl(let directive): self.directive(directive)
        default: return false
        }
        return true
    }

    private func loop(_ loop: ForStmtSyntax) {
        let sequence = value(loop.sequence)
        scoped {
            var element = Fact.element(sequence)
            if let annotation = loop.typeAnnotation { element = .cast(element, to: fact(of: annotation.type)) }
            pattern(loop.pattern, loop.caseKeyword == nil ? element : .unknown(.variable))
            if let condition = loop.whereClause { _ = value(condition.condition) }
            statements(loop.body.statements)
        }
    }

    private func conditions(_ list: ConditionElementListSyntax) {
        for element in list {
            switch element.condition {
            case .expression(let expression): _ = value(expression)
            case .optionalBinding(let binding):
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
                let value = binding.initializer.map { self.value($0.value) } ?? name.map(self.name)
                pattern(binding.pattern, value ?? .unknown(.variable))
            case .matchingPattern(let matching):
                _ = value(matching.initializer.value)
                pattern(matching.pattern, .unknown(.variable))
            default: visit(Syntax(element.condition))
            }
        }
    }

    func choice(_ choice: IfExprSyntax) -> Fact {
        let value = scoped {
            conditions(choice.conditions)
            return statements(choice.body.statements)
        }
        switch choice.elseBody {
        case .codeBlock(let block): return .choice([value, statements(block.statements)].compactMap { $0 })
        case .ifExpr(let next): return .choice([value, self.choice(next)].compactMap { $0 })
        case nil: return .choice(value.map { [$0] } ?? [])
        }
    }

    func choice(_ choice: SwitchExprSyntax) -> Fact {
        _ = value(choice.subject)
        return .choice(
            choice.cases.compactMap { element in
                guard let element = element.as(SwitchCaseSyntax.self) else {
                    visit(Syntax(element))
                    return nil
                }
                return scoped {
                    if case .case(let label) = element.label {
                        for item in label.caseItems {
                            pattern(item.pattern, .unknown(.variable))
                            if let part = item.whereClause { visit(Syntax(part)) }
                        }
                    }
                    return statements(element.statements)
                }
            })
    }

    // MARK: Patterns

    /// Binds the names of a pattern.
    func pattern(_ pattern: PatternSyntax, _ value: Fact, isVariable: Bool = false) {
        switch pattern.as(PatternSyntaxEnum.self) {
        case .identifierPattern(let name):
            let isKnown = !isVariable && value != .unknown(.variable)
            // What an enumeration case holds is the same wherever the code names it.
            if !isKnown { facts.locals[place(name)] = LocalFact(values: [.unknown(.variable)]) }
            bind(name.identifier, isKnown ? value : .local(place(name)))
        case .tuplePattern(let tuple):
            for (position, element) in tuple.elements.enumerated() {
                self.pattern(element.pattern, .part(value, "\(position)"), isVariable: isVariable)
            }
        case .valueBindingPattern(let binding): self.pattern(binding.pattern, value, isVariable: isVariable)
        case .expressionPattern(let expression): bindings(in: Syntax(expression.expression), value)
        case .isTypePattern, .missingPattern, .wildcardPattern: break
        }
    }

    /// Binds the names in `let x as Name`, `.some(let x)` and `let x?`.
    private func bindings(in syntax: Syntax, _ value: Fact) {
        if let sequence = syntax.as(SequenceExprSyntax.self), sequence.elements.count == 3 {
            let parts = Array(sequence.elements)
            if let pattern = parts[0].as(PatternExprSyntax.self), parts[1].is(UnresolvedAsExprSyntax.self),
                let type = parts[2].as(TypeExprSyntax.self)
            {
                return self.pattern(pattern.pattern, .cast(value, to: fact(of: type.type)))
            }
        }
        if let pattern = syntax.as(PatternExprSyntax.self) { return self.pattern(pattern.pattern, value) }
        let binds = syntax.tokens(viewMode: .sourceAccurate).contains {
            $0.parent?.is(IdentifierPatternSyntax.self) == true
        }
        if syntax.is(ExprSyntax.self), !binds { return visit(syntax) }
        for child in syntax.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) {
            bindings(in: child, .unknown(.variable))
        }
    }
}
