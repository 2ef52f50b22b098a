/// A name, a literal, a punctuation mark, or a pair of brackets with what they enclose.
struct Token: Hashable {
    /// The text without backticks.
    let text: String
    let range: Range<Int>
    /// The symbols whose name it is.
    let symbols: [Symbol]
    /// What brackets enclose.
    let inside: [Token]
    /// Whether a line break stands before it.
    let isAfterLineBreak: Bool

    var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
    var isList: Bool { text.hasPrefix("(") }

    /// The content of a string that interpolates nothing.
    var literal: String? {
        text.count > 1 && text.hasPrefix("\"") && !text.contains("\\(") ? String(text.dropFirst().dropLast()) : nil
    }

    /// What commas separate inside brackets.
    var elements: [Expression] { inside.split { $0.text == "," } }

    /// Returns the arguments of a call in the order of the parameters, `nil` for each that the call leaves out.
    func arguments(_ parameters: [Substring]) -> [Expression?] {
        let elements = elements
        var labels = elements.map { $0.dropFirst().first?.text == ":" ? $0[$0.startIndex].text : "_" }[...]
        return parameters.map { label in
            guard let index = labels.firstIndex(of: String(label)) else { return nil }
            labels = labels[(index + 1)...]
            return elements[index].dropFirst(label == "_" ? 0 : 2)
        }
    }
}

/// Part of the source, such as an argument.
typealias Expression = ArraySlice<Token>

extension Expression {
    var texts: [String] { map(\.text) }

    /// The tokens until the end of the statement that they begin with.
    var statement: Expression {
        let end = indices.dropFirst().first { index in
            ["{", ";", ",", "}"].contains(self[index].text.prefix(1))
                || self[index].isAfterLineBreak && ![".", "?", ":", "="].contains(self[index].text)
        }
        return self[..<(end ?? endIndex)]
    }

    /// The code without line breaks.
    var code: String {
        var end = first?.range.lowerBound
        let words = map { token in
            defer { end = token.range.upperBound }
            return (end == token.range.lowerBound ? "" : " ") + token.text
        }
        return words.joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
