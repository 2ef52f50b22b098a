import Foundation

/// Finds the types that the source names, which their places in the index identify.
struct Types {
    struct Named {
        let symbol: Symbol
        /// How the type is written if it is a composition, or has generic arguments.
        var form: String?
        /// What follows the name.
        var rest: ArraySlice<Token> = []
    }

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
        let parameters = method.usr.demangled?.components(separatedBy: "(to: ").last?.components(separatedBy: ") -> ")
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
    func type(in tokens: [Token], of file: File) -> Named? {
        for part in tokens.split(whereSeparator: { $0.text == "&" }) {
            var rest = part.drop { Self.specifiers.contains($0.text) }
            var found: Symbol?
            while let type = rest.first(where: { $0.text != "." }).flatMap({ file.type(at: $0.offset) }) {
                (found, rest) = (type, rest.drop { $0.text == "." }.dropFirst())
                if rest.first?.text != "." { break }
            }
            guard let found, var named = aliased(by: found) ?? (found.isType ? Named(symbol: found) : nil),
                !Self.markers.contains(named.symbol.usr)
            else { continue }
            (named.form, named.rest) = (form(of: tokens) ?? named.form, rest)
            return named
        }
        return nil
    }

    private func aliased(by alias: Symbol) -> Named? {
        guard alias.isAlias, let definition = alias.definition else { return nil }
        // The next declaration begins with a name, an attribute, or the end of a block.
        var last = ""
        let declaration = definition.file.source.tokens(from: definition.offset) { token in
            defer { last = token.isName && !Self.specifiers.contains(token.text) ? token.text : "" }
            return "@};".contains(token.text) || token.isName && !last.isEmpty
        }
        return type(in: Array(declaration.drop { $0.text != "=" }.dropFirst().dropLast()), of: definition.file)
    }

    private func form(of tokens: [Token]) -> String? {
        var type = tokens[...]
        if type.last?.text == "self" { type = type.dropLast(2) }
        if type.first?.text == "(", type.last?.text == ")" { type = type.dropFirst().dropLast() }
        guard type.contains(where: { $0.text == "&" || $0.text == "<" }) else { return nil }
        return type.map { ["&": " & ", ",": ", ", "any": "any "][$0.text] ?? $0.text }.joined()
    }

    /// Returns the class of an object: of `self`, of a property, of a parameter, or of one that is created here.
    func type(ofValue value: [Token], at use: Occurrence) -> Symbol? {
        var type: Symbol?
        let name = value.last(where: \.isName)
        if value.first?.text == "self", value.count == 1 {
            type = use.user?.typeAround
        } else if value.allSatisfy({ $0.isName || ".!?".contains($0.text) }), let name,
            let property = use.file.symbols(at: name.offset).first(where: \.isProperty)
        {
            type = property.usr.demangled?.components(separatedBy: " : ").last.flatMap(self.type(named:))
        } else if let named = self.type(in: value, of: use.file) {
            type = isCall(named.rest, in: use.file) ? named.symbol : nil
        } else if let parameter = Signature(of: use.user)?.parameter(in: value) {
            type = self.type(in: parameter.type, of: use.file)?.symbol
        }
        return type?.isClass == true ? type : nil
    }

    /// Whether an expression builds the message that it begins with, and isn't a property or the result of a method.
    func isMessage(_ named: Named, in file: File) -> Bool {
        let member = named.rest.dropFirst().first
        let isCase = member.map { $0.text == "init" || file.symbols(at: $0.offset).contains(where: \.isCase) } ?? false
        let rest = isCase ? named.rest.dropFirst(2) : named.rest
        return sendMethod(of: named.symbol) != nil && (rest.isEmpty || isCall(rest, in: file))
    }

    private func isCall(_ rest: ArraySlice<Token>, in file: File) -> Bool {
        guard let start = rest.first, start.text == "(" else { return false }
        return file.source.group(from: start.offset).last?.offset == rest.last?.offset
    }
}
