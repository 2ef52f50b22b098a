import SwiftSyntax

/// A text that an expression may have.
struct TextValue {
    enum Kind: Hashable {
        case text(String)
        case passed
        case unknown
    }

    let kind: Kind
    var path: [Value.Step] = []

    /// Returns both texts as one, if both are known.
    fileprivate func followed(by next: TextValue) -> TextValue {
        let path = path + next.path
        switch (kind, next.kind) {
        case (.text(let first), .text(let second)): return TextValue(kind: .text(first + second), path: path)
        case (.unknown, _), (_, .unknown): return TextValue(kind: .unknown, path: path)
        default: return TextValue(kind: .passed, path: path)
        }
    }
}

extension Evaluator {
    /// Returns the texts that an expression may be, or the texts of the names that it creates.
    func texts(of expression: Expression) -> [TextValue] { texts(of: expression) { _ in nil } }

    private func texts(of expression: Expression, ofCase: (Symbol) -> String?) -> [TextValue] {
        answer(.texts, of: expression, orInProgress: []) {
            values(of: expression).flatMap { value in
                let texts: [TextValue] =
                    switch value.kind {
                    case .passed: [TextValue(kind: .passed)]
                    case .enumerationCase(let symbol): [TextValue(kind: ofCase(symbol).map { .text($0) } ?? .unknown)]
                    case .expression(let expression): self.texts(written: expression)
                    }
                return texts.map { TextValue(kind: $0.kind, path: value.path + $0.path) }
            }
        }
    }

    private func texts(written expression: Expression) -> [TextValue] {
        let unknown = [TextValue(kind: .unknown)]
        switch expression.syntax?.as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr(let literal):
            if let text = literal.representedLiteralValue { return [TextValue(kind: .text(text))] }
            return joined(literal.segments.map { texts(of: $0, in: expression) })
        case .sequenceExpr(let sequence):
            let operands = sequence.operands(of: "+")
            return operands.map { joined($0.map { texts(of: expression.with($0)) }) } ?? unknown
        case .macroExpansionExpr(let macro) where macro.macroName.text == "function":
            let name = expression.function?.propertyOrSelf.name
            return name.map { [TextValue(kind: .text($0))] } ?? unknown
        case .memberAccessExpr(let member) where member.declName.baseName.text == "rawValue":
            return member.base.map { texts(of: expression.with($0), ofCase: \.rawText) } ?? unknown
        case .declReferenceExpr(let name) where name.baseName.text == "rawValue":
            return texts(of: expression.with(optional: nil), ofCase: \.rawText)
        case .functionCallExpr(let call):
            guard let argument = call.arguments.first, call.arguments.count == 1 else { return unknown }
            let passed = expression.with(argument.expression)
            if ["describing", "reflecting"].contains(argument.label?.name) { return typeNames(passed) ?? unknown }
            let names: Set = ["String", "NSString", "Substring", "Name"]
            let isText =
                names.contains(call.calledExpression.lastName?.text ?? "")
                || expression.symbols.contains(where: \.isNotification)
                || call.calledExpression.as(MemberAccessExprSyntax.self)?.isInitializer == true
            return isText ? texts(of: passed) : unknown
        default: return objectiveCText(of: expression).map { [$0] } ?? unknown
        }
    }

    /// Returns the text of a constant or a macro that code of Objective-C defines.
    private func objectiveCText(of expression: Expression) -> TextValue? {
        for constant in expression.symbols {
            guard case .text(let text) = constant.objectiveCValue?.kind, let name = expression.name else { continue }
            let step = Value.Step(constant: constant, file: expression.file, offset: name.offset)
            return TextValue(kind: .text(text), path: [step])
        }
        return nil
    }

    private func texts(of segment: StringLiteralSegmentListSyntax.Element, in expression: Expression) -> [TextValue] {
        switch segment {
        case .stringSegment(let segment): return [TextValue(kind: .text(segment.content.text))]
        case .expressionSegment(let segment):
            guard let only = segment.expressions.first, segment.expressions.count == 1 else {
                return [TextValue(kind: .unknown)]
            }
            let inside = expression.with(only.expression)
            return typeNames(inside) ?? texts(of: inside, ofCase: \.baseName)
        }
    }

    /// Returns the names of the types that an expression with `.self`, or `Self`, or `type(of:)` is.
    private func typeNames(_ expression: Expression) -> [TextValue]? {
        let isType =
            expression.typeNamed != nil
            || expression.syntax?.as(FunctionCallExprSyntax.self)?.calledExpression
                .lastName?.text == "type"
        guard isType else { return nil }
        guard let types = types(of: expression) else { return [TextValue(kind: .passed)] }
        let isKnown = !types.isEmpty && types.allSatisfy(\.isExact)
        return isKnown ? types.map { TextValue(kind: .text($0.symbol.name)) } : [TextValue(kind: .unknown)]
    }

    /// Returns all texts that parts have together.
    private func joined(_ parts: [[TextValue]]) -> [TextValue] {
        parts.reduce([TextValue(kind: .text(""))]) { all, next in
            limited(all.flatMap { first in next.map { first.followed(by: $0) } }, unknown: TextValue(kind: .unknown))
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
