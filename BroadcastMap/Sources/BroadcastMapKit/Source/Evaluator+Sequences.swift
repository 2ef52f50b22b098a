import SwiftSyntax

/// An element of a sequence, or a pair of an index or a key and a value.
enum SequenceElement: Hashable {
    case value(Origin)
    /// A key, if it is known, and a value.
    case pair(Origin?, Origin)
    /// An element with its index.
    case numbered(Origin)
}

extension Evaluator {
    /// The methods of a sequence that call a closure with each element, or with elements until it returns true.
    private static let elementMethods: Set = ["forEach", "map", "compactMap", "flatMap", "filter", "contains", "first"]

    /// The methods and properties of a sequence that keep elements as they are.
    private static let selections: Set = [
        "reversed", "sorted", "shuffled", "filter", "prefix", "suffix", "dropFirst", "dropLast", "lazy", "union",
    ]

    /// Returns the elements of a sequence: those of a literal, or one of the type that all have.
    func elements(of sequence: Expression) -> [Found<SequenceElement>] {
        answer(.elements, of: sequence) { foundElements(of: sequence) }
    }

    private func foundElements(of sequence: Expression) -> [Found<SequenceElement>] {
        if case .parameter(let parameter) = sequence.binding, parameter.ellipsis != nil {
            return arguments(for: parameter, in: sequence).flatMap { $0.then(elements(withValue:)) }
        }
        let alternatives = sequence.alternatives
        if alternatives.count > 1 { return alternatives.flatMap { elements(of: $0) } }
        let found = values(of: sequence).flatMap { value -> [Found<SequenceElement>] in
            // A conversion says more than what it converts.
            let isConverted = (value.expression ?? value.passed) == sequence.value
            if value.isPassed, isConverted { return [.passed(sequence).found(through: value.path)] }
            return value.then { origin in
                guard case .expression(let expression) = origin else { return [.unknown()] }
                return elements(of: expression, written: isConverted ? sequence : expression)
            }
        }
        // An empty sequence has a type, too.
        return found.isEmpty ? typedElement(of: sequence).map { [.known($0)] } ?? [] : found
    }

    private func elements(withValue expression: Expression) -> [Found<SequenceElement>] {
        values(of: expression).flatMap { $0.then { [.known(.value($0))] } }
    }

    private func elements(of expression: Expression, written: Expression) -> [Found<SequenceElement>] {
        switch expression.syntax?.as(ExprSyntaxEnum.self) {
        case .arrayExpr(let array):
            return array.elements.flatMap { elements(withValue: expression.with($0.expression)) }
        case .dictionaryExpr(let dictionary):
            guard case .elements(let elements) = dictionary.content else { return [] }
            return elements.map { element in
                .known(.pair(.expression(expression.with(element.key)), .expression(expression.with(element.value))))
            }
        case .nilLiteralExpr: return []
        case .infixOperatorExpr(let infix):
            guard let operands = ExprSyntax(infix).operands(of: "+") else { return [.unknown()] }
            return operands.flatMap { elements(of: expression.with($0)) }
        case .memberAccessExpr(let member):
            if let base = member.base, let elements = elements(of: member, on: expression.with(base)) {
                return elements
            }
        case .functionCallExpr(let call):
            if let elements = elements(returnedBy: call, in: expression) { return elements }
        default: break
        }
        return [Found(typedElement(of: written))]
    }

    /// Returns the elements of a property of a sequence or a type, or `nil` if it isn't one that is followed.
    private func elements(of member: MemberAccessExprSyntax, on base: Expression) -> [Found<SequenceElement>]? {
        switch member.declName.baseName.text {
        case "allCases":
            types(of: base).flatMap { type in
                type.then { type in
                    let cases = type.symbol.members.filter { $0.kind == .enumerationCase }
                    return cases.map { .known(.value(.enumerationCase($0))) }
                }
            }
        case "values": parts(ofEach: elements(of: base), at: 1)
        case "keys": parts(ofEach: elements(of: base), at: 0)
        case let name: Self.selections.contains(name) ? elements(of: base) : nil
        }
    }

    /// Returns the elements of what a function returns, or `nil` if it isn't one that is followed.
    private func elements(
        returnedBy call: FunctionCallExprSyntax, in expression: Expression
    ) -> [Found<SequenceElement>]? {
        let name = call.calledExpression.lastName?.text ?? ""
        if ["Array", "Set"].contains(name), let only = call.arguments.first, call.arguments.count == 1 {
            return elements(of: expression.with(only.expression))
        }
        guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base.map({ expression.with($0) })
        else { return nil }
        if Self.selections.contains(name) { return elements(of: base) }
        if name == "enumerated" {
            return parts(ofEach: elements(of: base), at: nil).flatMap { element in
                element.then { element in
                    guard case .value(let origin) = element else { return [.unknown()] }
                    return [.known(.numbered(origin))]
                }
            }
        }
        guard ["map", "compactMap", "flatMap"].contains(name) else { return nil }
        let transform = call.trailingClosure.map { ExprSyntax($0) } ?? call.arguments.first?.expression
        if let closure = transform?.as(ClosureExprSyntax.self) {
            return returned(by: closure.statements, in: expression)?.flatMap { result in
                castClass(of: result).map { [.known(.value(.instance($0)))] } ?? elements(withValue: result)
            } ?? [.passed(expression)]
        }
        guard let path = transform?.as(KeyPathExprSyntax.self), path.components.count == 1,
            let name = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName,
            let property = expression.file.symbols(at: name.offset).first(where: \.kind.isProperty)
        else { return nil }
        let all = elements(of: base).flatMap { values(of: $0, at: nil, in: expression) }
        return all.flatMap { self.property(property, of: $0, named: expression) }.flatMap { value in
            value.then { [.known(.value($0))] }
        }
    }

    /// Returns a part of each element, as elements.
    private func parts(ofEach elements: [Found<SequenceElement>], at position: Int?) -> [Found<SequenceElement>] {
        elements.flatMap { parts(of: $0, at: position) }.flatMap { part in part.then { [.known(.value($0))] } }
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
        parts(of: element, at: position).map { part in
            switch part.kind {
            case .known(.instance), .unknown: .expression(expression).found(through: part.path)
            case .passed: .passed(expression).found(through: part.path)
            case .known: part
            }
        }
    }

    /// Returns the part at a position of an element that is a tuple, or all of it.
    func parts(of element: Found<SequenceElement>, at position: Int?) -> [Value] {
        element.then { element in
            switch element {
            case .pair(let first, let second): position == 0 ? first.map(values) ?? [.unknown()] : values(of: second)
            case .numbered(let origin): position == 0 ? [] : [.known(origin)]
            case .value(.expression(let tuple)):
                position.flatMap { tuple.tupleElement("\($0)") }.map(values) ?? [.expression(tuple)]
            case .value(let origin): [.known(origin)]
            }
        }
    }

    private func values(of origin: Origin) -> [Value] {
        if case .expression(let expression) = origin { return values(of: expression) }
        return [.known(origin)]
    }

    /// Returns the elements that a closure is called with, or `nil` if no sequence calls it.
    func elements(passedTo closure: ClosureExprSyntax, in expression: Expression) -> [Found<SequenceElement>]? {
        closure.sequence(passedBy: Self.elementMethods).map { elements(of: expression.with($0)) }
    }
}

extension ClosureExprSyntax {
    /// The sequence whose elements one of some methods passes to it.
    fileprivate func sequence(passedBy methods: Set<String>) -> ExprSyntax? {
        guard let member = callAround?.calledExpression.as(MemberAccessExprSyntax.self),
            methods.contains(member.declName.baseName.text)
        else { return nil }
        return member.base
    }
}
