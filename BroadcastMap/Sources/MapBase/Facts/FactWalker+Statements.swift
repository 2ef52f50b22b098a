import SwiftSyntax

extension FactWalker {
    /// Returns false if the syntax is no statement that binds names.
    func visitStatement(_ syntax: Syntax) -> Bool {
        switch syntax.as(SyntaxEnum.self) {
        case .codeBlockItemList(let list): statements(list)
        case .forStmt(let loop): self.loop(loop)
        case .whileStmt(let loop):
            scoped {
                conditions(loop.conditions)
                statements(loop.body.statements)
            }
        case .guardStmt(let statement):
            let names = scopedConditions(statement.conditions)
            statements(statement.body.statements)
            for (name, value) in names { bind(name, value) }
            statement.rest.map { _ = facts.conditionalCode.insert($0) }
        case .returnStmt(let statement):
            let result = statement.expression.map(value)
            if let result, !bodies.isEmpty { bodies[bodies.count - 1].returns.append(result) }
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

    /// Walks conditions, and returns the names that they bind for the code after them.
    private func scopedConditions(_ list: ConditionElementListSyntax) -> [(TokenSyntax, Fact)] {
        scoped {
            conditions(list)
            let names = list.tokens(viewMode: .sourceAccurate).filter(\.isBinding)
            return names.compactMap { name in bound(name.name).map { (name, $0) } }
        }
    }

    func conditions(_ list: ConditionElementListSyntax) {
        for element in list {
            switch element.condition {
            case .expression(let expression): _ = value(expression)
            case .optionalBinding(let binding):
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
                let value = binding.initializer.map { self.value($0.value) } ?? name.map(self.name)
                pattern(binding.pattern, value ?? .unknown(.variable))
            case .matchingPattern(let matching):
                let subject = value(matching.initializer.value)
                if caseName(matching.pattern) != nil, !bodies.isEmpty {
                    bodies[bodies.count - 1].subjects.append(subject)
                }
                pattern(matching.pattern, .unknown(.variable))
            default: visit(Syntax(element.condition))
            }
        }
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
        if syntax.is(ExprSyntax.self), !syntax.tokens(viewMode: .sourceAccurate).contains(where: \.isBinding) {
            return visit(syntax)
        }
        for child in syntax.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) {
            bindings(in: child, .unknown(.variable))
        }
    }

    /// Returns the name of the enumeration case that a pattern is for.
    private func caseName(_ pattern: PatternSyntax) -> String? {
        if let binding = pattern.as(ValueBindingPatternSyntax.self) { return caseName(binding.pattern) }
        guard let name = pattern.as(ExpressionPatternSyntax.self)?.expression.lastName,
            file.symbols(at: name.offset).contains(where: { $0.kind == .enumerationCase })
        else { return nil }
        return name.name
    }

    // MARK: Choices

    func choice(_ choice: IfExprSyntax) -> Fact {
        var values: [Fact?] = []
        scoped {
            conditions(choice.conditions)
            facts.conditionalCode.insert(choice.body.bytes)
            if let other = choice.elseBody { facts.conditionalCode.insert(other.bytes) }
            let isLeft = choice.body.isLeft || choice.elseBody?.as(CodeBlockSyntax.self)?.isLeft == true
            if isLeft, let rest = choice.rest { facts.conditionalCode.insert(rest) }
            values.append(blockValue(choice.body.statements))
        }
        switch choice.elseBody {
        case .codeBlock(let block): values.append(blockValue(block.statements))
        case .ifExpr(let next): values.append(self.choice(next))
        case nil: break
        }
        return .choice(values.compactMap { $0 })
    }

    func choice(_ choice: SwitchExprSyntax) -> Fact {
        let subject = value(choice.subject)
        var values: [Fact.Selection] = []
        var results: [Fact.Selection] = []
        for element in choice.cases {
            guard let element = element.as(SwitchCaseSyntax.self) else {
                visit(Syntax(element))
                continue
            }
            bodies.append(Body())
            let value = switchCase(element)
            let body = bodies.removeLast()
            if !bodies.isEmpty {
                bodies[bodies.count - 1].subjects += body.subjects
                bodies[bodies.count - 1].delegations += body.delegations
            }
            let names = names(of: element)
            func selection(_ value: Fact) -> Fact.Selection {
                Fact.Selection(names: names, isDefault: names.isEmpty, value: value)
            }
            results.append(selection(.choice(body.returns)))
            if let value { values.append(selection(value)) }
        }
        func selected(_ all: [Fact.Selection]) -> Fact {
            all.contains { !$0.names.isEmpty } ? .selection(of: subject, all) : .choice(all.map(\.value))
        }
        if !bodies.isEmpty, results.contains(where: { $0.value != .choice([]) }) {
            bodies[bodies.count - 1].returns.append(selected(results))
        }
        return selected(values)
    }

    private func switchCase(_ element: SwitchCaseSyntax) -> Fact? {
        scoped {
            if case .case(let label) = element.label {
                for item in label.caseItems {
                    pattern(item.pattern, .unknown(.variable))
                    if let part = item.whereClause { visit(Syntax(part)) }
                }
            }
            return blockValue(element.statements)
        }
    }

    private func names(of element: SwitchCaseSyntax) -> Set<String> {
        guard case .case(let label) = element.label else { return [] }
        return Set(label.caseItems.compactMap { caseName($0.pattern) })
    }
}

extension SyntaxProtocol {
    /// The code after a statement in its block, if it is a statement.
    fileprivate var rest: Range<Int>? {
        // The `if` in the `else` of another one is a part of that statement.
        let statement = ancestor(CodeBlockItemSyntax.self) {
            $0.is(ExpressionStmtSyntax.self) || $0.is(IfExprSyntax.self)
        }
        guard let statement, let block = statement.parent else { return nil }
        return statement.bytes.upperBound..<block.bytes.upperBound
    }
}

extension CodeBlockSyntax {
    /// True if code after the statement around the block doesn't run after it.
    fileprivate var isLeft: Bool {
        switch statements.last?.item {
        case .stmt(let statement):
            [.returnStmt, .throwStmt, .breakStmt, .continueStmt].contains(statement.kind)
        case .expr(let expression): expression.neverReturns
        default: false
        }
    }
}

extension TokenSyntax {
    /// True if a pattern binds the name.
    fileprivate var isBinding: Bool { parent?.is(IdentifierPatternSyntax.self) == true }
}
