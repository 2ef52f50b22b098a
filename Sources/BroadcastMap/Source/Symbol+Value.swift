extension Symbol {
    /// What a property is by its declaration: the value that it begins with, or that a getter returns.
    var value: Expression? {
        guard kind.isProperty, let definition else { return nil }
        let declaration = Array(Tokens(at: definition).prefix(100))
        let head = declaration.dropFirst().prefix { !$0.isAfterLineBreak }
        guard let start = head.firstIndex(where: { $0.text == "=" || $0.text.hasPrefix("{") }) else { return nil }
        if declaration[start].text == "=" { return declaration[(start + 1)...].statement }
        var body = declaration[start].inside[...]
        if body.first?.text == "get", let getter = body.dropFirst().first { body = getter.inside[...] }
        let value = body.drop { $0.text == "return" }
        return value.statement.count == value.count ? value : nil
    }

    /// Whether it is declared as a variable that is stored.
    var isVariable: Bool {
        guard let definition else { return false }
        return !definition.file.bytes[..<definition.offset].suffix(4).starts(with: "let ".utf8)
            && Tokens(at: definition).prefix(100).dropFirst().first { $0.text == "=" || $0.text.hasPrefix("{") }?.text == "="
    }

    /// Returns what a parameter is if the caller leaves it out.
    func defaultArgument(_ position: Int) -> Expression? {
        guard let parameter = parameters.dropFirst(position).first?.definition else { return nil }
        let value = Tokens(at: parameter).prefix { ![",", ")"].contains($0.text) }.drop { $0.text != "=" }.dropFirst()
        return value.isEmpty ? nil : value
    }
}
