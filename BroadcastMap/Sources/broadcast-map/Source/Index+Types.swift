import Foundation

/// Finds the types that the source names, which their places in the index identify.
extension Index {
    /// The types of a composition or a single one, and how they are written if they have generic arguments.
    typealias Named = (types: [Symbol], form: String?)

    /// The tokens after which a type's name continues.
    private static let joints: Set = [".", "&", "<", ",", "any"]

    /// Returns the type of a property or a parameter, or several for a composition.
    func types(of variable: Symbol) -> [Symbol] {
        let name = variable.fullName.replacingOccurrences(
            of: #"^.*? : | in .*$|Swift.Optional<"#, with: "", options: .regularExpression)
        let parts = name.components(separatedBy: " & ").map { String($0.prefix { !"<>".contains($0) }) }
        let found = parts.compactMap { types[$0] }
        return found.isEmpty ? declaredType(of: variable).map { [$0] } ?? [] : found
    }

    /// Returns the type that a declaration names or creates, because the name of one for Objective-C doesn't have it.
    private func declaredType(of variable: Symbol) -> Symbol? {
        let tokens = variable.definition.map { Tokens(at: $0).prefix { !$0.isAfterLineBreak } } ?? []
        guard tokens.count > 2, [":", "="].contains(tokens[1].text) else { return nil }
        let value = tokens[2...].prefix { !["=", ")"].contains($0.text) }.statement
        return type(of: Written(expression: value, function: nil))
    }

    /// Returns the types that tokens begin with: several for a composition, none if the index has none there.
    ///
    /// As in the type at run time, they are sorted, and none that another one inherits from is among them.
    func named(in tokens: some Sequence<Token>) -> Named {
        var last = "."
        let type = tokens.prefix { token in
            defer { last = token.text }
            return Self.joints.contains(last) || Self.joints.contains(token.text) || token.text == ">"
        }
        let parts = type.split { $0.text == "&" }.map { part -> Named in
            let name = part.drop { $0.text == "any" }
            if let list = name.first, list.isList { return named(in: list.inside) }
            let symbol = name.prefix { $0.isName || $0.text == "." }.flatMap(\.symbols).last(where: \.isPartOfType)
            guard let symbol else { return ([], nil) }
            let (types, alias) = symbol.isType ? ([symbol], nil) : aliased(by: symbol)
            let form = name.code.replacingOccurrences(of: #"\w+ ?\. ?"#, with: "", options: .regularExpression)
            return (types, form.contains("<") ? form : alias)
        }
        let all = Set(parts.flatMap(\.types))
        let types = all.filter { type in !all.contains { $0 != type && $0.withBases.contains(type) } }
        return (types.sorted { $0.fullName < $1.fullName }, parts.lazy.compactMap(\.form).first)
    }

    private func aliased(by alias: Symbol) -> Named {
        guard let declaration = alias.definition.map(Tokens.init(at:)) else { return ([], nil) }
        var value = declaration.prefix { !$0.isAfterLineBreak }.dropFirst()
        if value.first?.text == "<" { value = value.drop { $0.text != ">" }.dropFirst() }
        // A generic parameter is an alias, too.
        return value.first?.text == "=" ? named(in: value.dropFirst()) : ([], nil)
    }

    /// Returns the type of `self`, of a property, of a parameter, or of what an expression creates.
    func type(of argument: Written) -> Symbol? {
        let (value, function) = (argument.value, argument.function)
        if value.isReceiver { return function?.typeAround }
        let callee = value.last?.isList == true ? value.dropLast() : value.filter { !"!?".contains($0.text) }[...]
        guard let name = callee.last, callee.allSatisfy({ $0.isName || $0.text == "." }) else { return nil }
        let position = parameter(in: argument)
        let property = name.symbols.first(where: \.kind.isProperty) ?? position.map { function!.parameters[$0] }
        if let property { return value.last?.isList == true ? nil : types(of: property).first }
        let isCreated = name.text == "init" || name.symbols.contains { $0.isPartOfType || $0.kind == .enumerationCase }
        return isCreated ? named(in: callee).types.first : nil
    }

    /// Returns the position of the parameter that an argument names: its value, or its type.
    ///
    /// The receiver is behind the last one. It counts where callers know more of it: in an extension of a protocol or
    /// of the names of notifications, and if it is cast.
    func parameter(in argument: Written) -> Int? {
        guard let function = argument.function else { return nil }
        let (texts, type) = (argument.value.texts, function.typeAround)
        if argument.value.isReceiver {
            let isAnyType = type?.kind == .protocol || type?.path == "Name" || texts.count < argument.expression.count
            return isAnyType ? function.labels.count : nil
        }
        let name = texts[0]
        let position = function.parameters.firstIndex { parameter in
            let declaration = parameter.definition.map { Tokens(at: $0).prefix(5).map(\.text) } ?? []
            return texts == [parameter.name]
                || texts == [name, ".", "self"] && declaration.dropFirst() == [":", name, ".", "Type"]
        }
        guard let position, let definition = function.parameters[position].definition else { return nil }
        // A local variable, or a parameter of a closure or of an inner function, may have taken the name.
        let rebinding = #"\b(let|var)\s+\#(name)\b|\{\s*\(?\s*\#(name)\b|\b\#(name)\s+in\b"#
        let end = max(definition.offset, argument.value.first!.range.lowerBound)
        let code = definition.file.code(definition.offset..<end)
        let isInner = function.members.filter { $0.kind == .parameter && $0.name == name }.count > 1
        return isInner || code.range(of: rebinding, options: .regularExpression) != nil ? nil : position
    }
}
