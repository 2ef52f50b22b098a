import Foundation

/// Finds the types that the source names, which their places in the index identify.
extension Index {
    /// A type, and how it is written if it is a composition or has generic arguments.
    typealias Named = (symbol: Symbol, form: String?)

    /// The tokens after which a type's name continues.
    private static let joints: Set = [".", "&", "<", ",", "any"]

    /// Returns the type of a property or a parameter.
    func type(of variable: Symbol) -> Symbol? {
        let name = variable.fullName.replacingOccurrences(
            of: #"^.*? : | in .*$|any |Swift.Optional<"#, with: "", options: .regularExpression)
        let parts = name.components(separatedBy: " & ").map { String($0.prefix { !"<>".contains($0) }) }
        return parts.lazy.compactMap { self.types[$0] }.first ?? declaredType(of: variable)
    }

    /// Returns the type that a declaration names or creates, because the name of one for Objective-C doesn't have it.
    private func declaredType(of variable: Symbol) -> Symbol? {
        let tokens = variable.definition.map { Array(Tokens(at: $0).prefix(20)) } ?? []
        guard tokens.count > 2, [":", "="].contains(tokens[1].text) else { return nil }
        // Names that dots join, and the arguments behind them.
        let names = tokens[2...].enumerated().prefix { $0 % 2 == 0 ? $1.isName : $1.text == "." }.count
        let hasList = tokens.dropFirst(names + 2).first?.isList == true
        return type(ofValue: tokens[2..<names + (hasList ? 3 : 2)], in: nil)
    }

    /// Returns the type that tokens begin with, or `nil` if the index has none there.
    ///
    /// Of a composition, it is the first type that has requirements.
    func type(in tokens: some Sequence<Token>) -> Named? {
        var last = "."
        let type = tokens.prefix { token in
            defer { last = token.text }
            return Self.joints.contains(last) || Self.joints.contains(token.text) || token.text == ">"
        }
        for part in type.split(whereSeparator: { $0.text == "&" }) {
            let name = part.drop { $0.text == "any" }
            if let list = name.first, list.isList { return self.type(in: list.inside) }
            let symbol = name.prefix { $0.isName || $0.text == "." }.flatMap(\.symbols).last(where: \.isPartOfType)
            guard let found = symbol.flatMap({ $0.isType ? ($0, nil) : aliased(by: $0) }) else { continue }
            // At run time, a composition with `Sendable` is one without it.
            let form = type.map { ["&": " & ", ",": ", ", "any": ""][$0.text] ?? $0.text }.joined()
                .replacingOccurrences(of: #"\w+\.|\bSendable & | & Sendable\b"#, with: "", options: .regularExpression)
            return (found.symbol, form.contains("&") || form.contains("<") ? form : found.form)
        }
        return nil
    }

    private func aliased(by alias: Symbol) -> Named? {
        guard let declaration = alias.definition.map(Tokens.init(at:)) else { return nil }
        // A generic parameter is an alias too.
        return declaration.prefix(2).map(\.text).last == "=" ? type(in: declaration.dropFirst(2)) : nil
    }

    /// Returns the type of `self`, of a property, of a parameter, or of what an expression creates.
    func type(ofValue value: Expression, in function: Symbol?) -> Symbol? {
        if value.texts == ["self"] { return function?.typeAround }
        let callee = value.last?.isList == true ? value.dropLast() : value.filter { !"!?".contains($0.text) }[...]
        guard let name = callee.last, callee.allSatisfy({ $0.isName || $0.text == "." }) else { return nil }
        let property = name.symbols.first(where: \.kind.isProperty) ?? parameter(in: value, of: function)?.element
        if let property { return value.last?.isList == true ? nil : type(of: property) }
        let isCreated = name.text == "init" || name.symbols.contains { $0.isPartOfType || $0.kind == .enumerationCase }
        return isCreated ? type(in: callee)?.symbol : nil
    }

    /// Returns the parameter of a function that an expression names: its value, or its type.
    func parameter(in expression: Expression, of function: Symbol?) -> (offset: Int, element: Symbol)? {
        guard let function, let first = expression.first else { return nil }
        let (name, texts) = (first.text, expression.texts)
        let found = function.parameters.enumerated().first { _, parameter in
            let declaration = parameter.definition.map { Tokens(at: $0).prefix(5).map(\.text) } ?? []
            return texts == [parameter.name]
                || texts == [name, ".", "self"] && declaration.dropFirst() == [":", name, ".", "Type"]
        }
        guard let found, let definition = found.element.definition else { return nil }
        // A local variable, or a parameter of a closure or of an inner function, may have taken the name.
        let rebinding = #"\b(let|var)\s+\#(name)\b|\{\s*\(?\s*\#(name)\b|\b\#(name)\s+in\b"#
        let code = definition.file.code(definition.offset..<max(definition.offset, first.range.lowerBound))
        let isInner = function.members.contains { $0.kind == .parameter && $0.name == name && $0 != found.element }
        return isInner || code.range(of: rebinding, options: .regularExpression) != nil ? nil : found
    }
}
