import Foundation

/// A name, a literal, or a punctuation mark.
struct Token {
    let text: String
    let offset: Int
    /// How many brackets it is inside of.
    let depth: Int

    var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
}

/// An argument with its value, or a parameter of a declaration with its type.
struct Argument {
    /// The label, and how many arguments before it have the same: `to:0`, or `_:0` without a label.
    let key: String
    /// What a declaration calls the parameter.
    let name: String?
    let value: ArraySlice<Token>
}

/// The tokens of a file, where offsets count bytes.
struct Source {
    private(set) var tokens: [Token] = []
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
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        // In this encoding, each byte is a character, and so is each column.
        let text = String(bytes: bytes, encoding: .isoLatin1) ?? ""
        var depth = 0
        func read(_ range: Range<Int>, isInterpolation: Bool = false) {
            let outerDepth = depth
            for match in Self.pattern?.matches(in: text, range: NSRange(range)) ?? [] {
                let range = match.range.location..<match.range.location + match.range.length
                let token = String(decoding: bytes[range], as: UTF8.self).filter { $0 != "`" }
                if token.hasPrefix("//") || token.hasPrefix("/*") { continue }
                if [")", "]", "}"].contains(token) { depth -= 1 }
                tokens.append(Token(text: token, offset: range.lowerBound, depth: depth))
                if isInterpolation, depth == outerDepth, token == ")" { return }
                if ["(", "[", "{"].contains(token) { depth += 1 }
                // What a string interpolates is code, one bracket deeper.
                guard token.hasPrefix("\"") else { continue }
                depth += 1
                for index in range.dropFirst() where bytes[index - 1] == UInt8(ascii: "\\") {
                    if bytes[index] == UInt8(ascii: "("), index > tokens[tokens.count - 1].offset {
                        read(index..<range.upperBound, isInterpolation: true)
                    }
                }
                depth -= 1
            }
        }
        read(bytes.indices)
        // So that each token has one behind it, even the bracket that closes what the file leaves open.
        tokens += Array(repeating: Token(text: "", offset: bytes.count, depth: 0), count: 2)
    }

    func offset(line: Int, column: Int) -> Int { line <= lineStarts.count ? lineStarts[line - 1] + column - 1 : .max }

    /// Returns the index of the token at `offset`.
    func index(at offset: Int) -> Int { tokens.dropLast(2).lastIndex { $0.offset <= offset } ?? 0 }

    /// Returns the index of the bracket that closes the one at `start`.
    func end(of start: Int) -> Int {
        tokens[(start + 1)...].firstIndex { $0.depth <= tokens[start].depth } ?? tokens.count - 2
    }

    /// Returns the arguments or parameters behind the name at `offset`, and the index of the closing parenthesis.
    func arguments(at offset: Int) -> (list: [Argument], end: Int)? {
        // A generic type or function may have arguments between its name and the parenthesis.
        let start = tokens[(index(at: offset) + 1)...].firstIndex { !$0.isName && !"<.,:&[]?>".contains($0.text) }
        guard let start, tokens[start].text == "(" else { return nil }
        let end = end(of: start)
        var counts: [String: Int] = [:]
        let elements = tokens[(start + 1)..<end].split { $0.text == "," && $0.depth == tokens[start].depth + 1 }
        let list = elements.map { element in
            let names = element.prefix(while: \.isName)
            let isLabeled = !names.isEmpty && tokens[names.endIndex].text == ":"
            let label = isLabeled ? names.first?.text ?? "_" : "_"
            defer { counts[label, default: 0] += 1 }
            return Argument(
                key: "\(label):\(counts[label, default: 0])", name: names.last?.text,
                value: isLabeled ? element[(names.endIndex + 1)...] : element)
        }
        return (list, end)
    }
}
