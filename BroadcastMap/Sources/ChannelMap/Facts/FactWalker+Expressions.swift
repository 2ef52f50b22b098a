import SwiftSyntax

extension FactWalker {
    func value(_ expression: ExprSyntax) -> Fact {
        if let inside = expression.wrapped { return value(inside) }
        switch expression.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let name): return reference(name)
        case .superExpr: return receiver
        case .memberAccessExpr(let member): return self.member(member)
        case .functionCallExpr(let call): return self.call(call)
        case .subscriptCallExpr(let call): return self.subscript(call)
        case .tupleExpr(let tuple):
            return .tuple(tuple.elements.map { Fact.TuplePart(label: $0.label?.name, value: value($0.expression)) })
        case .arrayExpr(let array): return .list(array.elements.map { value($0.expression) })
        case .dictionaryExpr(let dictionary):
            guard case .elements(let pairs) = dictionary.content else { return .list([]) }
            return .list(
                pairs.map { pair in
                    .tuple([
                        Fact.TuplePart(label: "key", value: value(pair.key), code: .init(pair.key)),
                        Fact.TuplePart(label: "value", value: value(pair.value)),
                    ])
                })
        case .asExpr(let conversion): return .cast(value(conversion.expression), to: fact(of: conversion.type))
        case .prefixOperatorExpr(let prefix) where prefix.operator.text == "-":
            guard case .number(let number) = value(prefix.expression) else { return .unknown(.computed) }
            return .number("-\(number)")
        case .ternaryExpr(let choice):
            _ = value(choice.condition)
            return .choice([value(choice.thenExpression), value(choice.elseExpression)])
        case .infixOperatorExpr(let infix): return self.infix(infix)
        case .ifExpr(let choice): return self.choice(choice)
        case .switchExpr(let choice): return self.choice(choice)
        case .closureExpr(let closure): return self.closure(closure)
        case .postfixIfConfigExpr(let postfix):
            // Each clause goes on with the expression before the directive.
            basesOfClauses[postfix.config.id] = postfix.base.map { ($0, value($0)) }
            return directive(postfix.config) ?? .unknown(.computed)
        case .packElementExpr(let element):
            let pack = value(element.pack)
            // A generic parameter is an element already.
            if case .element = pack { return pack }
            return .element(pack)
        case .packExpansionExpr(let expansion): return value(expansion.repetitionPattern)
        case .stringLiteralExpr(let text): return self.text(text)
        case .integerLiteralExpr(let number): return .number(number.literal.text)
        case .floatLiteralExpr(let number): return .number(number.literal.text)
        case .booleanLiteralExpr(let literal): return .number(literal.literal.text)
        case .nilLiteralExpr: return .nothing
        case .genericSpecializationExpr(let inside):
            let type = index.type(named: inside, in: file)
            return type.symbols.isEmpty ? value(inside.expression) : .type(type)
        case .macroExpansionExpr(let macro): return self.macro(macro)
        default:
            visitChildren(Syntax(expression))
            return .unknown(.computed)
        }
    }

    private func text(_ text: StringLiteralExprSyntax) -> Fact {
        if let literal = text.representedLiteralValue { return .text(literal) }
        return .joined(
            text.segments.map { segment in
                switch segment {
                case .stringSegment(let segment): return .text(segment.content.text)
                case .expressionSegment(let segment):
                    let values = segment.expressions.map { value($0.expression) }
                    return values.count == 1 ? .description(of: values[0], .name) : .unknown(.computed)
                }
            })
    }

    private func macro(_ macro: MacroExpansionExprSyntax) -> Fact {
        let arguments = self.arguments(macro.arguments)
        if let closure = macro.trailingClosure { visit(Syntax(closure)) }
        switch macro.macroName.text {
        case "selector": return arguments.first?.value ?? .unknown(.computed)
        case "function": return owner?.function.map { .text($0.propertyOrSelf.name) } ?? .unknown(.computed)
        default: return .unknown(.computed)
        }
    }

    // MARK: Names

    private func reference(_ name: DeclReferenceExprSyntax) -> Fact {
        switch name.baseName.tokenKind {
        case .keyword(.self):
            mentionSelf()
            return receiver
        case .keyword(.Self): return .typeOf(receiver)
        default: break
        }
        if let position = name.shorthandPosition, let closure = closures.last?.place {
            let count = facts.closures[closure]?.parameters.count ?? 0
            if position > 0, position >= count {
                facts.closures[closure]?.parameters += Array(repeating: nil, count: position + 1 - count)
            }
            return .closureParameter(closure, position)
        }
        if case .local(let place)? = bound(name.baseName.name) {
            facts.localMentions[place, default: []].append(name.offset)
        }
        return self.name(name.baseName)
    }

    /// Returns what a name is that no expression precedes.
    func name(_ token: TokenSyntax) -> Fact {
        let symbols = file.symbols(at: token.offset).filter { $0.kind != .parameter }
        if let found = named(symbols, of: nil, at: token) {
            if case .property(_, let base?, _) = found { facts.members[token.offset] = base }
            return found
        }
        return bound(token.name) ?? .unknown(.computed)
    }

    /// Returns what symbols at a name are.
    private func named(_ symbols: [Symbol], of base: Fact?, at name: TokenSyntax) -> Fact? {
        if let property = symbols.first(where: { $0.kind.isProperty || $0.isMacro }) {
            let isMember =
                property.kind != .globalVariable && name.parent?.as(DeclReferenceExprSyntax.self)?.isMember != true
            // Code names a member of its own type alone.
            let implicit: Fact? = property.kind == .instanceProperty ? receiver : .typeOf(receiver)
            return .property(property, of: base ?? (isMember ? implicit : nil), at: place(name))
        }
        if let enumerationCase = symbols.first(where: { $0.kind == .enumerationCase }) {
            return .enumerationCase(enumerationCase)
        }
        if let position = symbols.lazy.compactMap(\.genericPosition).first {
            return .genericArgument(of: receiver, position)
        }
        if symbols.contains(where: { $0.isType || $0.kind == .alias }), let parent = name.parent {
            return .type(index.type(named: parent, in: file))
        }
        return symbols.first.map { .function($0) }
    }

    private func member(_ member: MemberAccessExprSyntax) -> Fact {
        if member.isSelf, let base = member.base { return self.typeBeforeSelf(base) }
        return self.member(member, of: base(of: member)?.value)
    }

    func member(_ member: MemberAccessExprSyntax, of base: Fact?) -> Fact {
        let name = member.declName.baseName
        let symbols = file.symbols(at: name.offset).filter { $0.kind != .parameter }
        if let base { facts.members[name.offset] = base }
        if let found = named(symbols, of: base, at: name) { return found }
        // A part of a tuple.
        return base.map { .part($0, name.name) } ?? .unknown(.computed)
    }

    /// Returns the type that an expression before `.self` names.
    private func typeBeforeSelf(_ base: ExprSyntax) -> Fact {
        let type = index.type(named: base, in: file)
        if !type.isEmpty { return .type(type) }
        let inside = value(base)
        switch inside {
        // A channel is what callers name, and not the type of what they pass.
        case .typeOf where base.lastName?.tokenKind != .keyword(.Self): return .unknown(.generic)
        case .unknown(.computed): return .unknown(.generic)
        default: return inside
        }
    }

    /// Returns a type as the target of a conversion: the one that callers pass, if it is a generic parameter.
    func fact(of type: TypeSyntax) -> Fact {
        if let name = type.as(IdentifierTypeSyntax.self)?.name.name, let generic = bound(name) { return generic }
        return .type(index.type(named: type, in: file))
    }

    // MARK: Operators

    private func infix(_ infix: InfixOperatorExprSyntax) -> Fact {
        if infix.operator.is(AssignmentExprSyntax.self) {
            let right = value(infix.rightOperand)
            assign(infix.leftOperand, right)
            _ = value(infix.leftOperand)
            return .unknown(.computed)
        }
        let left = value(infix.leftOperand)
        let right = value(infix.rightOperand)
        switch infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text {
        case "??": return .choice([left, right])
        case "+": return .joined([left, right])
        default: return .unknown(.computed)
        }
    }

    private func assign(_ target: ExprSyntax, _ value: Fact) {
        let name = target.value.as(DeclReferenceExprSyntax.self)?.baseName
        if let name, case .local(let place)? = bound(name.name), facts.locals[place] != nil {
            facts.locals[place]!.values.append(value)
        } else if let name = target.lastName {
            facts.stores[name.offset] = value
        }
    }
}

extension Argument.Code {
    init(_ syntax: some ExprSyntaxProtocol) { self.init(syntax: ExprSyntax(syntax)) }
}
