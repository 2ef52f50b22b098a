import Foundation

/// Finds the types that the source names, which their places in the index identify.
struct Types {
    /// A type, how it is written if it is a composition or has generic arguments, and what follows the name.
    typealias Named = (symbol: Symbol, form: String?, rest: ArraySlice<Token>)

    private static let specifiers: Set = ["(", "any", "sending", "borrowing", "consuming", "inout"]
    private static let markers: Set = ["s:s8SendableP", "s:s9AnyObjecta", "s:s16SendableMetatypeP"]
    private let byName: [String: Symbol]
    private let sendMethods: [Symbol: Symbol]

    init(_ index: Index) {
        let types = index.symbols.values.filter { $0.isProtocol || $0.isClass }
        byName = Dictionary(types.map { ($0.fullName, $0) }) { $1 }
        let methods = index.symbols.values.filter { $0.name == "send(to:)" && $0.isWitnessOfLibrary }
        sendMethods = Dictionary(methods.compactMap { method in method.parent.map { ($0, method) } }) { $1 }
    }

    /// Returns the method `send(to:)` of a message, or `nil` for other types.
    func sendMethod(of type: Symbol) -> Symbol? {
        sendMethods[type] ?? type.bases.lazy.compactMap { sendMethods[$0] }.first
    }

    /// Returns the channel of a message, which is the type of the parameter of `send(to:)`, or the type itself.
    func channel(of type: Symbol) -> Symbol? {
        guard let method = sendMethod(of: type) else { return type }
        let parameters = method.demangled?.components(separatedBy: "(to: ").last?.components(separatedBy: ") -> ")
        return parameters?.first.flatMap(self.type(named:))
    }

    private func type(named name: String) -> Symbol? {
        let name = name.replacingOccurrences(of: "any |^Swift.Optional<", with: "", options: .regularExpression)
        return name.components(separatedBy: " & ").lazy.compactMap { byName[String($0.prefix { !"<>".contains($0) })] }
            .first { !Self.markers.contains($0.usr) }
    }

    /// Returns the type that an expression or a declaration begins with, or `nil` if the index has none there.
    ///
    /// Of a composition, it is the first type that has requirements.
    func type(in tokens: ArraySlice<Token>, of file: File) -> Named? {
        for part in tokens.split(whereSeparator: { $0.text == "&" }) {
            var rest = part.drop { Self.specifiers.contains($0.text) }
            var found: Symbol?
            while let type = rest.first(where: { $0.text != "." }).flatMap({ file.type(at: $0.offset) }) {
                (found, rest) = (type, rest.drop { $0.text == "." }.dropFirst())
                if rest.first?.text != "." { break }
            }
            let aliased = found.flatMap(aliased)
            guard let symbol = aliased?.symbol ?? found, symbol.isType, !Self.markers.contains(symbol.usr) else {
                continue
            }
            let name = tokens.last?.text == "self" ? tokens.dropLast(2) : tokens
            let type = name.drop { $0.text == "(" }.prefix { $0.text != ")" }
            let isPlain = !type.contains { $0.text == "&" || $0.text == "<" }
            let form = type.map { ["&": " & ", ",": ", ", "any": "any "][$0.text] ?? $0.text }.joined()
            return (symbol, isPlain ? aliased?.form : form, rest)
        }
        return nil
    }

    private func aliased(by alias: Symbol) -> Named? {
        guard alias.isAlias, let definition = alias.definition else { return nil }
        let tokens = definition.file.source.tokens
        // A generic parameter is an alias too.
        guard tokens[definition.index + 1].text == "=" else { return nil }
        let type = tokens[(definition.index + 2)...]
        // The next declaration begins with a name, an attribute, or the end of a block.
        let end = type.indices.dropFirst().first { index in
            let last = tokens[index - 1]
            let isEnd = last.isName && !Self.specifiers.contains(last.text) || [">", ")", "]"].contains(last.text)
            return ["@", "}", ";", "#", ""].contains(tokens[index].text) || tokens[index].isName && isEnd
        }
        return self.type(in: type.prefix(upTo: end ?? type.endIndex), of: definition.file)
    }

    /// Returns the class of an object: of `self`, of a property, of a parameter, or of one that is created here.
    func type(ofValue value: ArraySlice<Token>, at use: Occurrence) -> Symbol? {
        var type: Symbol?
        if value.map(\.text) == ["self"] {
            type = use.user?.typeAround
        } else if value.allSatisfy({ $0.isName || ".!?".contains($0.text) }), let name = value.last(where: \.isName),
            let property = use.file.symbols(at: name.offset).first(where: \.isProperty)
        {
            type = property.demangled?.components(separatedBy: " : ").last.flatMap(self.type(named:))
        } else if let named = self.type(in: value, of: use.file) {
            type = isCall(named.rest, in: use.file) ? named.symbol : nil
        } else if let parameter = parameter(in: value, of: use.user) {
            type = self.type(in: parameter.value, of: use.file)?.symbol
        }
        return type?.isClass == true ? type : nil
    }

    /// Whether an expression builds the message that it begins with, and isn't a property or the result of a method.
    func isMessage(_ named: Named, in file: File) -> Bool {
        let member = named.rest.dropFirst().first
        let isCase = member.map { $0.text == "init" || file.symbols(at: $0.offset).contains { $0.isCase } }
        let rest = isCase == true ? named.rest.dropFirst(2) : named.rest
        return sendMethod(of: named.symbol) != nil && (rest.isEmpty || isCall(rest, in: file))
    }

    private func isCall(_ rest: ArraySlice<Token>, in file: File) -> Bool {
        rest.first?.text == "(" && file.source.end(of: rest.startIndex) == rest.endIndex - 1
    }

    /// Returns the parameter of a function that an expression names: its value, or its type.
    func parameter(in expression: ArraySlice<Token>, of function: Symbol?) -> Argument? {
        guard let function, let definition = function.definition, let name = expression.first?.text,
            let (parameters, end) = definition.file.source.arguments(at: definition.offset)
        else { return nil }
        let tokens = definition.file.source.tokens
        // A local variable, or a parameter of a closure or of an inner function, may have taken the name.
        let isRebound = tokens[end..<max(end, expression.startIndex)].indices.contains { index in
            guard tokens[index].text == name else { return false }
            let (before, behind) = (tokens[index - 1].text, tokens[index + 1].text)
            return ["let", "var", "for", "{"].contains(before) || behind == "in"
                || before == "(" && tokens[index - 2].text == "{"
        }
        let inner = function.members.filter { $0.isParameter }.dropFirst(parameters.count).map(\.name)
        return parameters.first { parameter in
            expression.count == 1
                ? parameter.name == name && !isRebound && !inner.contains(name)
                : expression.map(\.text) == [name, ".", "self"]
                    && parameter.value.prefix { $0.text != "=" }.map(\.text) == [name, ".", "Type"]
        }
    }
}
