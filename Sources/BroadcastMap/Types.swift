import Foundation

/// Finds the types that the source names. Their places in the index identify them, and not the names.
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
    /// The method `send(to:)` of each message.
    private let sendMethods: [Symbol: Symbol]

    init(_ index: Index) {
        let types = index.symbols.values.filter { $0.isProtocol || $0.isClass }
        byName = Dictionary(types.map { ($0.fullName, $0) }) { first, _ in first }
        let requirements = ["16BroadcastMessageP4send", "24SendableBroadcastMessageP4send"].map {
            "s:11Broadcaster" + $0
        }
        let witnesses = index.symbols.values.filter { symbol in
            symbol.overridden.contains { method in requirements.contains { method.usr.hasPrefix($0) } }
        }
        sendMethods = Dictionary(witnesses.compactMap { method in method.parent.map { ($0, method) } }) { first, _ in
            first
        }
    }

    func sendMethod(of type: Symbol) -> Symbol? {
        sendMethods[type] ?? type.bases.lazy.compactMap { sendMethods[$0] }.first
    }

    /// Returns the channel of a message, which is the type of the parameter of `send(to:)`, or the type itself.
    func channel(of type: Symbol) -> Symbol? {
        guard let method = sendMethod(of: type) else { return type }
        return method.usr.demangled?.components(separatedBy: "(to: ").last?.components(separatedBy: ") -> ").first
            .flatMap(type(named:))
    }

    private func type(named text: String) -> Symbol? {
        text.replacingOccurrences(of: "any |^Swift.Optional<", with: "", options: .regularExpression).components(
            separatedBy: " & "
        ).lazy
            .compactMap { byName[String($0.prefix { !"<>".contains($0) })] }.first { !Self.markers.contains($0.usr) }
    }

    /// Returns the type that an expression or a declaration begins with, or `nil` if the index has none there.
    ///
    /// Of a composition, it is the first type that has requirements.
    func type(in tokens: [Token], of file: File) -> Named? {
        for part in tokens.split(whereSeparator: { $0.text == "&" }) {
            var rest = part.drop { Self.specifiers.contains($0.text) }
            var found: Symbol?
            while let symbol = rest.first.flatMap({ file.type(at: $0.offset) }) {
                (found, rest) = (symbol, rest.dropFirst())
                guard rest.first?.text == ".", let next = rest.dropFirst().first, file.type(at: next.offset) != nil
                else { break }
                rest = rest.dropFirst()
            }
            if let found, var named = aliased(by: found) ?? (found.isType ? Named(symbol: found) : nil),
                !Self.markers.contains(named.symbol.usr)
            {
                named.form = form(of: tokens) ?? named.form
                named.rest = rest
                return named
            }
        }
        return nil
    }

    private func aliased(by alias: Symbol) -> Named? {
        guard alias.isAlias, let definition = alias.definition else { return nil }
        // The next declaration begins with a name, an attribute, or the end of a block.
        var last: Token?
        let declaration = definition.file.source.tokens(from: definition.offset) { token in
            defer { last = token }
            return "@};".contains(token.text)
                || token.isName && last?.isName == true && !Self.specifiers.contains(last?.text ?? "")
        }
        guard let equals = declaration.firstIndex(where: { $0.text == "=" }) else { return nil }
        return type(in: Array(declaration[equals...].dropFirst().dropLast()), of: definition.file)
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
        let texts = value.map(\.text)
        if texts == ["self"] { return use.user?.typeAround }
        let property = value.last(where: \.isName).flatMap {
            use.file.symbols(at: $0.offset).first(where: \.isProperty)
        }
        var type: Symbol?
        if let property, value.allSatisfy({ $0.isName || ".!?".contains($0.text) }) {
            type = property.usr.demangled?.components(separatedBy: " : ").last.flatMap(self.type(named:))
        } else if let named = self.type(in: value, of: use.file) {
            type = isCall(named.rest) ? named.symbol : nil
        } else if let signature = Signature(of: use.user), let parameter = signature.parameter(in: value) {
            type = self.type(in: parameter.type, of: use.file)?.symbol
        }
        return type?.isClass == true ? type : nil
    }

    /// Whether an expression builds the message that it begins with.
    func isMessage(_ named: Named, in file: File) -> Bool {
        var rest = named.rest
        if let name = rest.dropFirst().first,
            file.symbols(at: name.offset).contains(where: \.isCase) || name.text == "init"
        {
            rest = rest.dropFirst(2)
        }
        return sendMethod(of: named.symbol) != nil && (rest.isEmpty || isCall(rest))
    }

    private func isCall(_ tokens: ArraySlice<Token>) -> Bool {
        var depth = 0
        let end = tokens.firstIndex { token in
            depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
            return depth == 0
        }
        return tokens.first?.text == "(" && end == tokens.indices.last
    }
}
