import SwiftSyntax

/// An element of a sequence, or a pair of an index or a key and a value.
enum SequenceElement: Hashable {
    case value(Origin)
    case pair(Expression?, Expression)
    /// An element with its index.
    case numbered(Origin)
}

extension Evaluator {
    /// Returns the elements of a literal, as far as they are known.
    func elements(of sequence: Expression) -> [Found<SequenceElement>] {
        answer(.elements, of: sequence) { foundElements(of: sequence) }
    }

    private func foundElements(of sequence: Expression) -> [Found<SequenceElement>] {
        if case .parameter(let parameter) = sequence.binding, parameter.ellipsis != nil {
            return arguments(for: parameter, in: sequence).flatMap { $0.then(elements(withValue:)) }
        }
        return values(of: sequence).flatMap { value in
            value.then { origin in
                guard case .expression(let expression) = origin else { return [.unknown()] }
                return literalElements(of: expression)
            }
        }
    }

    private func elements(withValue expression: Expression) -> [Found<SequenceElement>] {
        values(of: expression).flatMap { $0.then { [.known(.value($0))] } }
    }

    private func literalElements(of expression: Expression) -> [Found<SequenceElement>] {
        switch expression.syntax?.as(ExprSyntaxEnum.self) {
        case .arrayExpr(let array):
            return array.elements.flatMap { elements(withValue: expression.with($0.expression)) }
        case .dictionaryExpr(let dictionary):
            guard case .elements(let elements) = dictionary.content else { return [] }
            return elements.map { .known(.pair(expression.with($0.key), expression.with($0.value))) }
        case .infixOperatorExpr(let infix):
            guard let operands = ExprSyntax(infix).operands(of: "+") else { return [.unknown()] }
            return operands.flatMap { elements(of: expression.with($0)) }
        case .memberAccessExpr(let member):
            guard let base = member.base.map({ expression.with($0) }) else { return [.unknown()] }
            switch member.declName.baseName.text {
            case "allCases":
                return types(of: base).flatMap { type in
                    type.then { type in
                        let cases = type.symbol.members.filter { $0.kind == .enumerationCase }
                        return cases.map { .known(.value(.enumerationCase($0))) }
                    }
                }
            case "values": return values(in: elements(of: base), at: 1, of: expression)
            case "keys": return values(in: elements(of: base), at: 0, of: expression)
            case let name: return Index.selections.contains(name) ? elements(of: base) : [.unknown()]
            }
        case .functionCallExpr(let call): return elements(returnedBy: call, in: expression)
        default: return [.unknown()]
        }
    }

    private func elements(
        returnedBy call: FunctionCallExprSyntax, in expression: Expression
    ) -> [Found<SequenceElement>] {
        let name = call.calledExpression.lastName?.text ?? ""
        if ["Array", "Set"].contains(name), let only = call.arguments.first, call.arguments.count == 1 {
            return elements(of: expression.with(only.expression))
        }
        guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base.map({ expression.with($0) })
        else { return [.unknown()] }
        if Index.selections.contains(name) { return elements(of: base) }
        if name == "enumerated" {
            return values(in: elements(of: base), at: nil, of: expression).flatMap { element in
                element.then { element in
                    guard case .value(let origin) = element else { return [.unknown()] }
                    return [.known(.numbered(origin))]
                }
            }
        }
        guard ["map", "compactMap", "flatMap"].contains(name) else { return [.unknown()] }
        let transform = call.trailingClosure.map { ExprSyntax($0) } ?? call.arguments.first?.expression
        if let closure = transform?.as(ClosureExprSyntax.self) {
            return returned(by: closure.statements, in: expression).flatMap(elements(withValue:))
        }
        guard let path = transform?.as(KeyPathExprSyntax.self), path.components.count == 1,
            let name = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName,
            let property = expression.file.symbols(at: name.offset).first(where: \.kind.isProperty)
        else { return [.unknown()] }
        let all = elements(of: base).flatMap { values(of: $0, at: nil, in: expression) }
        return all.flatMap { self.property(property, of: $0, named: expression) }.flatMap { value in
            value.then { [.known(.value($0))] }
        }
    }

    /// Returns a part of each element, as elements.
    private func values(
        in elements: [Found<SequenceElement>], at position: Int?, of expression: Expression
    ) -> [Found<SequenceElement>] {
        elements.flatMap { values(of: $0, at: position, in: expression) }.flatMap { value in
            value.then { $0 == .expression(expression) ? [.unknown()] : [.known(.value($0))] }
        }
    }

    /// Returns a property of a value that no name has.
    private func property(_ property: Symbol, of value: Value, named expression: Expression) -> [Value] {
        guard let object = value.expression, property.definition != nil else { return [opaque(value, expression)] }
        return implementations(of: property, on: object).flatMap { found in
            found.content.map { values(of: $0, named: expression, on: object) } ?? [opaque(found, expression)]
        }
    }

    /// Returns the part at a position of an element that is a tuple, or all of it: an expression, where it isn't known.
    func values(of element: Found<SequenceElement>, at position: Int?, in expression: Expression) -> [Value] {
        let values: [Value]
        switch element.kind {
        case .passed(let sequence): values = [.passed(sequence)]
        case .unknown: values = [.expression(expression)]
        case .known(.pair(let first, let second)):
            values = position == 0 ? first.map(self.values) ?? [] : self.values(of: second)
        case .known(.numbered(let origin)): values = position == 0 ? [] : [.known(origin)]
        case .known(.value(.expression(let tuple))):
            let part = position.flatMap { tuple.tupleElement("\($0)") }
            values = part.map(self.values) ?? [.expression(tuple)]
        case .known(.value(let origin)): values = [.known(origin)]
        }
        return values.map { $0.found(through: element.path) }
    }

    /// Returns the elements that a closure is called with, or `nil` if no sequence calls it.
    func elements(passedTo closure: ClosureExprSyntax, in expression: Expression) -> [Found<SequenceElement>]? {
        let methods = Index.elementMethods.union(["first"])
        return closure.sequence(passedBy: methods).map { elements(of: expression.with($0)) }
    }
}
