import Foundation

/// What only the source of a declaration says.
extension Symbol {
    /// The value of a constant, or what a getter returns, unless it is a property of the same name.
    var value: Expression? {
        guard kind.isProperty, let definition else { return nil }
        var last = ""
        let declaration = Tokens(at: definition).prefix { token in
            defer { last = token.text }
            return !token.isAfterLineBreak || last == "=" || [".", "?", ":"].contains(token.text)
        }
        guard let start = declaration.firstIndex(where: { "={".contains($0.text.prefix(1)) }) else { return nil }
        if declaration[start].text == "=", !modifiers.hasSuffix("let ") { return nil }
        let value = declaration[start].text == "=" ? declaration[(start + 1)...] : declaration[start].inside[...]
        let statement = value.drop { $0.text == "return" }.statement
        return statement.last?.symbols.contains(self) == true ? nil : statement
    }

    /// The words before its name.
    var modifiers: String {
        guard let file = definition?.file, let offset = definition?.offset else { return "" }
        let code = file.code(max(0, offset - 300)..<offset)
        let words = code.range(of: #"(@?\w+(\([^()]*\))?\s+)*$"#, options: .regularExpression)
        return words.map { String(code[$0]) } ?? ""
    }

    /// Returns what a parameter is if the caller leaves it out.
    func defaultArgument(_ position: Int) -> Expression? {
        let parameter = parameters.dropFirst(position).first?.definition.map(Tokens.init(at:))
        let value = parameter?.prefix { ![",", ")"].contains($0.text) }.drop { $0.text != "=" }.dropFirst()
        return value?.isEmpty == false ? value : nil
    }
}
