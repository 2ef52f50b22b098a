/// A name, a literal, a punctuation mark, or a pair of brackets with what they enclose.
struct Token {
    /// The text without backticks.
    let text: String
    let range: Range<Int>
    /// The symbols whose name it is.
    let symbols: [Symbol]
    /// What brackets enclose.
    let inside: [Token]

    var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
    var isList: Bool { text.hasPrefix("(") }
}

/// Part of the source, such as an argument.
typealias Expression = ArraySlice<Token>

extension Expression {
    var texts: [String] { map(\.text) }
}
