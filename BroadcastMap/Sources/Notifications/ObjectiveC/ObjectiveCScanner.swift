import MapBase

/// Splits the text of Objective-C into words, strings, and single characters, without comments.
struct ObjectiveCScanner {
    enum Kind { case word, string, opening, closing, colon, comma, other }

    struct Token {
        let kind: Kind
        let bytes: Range<Int>
    }

    private let code: [UInt8]
    private var position: Int

    init(_ code: [UInt8], at position: Int) {
        self.code = code
        self.position = position
    }

    mutating func next() -> Token? {
        skipSpaceAndComments()
        guard position < code.count else { return nil }
        let start = position
        let first = code[start]
        position += 1
        let kind: Kind
        switch UnicodeScalar(first) {
        case "(", "[", "{": kind = .opening
        case ")", "]", "}": kind = .closing
        case ":": kind = .colon
        case ",": kind = .comma
        case "\"", "'":
            kind = .string
            skipString(endingWith: first)
        case _ where first.isInWord:
            kind = .word
            skip(while: \.isInWord)
        default: kind = .other
        }
        return Token(kind: kind, bytes: start..<position)
    }

    /// Skips a statement, and returns what precedes its semicolon, from a token on that was read last.
    mutating func restOfStatement(after token: Token) -> Range<Int> {
        var last = token
        while code[last.bytes.lowerBound] != UInt8(ascii: ";"), let next = next() { last = next }
        return token.bytes.upperBound..<max(token.bytes.upperBound, last.bytes.lowerBound)
    }

    /// Skips what is inside of a bracket that was opened before, and returns it.
    mutating func restOfBracket() -> Range<Int>? {
        let start = position
        var depth = 0
        while let token = next() {
            if token.kind == .opening { depth += 1 }
            if token.kind == .closing { depth -= 1 }
            if depth < 0 { return start..<token.bytes.lowerBound }
        }
        return nil
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while position < code.count, isSkipped(code[position]) { position += 1 }
    }

    private mutating func skipString(endingWith quote: UInt8) {
        while position < code.count, code[position] != quote {
            position += code[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, code.count)
    }

    private mutating func skipSpaceAndComments() {
        while true {
            skip(while: \.isSpace)
            if code[position...].starts(with: Array("//".utf8)) {
                skip { !$0.isNewline }
            } else if code[position...].starts(with: Array("/*".utf8)) {
                position += 2
                while position < code.count, !code[position...].starts(with: Array("*/".utf8)) { position += 1 }
                position = min(position + 2, code.count)
            } else {
                return
            }
        }
    }
}

/// Bytes of the text, of which those from 128 on are parts of letters.
extension UInt8 {
    fileprivate var isNewline: Bool { [10, 13].contains(self) }
    var isSpace: Bool { self == 32 || (9...13).contains(self) }
    var isInWord: Bool {
        let character = Character(UnicodeScalar(self))
        return self >= 128 || character.isLetter || character.isNumber || character == "_" || character == "$"
    }
}

extension SourceFile {
    func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the word of Objective-C that begins at an offset.
    func word(at offset: Int) -> String { text(in: offset..<offset + bytes[offset...].prefix(while: \.isInWord).count) }
}
