/// What only the source of a declaration says.
extension Symbol {
    /// The value of a constant, or what a getter returns.
    var value: Expression? {
        guard kind.isProperty, let definition else { return nil }
        let declaration = Array(Tokens(at: definition).prefix(100))
        let start = declaration.dropFirst().prefix { !$0.isAfterLineBreak }.firstIndex {
            "={".contains($0.text.prefix(1))
        }
        guard let start else { return nil }
        if declaration[start].text == "=" {
            return modifiers.hasSuffix("let ") ? declaration[(start + 1)...].statement : nil
        }
        let body = declaration[start].inside
        let getter = body.first?.text == "get" ? body.dropFirst().first?.inside ?? [] : body
        let value = getter.drop { $0.text == "return" }
        return value.statement.count == value.count ? value : nil
    }

    /// What stands before the name in its line, and in lines of attributes above.
    var modifiers: String {
        guard let place = definition?.place, let file = definition?.file else { return "" }
        var line = place.line
        func start(_ line: Int) -> Int { file.offset(line: line, column: 1) }
        while line > 1, file.code(start(line - 1)..<start(line)).drop(while: \.isWhitespace).hasPrefix("@") {
            line -= 1
        }
        return file.code(start(line)..<(definition?.offset ?? 0))
    }

    /// Returns what a parameter is if the caller leaves it out.
    func defaultArgument(_ position: Int) -> Expression? {
        guard let parameter = parameters.dropFirst(position).first?.definition else { return nil }
        let value = Tokens(at: parameter).prefix { ![",", ")"].contains($0.text) }.drop { $0.text != "=" }.dropFirst()
        return value.isEmpty ? nil : value
    }
}
