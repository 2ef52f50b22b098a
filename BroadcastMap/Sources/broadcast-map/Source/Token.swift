/// A name, a literal, a punctuation mark, or a pair of brackets with what they enclose.
struct Token: Hashable {
    /// The text without backticks.
    let text: String
    let range: Range<Int>
    /// The symbols whose name it is.
    let symbols: [Symbol]
    /// What brackets enclose.
    let inside: [Token]
    /// Whether a line break stands before it, and it can't continue what stands before that.
    let isAfterLineBreak: Bool

    var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
    var isList: Bool { text.hasPrefix("(") }

    /// The content of a string that interpolates nothing.
    var literal: String? { text.hasPrefix("\"") && !text.contains("\\(") ? String(text.dropFirst().dropLast()) : nil }

    /// What commas separate inside brackets.
    var elements: [Expression] { inside.split { $0.text == "," } }

    /// The code in one line, without comments in brackets.
    fileprivate var code: String {
        let (lines, space) = (text.split(whereSeparator: \.isNewline), text.hasPrefix("{") ? " " : "")
        if inside.isEmpty { return lines.joined(separator: " ") }
        return "\(text.prefix(1))\(space)\(inside[...].code)\(space)\(text.suffix(1))"
    }

    /// Returns the arguments of a call in the order of the parameters, `nil` for each that the call leaves out.
    func arguments(_ parameters: [Substring]) -> [Expression?] {
        let elements = isList ? elements : []
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

    /// The code in one line.
    var code: String {
        let ends = dropFirst().map(\.range.lowerBound) + [0]
        return zip(self, ends).map { $0.code + ($0.range.upperBound < $1 ? " " : "") }.joined()
    }

    /// Whether it is what the function around it is called on, which a call of a member may leave out.
    var isReceiver: Bool { isEmpty || texts == ["self"] }

    /// The tokens until the end of the statement that they begin with.
    var statement: Expression {
        let end = indices.dropFirst().first {
            ["{", ";", ","].contains(self[$0].text.prefix(1)) || self[$0].isAfterLineBreak
        }
        return self[..<(end ?? endIndex)]
    }
}
