import Foundation

/// What only the source of a declaration says.
extension Symbol {
    /// The value of a constant, or what a getter returns, unless it is a property of the same name.
    var value: Written? {
        guard kind.isProperty, let definition else { return nil }
        let tokens = Tokens(at: definition).prefix { !$0.isAfterLineBreak }
        let start = tokens.firstIndex { "={".contains($0.text.prefix(1)) }
        guard let start, tokens[start].text != "=" || modifiers.hasSuffix("let ") else { return nil }
        let value = tokens[start].text == "=" ? tokens[(start + 1)...] : tokens[start].inside[...]
        let statement = value.drop { $0.text == "return" }.statement
        let isNothing = statement.isEmpty || statement.last?.symbols.contains(self) == true
        return isNothing ? nil : Written(expression: statement, function: self)
    }

    /// The words before its name.
    var modifiers: String {
        guard let file = definition?.file, let offset = definition?.offset else { return "" }
        let code = file.code(max(0, offset - 300)..<offset)
        let words = code.range(of: #"(@?\w+(\([^()]*\))?\s+)*$"#, options: .regularExpression)
        return words.map { String(code[$0]) } ?? ""
    }

    /// Returns what a parameter is if the caller leaves it out.
    func defaultArgument(_ position: Int) -> Written? {
        let parameter = parameters.dropFirst(position).first?.definition.map(Tokens.init(at:))
        let value = parameter?.prefix { ![",", ")"].contains($0.text) }.drop { $0.text != "=" }.dropFirst()
        return value.flatMap { $0.isEmpty ? nil : Written(expression: $0, function: self) }
    }
}
