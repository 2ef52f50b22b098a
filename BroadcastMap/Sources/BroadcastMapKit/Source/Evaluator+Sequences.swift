import SwiftSyntax

/// An element of a sequence, or a pair of an index or a key and a value.
enum SequenceElement {
    case value(Value)
    case pair(Expression?, [Value])

    /// Returns the part at a position of a tuple, or all of it.
    func values(at position: Int?, in evaluator: Evaluator) -> [Value] {
        switch self {
        case .pair(let first, let second):
            return position == 0 ? first.map(evaluator.values) ?? [] : second
        case .value(let value):
            guard let position, case .expression(let tuple) = value.kind,
                let element = tuple.tupleElement("\(position)")
            else { return [value] }
            return evaluator.values(of: element)
        }
    }
}

extension Evaluator {
    /// Returns the elements of a literal, or `nil` if it isn't known.
    func elements(of sequence: Expression) -> [SequenceElement]? {
        answer(.elements, of: sequence, orInProgress: nil) { foundElements(of: sequence) }
    }

    private func foundElements(of sequence: Expression) -> [SequenceElement]? {
        if case .parameter(let parameter) = sequence.binding, parameter.ellipsis != nil {
            let passed = arguments(for: parameter, in: sequence)
            return passed.map { $0.flatMap(values).map(SequenceElement.value) } ?? [
                .value(Value(kind: .passed(sequence)))
            ]
        }
        var all: [SequenceElement] = []
        for value in values(of: sequence) {
            switch value.kind {
            case .passed: return [.value(value)]
            case .enumerationCase: return nil
            case .expression(let expression):
                guard let elements = literalElements(of: expression) else { return nil }
                all += elements
            }
        }
        return all
    }

    private func literalElements(of expression: Expression) -> [SequenceElement]? {
        switch expression.syntax?.as(ExprSyntaxEnum.self) {
        case .arrayExpr(let array):
            return array.elements.flatMap { values(of: expression.with($0.expression)) }.map(SequenceElement.value)
        case .dictionaryExpr(let dictionary):
            guard case .elements(let elements) = dictionary.content else { return [] }
            return elements.map { .pair(expression.with($0.key), values(of: expression.with($0.value))) }
        case .sequenceExpr(let sequence):
            let operands = sequence.operands(of: "+")
            let parts = operands?.map { elements(of: expression.with($0)) }
            guard let parts, !parts.contains(where: { $0 == nil }) else { return nil }
            return parts.compactMap { $0 }.flatMap { $0 }
        case .memberAccessExpr(let member):
            guard let base = member.base.map({ expression.with($0) }) else { return nil }
            switch member.declName.baseName.text {
            case "allCases":
                let cases = types(of: base)?.first?.symbol.members.filter { $0.kind == .enumerationCase }
                return cases?.map { .value(Value(kind: .enumerationCase($0))) }
            case "values": return elements(of: base)
            case "keys":
                return elements(of: base)?.flatMap { $0.values(at: 0, in: self) }.map(SequenceElement.value)
            case let name: return Index.selections.contains(name) ? elements(of: base) : nil
            }
        case .functionCallExpr(let call): return elements(returnedBy: call, in: expression)
        default: return nil
        }
    }

    private func elements(returnedBy call: FunctionCallExprSyntax, in expression: Expression) -> [SequenceElement]? {
        let name = call.calledExpression.lastName?.text ?? ""
        if ["Array", "Set"].contains(name), let only = call.arguments.first, call.arguments.count == 1 {
            return elements(of: expression.with(only.expression))
        }
        guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base.map({ expression.with($0) })
        else { return nil }
        if Index.selections.contains(name) { return elements(of: base) }
        if name == "enumerated" {
            return elements(of: base)?.map { .pair(nil, $0.values(at: nil, in: self)) }
        }
        guard ["map", "compactMap", "flatMap"].contains(name) else { return nil }
        let transform = call.trailingClosure.map { ExprSyntax($0) } ?? call.arguments.first?.expression
        if let closure = transform?.as(ClosureExprSyntax.self) {
            return returned(by: closure.statements, in: expression).flatMap(values).map(SequenceElement.value)
        }
        guard let path = transform?.as(KeyPathExprSyntax.self), path.components.count == 1,
            let name = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName,
            let property = expression.file.symbols(at: name.offset).first(where: \.kind.isProperty)
        else { return nil }
        let all = elements(of: base)?.flatMap { $0.values(at: nil, in: self) }
        return all?.flatMap { self.property(property, of: $0, named: expression) }.map(SequenceElement.value)
    }

    /// Returns a property of a value that no name has.
    private func property(_ property: Symbol, of value: Value, named expression: Expression) -> [Value] {
        guard case .expression(let object) = value.kind, property.definition != nil,
            let declarations = implementations(of: property, on: object)
        else { return [Value(kind: .expression(expression))] }
        return declarations.flatMap { values(of: $0, named: expression, on: object) }
    }

    /// Returns the elements that a closure is called with, or `nil` if they aren't known.
    func elements(passedTo closure: ClosureExprSyntax, in expression: Expression) -> [SequenceElement]? {
        let methods = Index.elementMethods.union(["first"])
        return closure.sequence(passedBy: methods).flatMap { elements(of: expression.with($0)) }
    }
}
