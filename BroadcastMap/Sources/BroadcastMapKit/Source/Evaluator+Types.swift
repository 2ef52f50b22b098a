import SwiftSyntax

/// The types of objects, and those for which generic parameters stand.
extension Evaluator {
    struct DynamicType {
        let symbol: Symbol
        /// True if no class that inherits from the type is meant.
        let isExact: Bool
    }

    /// Returns the types that an object may have, or that a metatype is, or `nil` if callers decide them.
    func types(of expression: Expression) -> [DynamicType]? {
        let expression = expression.value
        return answer(.types, of: expression, orInProgress: []) { foundTypes(of: expression) }
    }

    private func foundTypes(of expression: Expression) -> [DynamicType]? {
        if let generic = expression.genericParameter { return types(of: generic, in: expression) }
        if let call = expression.syntax?.as(FunctionCallExprSyntax.self), call.arguments.first?.label?.name == "of",
            call.calledExpression.lastName?.text == "type", let object = call.arguments.first
        {
            return types(of: expression.with(object.expression))
        }
        if expression.namesSelfType { return types(of: expression.with(optional: nil)) }
        if let type = index.types(namedBy: expression.typeNamed ?? expression).types.first {
            return [DynamicType(symbol: type, isExact: true)]
        }
        var types: [DynamicType] = []
        for value in values(of: expression) {
            switch value.kind {
            case .enumerationCase(let symbol):
                if let parent = symbol.parent { types.append(DynamicType(symbol: parent, isExact: true)) }
            case .expression(let expression):
                let named = index.types(namedBy: expression.typeNamed ?? expression).types.first
                guard let type = named ?? index.type(of: expression) else { continue }
                let isCreated = expression.symbols.contains(where: \.isInitializer)
                types.append(DynamicType(symbol: type, isExact: named != nil || isCreated || type.kind != .class))
            case .passed(let expression):
                guard expression.isReceiver, let type = expression.function?.typeAround, type.kind != .protocol
                else { return nil }
                types.append(DynamicType(symbol: type, isExact: type.kind != .class))
            }
        }
        return types
    }

    /// Returns the types that a generic parameter stands for.
    func types(of generic: GenericParameterSyntax, in expression: Expression) -> [DynamicType]? {
        let name = generic.name.name
        let function = expression.function
        if let parameter = function?.parameterList?.first(where: { $0.type.mentions(name) }),
            generic.parent?.parent?.parent == function?.declaration
        {
            guard let passed = arguments(for: parameter, in: expression) else { return nil }
            return passed.compactMap(types).flatMap { $0 }
        }
        // That of the type around the function.
        guard let list = generic.parent?.as(GenericParameterListSyntax.self),
            let position = list.firstIndex(of: generic)
        else { return [] }
        let offset = list.distance(from: list.startIndex, to: position)
        var found: [DynamicType] = []
        for value in values(of: expression.with(optional: nil)) {
            switch value.kind {
            case .passed: return nil
            case .enumerationCase: break
            case .expression(let object):
                guard let argument = object.genericArgument(at: offset) else { continue }
                let types = index.types(named: argument, in: object.file)
                found += types.map { DynamicType(symbol: $0, isExact: true) }
            }
        }
        return found
    }
}
