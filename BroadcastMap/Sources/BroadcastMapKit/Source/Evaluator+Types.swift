import SwiftSyntax

/// The types of objects, and those for which generic parameters stand.
extension Evaluator {
    struct DynamicType: Hashable {
        let symbol: Symbol
        /// True if no class that inherits from the type is meant.
        let isExact: Bool
    }

    /// Returns the types that an object may have, or that a metatype is.
    func types(of expression: Expression) -> [Found<DynamicType>] {
        let expression = expression.value
        return answer(.types, of: expression) { foundTypes(of: expression) }
    }

    private func foundTypes(of expression: Expression) -> [Found<DynamicType>] {
        if let generic = expression.genericParameter { return types(of: generic, in: expression) }
        if let call = expression.syntax?.as(FunctionCallExprSyntax.self), call.arguments.first?.label?.name == "of",
            call.calledExpression.lastName?.text == "type", let object = call.arguments.first
        {
            return types(of: expression.with(object.expression))
        }
        if expression.namesSelfType { return types(of: expression.with(optional: nil)) }
        if let type = index.types(namedBy: expression.typeNamed ?? expression).types.first {
            return [.known(DynamicType(symbol: type, isExact: true))]
        }
        return values(of: expression).map { value in
            switch value.kind {
            case .known(.enumerationCase(let symbol)):
                Found(symbol.parent.map { DynamicType(symbol: $0, isExact: true) })
            case .known(.instance(let type)): .known(DynamicType(symbol: type, isExact: type.kind != .class))
            case .known(.expression(let expression)): Found(dynamicType(of: expression))
            case .passed(let expression):
                if expression.isReceiver, let type = expression.function?.typeAround, type.kind != .protocol {
                    .known(DynamicType(symbol: type, isExact: type.kind != .class))
                } else {
                    .passed(expression)
                }
            case .unknown: .unknown()
            }
        }
    }

    private func dynamicType(of expression: Expression) -> DynamicType? {
        let named = index.types(namedBy: expression.typeNamed ?? expression).types.first
        guard let type = named ?? type(of: expression) else { return nil }
        let isCreated = expression.symbols.contains(where: \.isInitializer)
        return DynamicType(symbol: type, isExact: named != nil || isCreated || type.kind != .class)
    }

    /// Returns the types that a generic parameter stands for.
    private func types(of generic: GenericParameterSyntax, in expression: Expression) -> [Found<DynamicType>] {
        let name = generic.name.name
        let function = expression.function
        if let parameter = function?.parameterList?.first(where: { $0.type.mentions(name) }),
            generic.parent?.parent?.parent == function?.declaration
        {
            return arguments(for: parameter, in: expression).flatMap { $0.then(types(of:)) }
        }
        // That of the type around the function.
        guard let list = generic.parent?.as(GenericParameterListSyntax.self),
            let position = list.firstIndex(of: generic)
        else { return [.unknown()] }
        let offset = list.distance(from: list.startIndex, to: position)
        return values(of: expression.with(optional: nil)).flatMap { value -> [Found<DynamicType>] in
            if value.isPassed { return [.passed(expression)] }
            guard let object = value.expression, let argument = object.genericArgument(at: offset)
            else { return [.unknown()] }
            let types = index.types(named: argument, in: object.file)
            return types.map { .known(DynamicType(symbol: $0, isExact: true)) }
        }
    }
}
