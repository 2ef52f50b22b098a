import SwiftSyntax

/// A text that an expression may have.
typealias Text = Found<String>

extension Evaluator {
    /// Returns the texts that an expression may be, or the texts of the names that it creates.
    func texts(of expression: Expression, ofCase caseText: CaseText? = nil) -> [Text] {
        answer(.texts(ofCase: caseText), of: expression) {
            values(of: expression).flatMap { value in
                value.then { origin in
                    switch origin {
                    case .expression(let expression): return texts(written: expression)
                    case .enumerationCase(let symbol):
                        switch caseText {
                        case .name: return texts(describing: symbol)
                        case .rawValue: return [Found(symbol.rawText)]
                        case nil: return [.unknown()]
                        }
                    case .instance: return [.unknown()]
                    }
                }
            }
        }
    }

    /// Returns the text of a case in another text: its name, unless its type has a description.
    private func texts(describing element: Symbol) -> [Text] {
        let members = element.parent?.withBases.flatMap(\.members) ?? []
        let description = members.first { $0.name == "description" && $0.definition != nil }
        guard let description else { return [.known(element.baseName)] }
        return description.writtenValue.flatMap { texts(of: $0).only }.map { [$0] } ?? [.unknown()]
    }

    private func texts(written expression: Expression) -> [Text] {
        switch expression.syntax?.as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr(let literal):
            if let text = literal.representedLiteralValue { return [.known(text)] }
            return joined(literal.segments.map { texts(of: $0, in: expression) })
        case .infixOperatorExpr(let infix):
            let operands = ExprSyntax(infix).operands(of: "+")
            return operands.map { joined($0.map { texts(of: expression.with($0)) }) } ?? [.unknown()]
        case .macroExpansionExpr(let macro) where macro.macroName.text == "function":
            return [Found(expression.function?.propertyOrSelf.name)]
        case .memberAccessExpr(let member) where member.declName.baseName.text == "rawValue":
            return member.base.map { texts(of: expression.with($0), ofCase: .rawValue) } ?? [.unknown()]
        case .declReferenceExpr(let name) where name.baseName.text == "rawValue":
            return texts(of: expression.with(optional: nil), ofCase: .rawValue)
        case .functionCallExpr(let call):
            // An initializer of the program may make another text of its argument.
            let isOwn = expression.symbols.contains { $0.isInitializer && $0.definition != nil }
            guard let argument = call.arguments.first, call.arguments.count == 1, !isOwn else { return [.unknown()] }
            let passed = expression.with(argument.expression)
            switch argument.label?.name {
            case "describing": return typeNames(passed, \.name) ?? [.unknown()]
            case "reflecting": return typeNames(passed, \.fullName) ?? [.unknown()]
            default: break
            }
            let names: Set = ["String", "NSString", "Substring", "Name"]
            let isText =
                names.contains(call.calledExpression.lastName?.text ?? "")
                || expression.symbols.contains(where: \.isNotification)
                || call.calledExpression.as(MemberAccessExprSyntax.self)?.isInitializer == true
            return isText ? texts(of: passed) : [.unknown()]
        default: return [objectiveCText(of: expression) ?? .unknown()]
        }
    }

    /// Returns the text of a constant or a macro that Objective-C code defines.
    private func objectiveCText(of expression: Expression) -> Text? {
        for constant in expression.symbols {
            guard case .text(let text) = constant.objectiveCValue?.kind, let name = expression.name else { continue }
            let step = Step(constant: constant, file: expression.file, offset: name.offset)
            return Text(kind: .known(text), path: [step])
        }
        return nil
    }

    private func texts(of segment: StringLiteralSegmentListSyntax.Element, in expression: Expression) -> [Text] {
        switch segment {
        case .stringSegment(let segment): return [.known(segment.content.text)]
        case .expressionSegment(let segment):
            guard let only = segment.expressions.first, segment.expressions.count == 1 else { return [.unknown()] }
            let inside = expression.with(only.expression)
            return typeNames(inside, \.name) ?? texts(of: inside, ofCase: .name)
        }
    }

    /// Returns the names of the types that an expression with `.self`, or `Self`, or `type(of:)` is.
    private func typeNames(_ expression: Expression, _ name: (Symbol) -> String) -> [Text]? {
        let isType =
            expression.typeNamed != nil
            || expression.syntax?.as(FunctionCallExprSyntax.self)?.calledExpression
                .lastName?.text == "type"
        guard isType else { return nil }
        return types(of: expression).flatMap { type in
            // The name of a generic type has its arguments.
            type.then { $0.isExact && !$0.symbol.isGeneric ? [.known(name($0.symbol))] : [.unknown()] }
        }
    }

    /// Returns all texts that parts have together.
    private func joined(_ parts: [[Text]]) -> [Text] {
        parts.reduce([.known("")]) { all, next in
            limited(all.flatMap { first in next.map { first.followed(by: $0) } }, unknown: .unknown())
        }
    }
}

extension Text {
    /// Returns both texts as one, if both are known.
    fileprivate func followed(by next: Text) -> Text {
        let path = (path + next.path).unique
        switch (kind, next.kind) {
        case (.known(let first), .known(let second)): return Text(kind: .known(first + second), path: path)
        case (.unknown, _), (_, .unknown): return Text(kind: .unknown(nil), path: path)
        case (.passed, _): return Text(kind: kind, path: path)
        case (_, .passed): return Text(kind: next.kind, path: path)
        }
    }
}

extension Symbol {
    /// The raw value of an enumeration case with texts.
    fileprivate var rawText: String? {
        guard let definition,
            let element = definition.file.tree.token(at: definition.offset)?.parent?.as(EnumCaseElementSyntax.self)
        else { return nil }
        if let value = element.rawValue?.value {
            return value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        }
        let declaration = element.ancestor(EnumDeclSyntax.self)
        let types = declaration?.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
        return types.contains("String") ? baseName.withoutBackticks : nil
    }
}

extension String {
    fileprivate var withoutBackticks: String { filter { $0 != "`" } }
}
