import Foundation

/// A name, a literal, a punctuation mark, or a pair of brackets with what they enclose.
struct Token {
    let text: String
    let range: Range<Int>
    /// The symbols whose name it is.
    let symbols: [Symbol]
    /// What brackets enclose.
    let inside: [Token]

    var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
    var isList: Bool { text.hasPrefix("(") }
}

/// Reads the tokens of a file from a place in its code on, which may be inside a string that interpolates it.
struct Tokens: Sequence, IteratorProtocol {
    let file: File
    private(set) var offset: Int

    /// Space and comments, and behind them a string with what it interpolates, a name, or another character.
    private static let pattern: NSRegularExpression = {
        let space = #"(?:\s|//.*|/\*(?s:.*?)\*/)*+"#
        let strings = ##"#+"(?s:.*?)"#+|"{3}(?s:.*?)"{3}|\##(string)"##
        return try! NSRegularExpression(pattern: #"\#(space)(\#(strings)|`?[\w\x80-\xff$]+`?|->|\S)"#)
    }()
    private static let string = (1...3).reduce(#""(?:\\.|[^"\\\n])*""#) { string, _ in
        #""(?:\\\((?:\#(string)|[^()"]|\((?:\#(string)|[^()"])*\))*\)|\\[^(]|[^"\\\n])*""#
    }

    init(at occurrence: Occurrence) { (file, offset) = (occurrence.file, occurrence.offset) }

    mutating func next() -> Token? {
        // Foundation copies what it searches, so this is less than the rest of the file, and more than a usual string.
        let near = NSRange(offset..<Swift.min(offset + 4_000, file.bytes.count))
        guard let match = Self.pattern.firstMatch(in: file.text, options: .anchored, range: near) else { return nil }
        let start = match.range(at: 1).location
        offset = match.range.upperBound
        var inside: [Token] = []
        if "([{".utf8.contains(file.bytes[start]) {
            while let token = next(), ![")", "]", "}"].contains(token.text) { inside.append(token) }
        }
        let (range, symbols) = (start..<offset, file.symbols[start] ?? [])
        return Token(text: file.code(range).filter { $0 != "`" }, range: range, symbols: symbols, inside: inside)
    }

    /// Reads a call until its closing parenthesis, and returns its arguments in the order of the parameters.
    ///
    /// An argument that the call leaves out is `nil`.
    mutating func arguments(of function: Symbol) -> [ArraySlice<Token>?]? {
        // A generic type may have arguments between its name and the parenthesis.
        var token = next()
        while let found = token, found.isName || "<.,:&[?>".contains(found.text.first ?? "(") { token = next() }
        guard let token, token.isList else { return nil }
        let elements = token.inside.split { $0.text == "," }
        var labels = elements.map { $0.dropFirst().first?.text == ":" ? $0[$0.startIndex].text : "_" }[...]
        return function.labels.map { label in
            guard let index = labels.firstIndex(of: String(label)) else { return nil }
            labels = labels[(index + 1)...]
            return elements[index].dropFirst(label == "_" ? 0 : 2)
        }
    }
}
