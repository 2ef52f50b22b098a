import Foundation

/// A name, a literal, or a punctuation mark.
struct Token {
    let text: String
    let offset: Int

    var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
}

/// The text of a file, where offsets count bytes.
final class Source {
    private let text: String
    private let lineStarts: [Int]

    /// Comments, strings with what they interpolate, names, and all else by the character.
    private static let pattern: NSRegularExpression? = {
        var string = #""(?:\\.|[^"\\\n])*""#
        for _ in 1...3 { string = #""(?:\\\((?:\#(string)|[^()"]|\((?:\#(string)|[^()"])*\))*\)|\\[^(]|[^"\\\n])*""# }
        let others = ##"#+"(?s:.*?)"#+|"{3}(?s:.*?)"{3}"##
        return try? NSRegularExpression(
            pattern: #"//.*|/\*(?s:.*?)\*/|\#(others)|\#(string)|`?[\w\x80-\xff$]+`?|->|\S"#)
    }()

    init(path: String) {
        let bytes = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
        // In this encoding, each byte is a character, and so is each column.
        text = String(bytes: bytes, encoding: .isoLatin1) ?? ""
        var lineStarts = [0]
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { lineStarts.append(index + 1) }
        self.lineStarts = lineStarts
    }

    func offset(line: Int, column: Int) -> Int { line <= lineStarts.count ? lineStarts[line - 1] + column - 1 : .max }

    /// Returns the tokens from `offset` up to the first that `isLast` accepts.
    func tokens(from offset: Int, through isLast: (Token) -> Bool) -> [Token] {
        var tokens: [Token] = []
        guard offset < text.utf16.count else { return [] }
        let range = NSRange(location: offset, length: text.utf16.count - offset)
        withoutActuallyEscaping(isLast) { isLast in
            Self.pattern?.enumerateMatches(in: text, range: range) { [text] match, _, stop in
                guard let range = match?.range, let characters = Range(range, in: text) else { return }
                let token = String(decoding: text[characters].unicodeScalars.map { UInt8($0.value) }, as: UTF8.self)
                if token.hasPrefix("//") || token.hasPrefix("/*") { return }
                tokens.append(Token(text: token.filter { $0 != "`" }, offset: range.location))
                if isLast(tokens[tokens.count - 1]) { stop.pointee = true }
            }
        }
        return tokens
    }

    /// Returns the tokens from the bracket at `offset` to the one that closes it, or closes what is around it.
    func group(from offset: Int) -> [Token] {
        var depth = 0
        return tokens(from: offset) {
            depth += "([{".contains($0.text) ? 1 : ")]}".contains($0.text) ? -1 : 0
            return depth <= 0
        }
    }

    func tokens(from offset: Int, count: Int) -> [Token] {
        var rest = count
        return tokens(from: offset) { _ in
            rest -= 1
            return rest == 0
        }
    }

    /// Returns the tokens from `offset` through the comma or the bracket that ends the element of a list.
    func element(from offset: Int) -> [Token] {
        var depth = 0
        return tokens(from: offset) {
            depth += "([{".contains($0.text) ? 1 : ")]}".contains($0.text) ? -1 : 0
            return depth < 0 || depth == 0 && $0.text == ","
        }
    }

    /// Whether a call at `offset` is one of the object's own methods.
    func isCallOfSelf(at offset: Int) -> Bool {
        let before = String(text.utf16.prefix(offset).suffix(6)) ?? ""
        return !before.hasSuffix(".") || before.hasSuffix("self.") || before.hasSuffix("super.")
    }
}
