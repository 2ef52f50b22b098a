import MapBase

/// A message that Objective-C code sends, whose arguments its text has, because an index has only names.
struct ObjectiveCMessage {
    let receiver: ObjectiveCExpression
    /// The argument for each part of the selector.
    let arguments: [ObjectiveCExpression]
    /// Without the brackets around it.
    let bytes: Range<Int>
    /// True if code drops its result.
    let isStatement: Bool

    /// Reads the message at the occurrence of a method, which is `nil` if no arguments follow.
    init?(at occurrence: Occurrence) {
        let file = occurrence.file
        let parts = occurrence.symbol.selectorParts
        guard !parts.isEmpty, !occurrence.isUncertain else { return nil }
        var scanner = ObjectiveCScanner(file.bytes, at: occurrence.offset)
        var starts: [Int] = []
        var ends: [Int] = []
        var depth = 0
        var word = 0..<0
        var end: Int?
        while end == nil, let token = scanner.next() {
            switch token.kind {
            case .opening: depth += 1
            case .closing where depth == 0: end = token.bytes.lowerBound
            case .closing: depth -= 1
            // Other colons are those of conditional expressions.
            case .colon where depth == 0 && starts.count < parts.count && file.text(in: word) == parts[starts.count]:
                if !starts.isEmpty { ends.append(word.lowerBound) }
                starts.append(token.bytes.upperBound)
            default: break
            }
            word = token.kind == .word ? token.bytes : 0..<0
        }
        guard let end, starts.count == parts.count else { return nil }
        ends.append(end)
        arguments = zip(starts, ends).map { ObjectiveCExpression(file: file, range: $0..<$1) }
        let start = file.openingBracket(before: occurrence.offset) ?? occurrence.offset
        receiver = ObjectiveCExpression(file: file, range: start..<occurrence.offset)
        bytes = start..<end
        // Not after `=`, `return`, `(`, or the bracket of another message.
        let before = file.bytes[..<(start - 1)].last { !$0.isSpace }
        isStatement = before.map { [";", "{", "}"].contains(UnicodeScalar($0)) } ?? false
    }
}

/// An expression of Objective-C.
struct ObjectiveCExpression {
    enum Kind {
        /// `nil`.
        case nothing
        case text(String)
        /// A name, or a path that ends with it.
        case name(at: Int)
        /// The selector in `@selector(…)`.
        case selector(String)
        /// The keys of a dictionary in `@{…}`.
        case dictionary([ObjectiveCExpression])
        case other
    }

    let file: SourceFile
    let kind: Kind
    let bytes: Range<Int>

    init(file: SourceFile, range: Range<Int>) {
        self.file = file
        var scanner = ObjectiveCScanner(file.bytes, at: range.lowerBound)
        var tokens: [ObjectiveCScanner.Token] = []
        while let token = scanner.next(), token.bytes.lowerBound < range.upperBound { tokens.append(token) }
        bytes =
            (tokens.first?.bytes.lowerBound ?? range.lowerBound)..<(tokens.last?.bytes.upperBound ?? range.lowerBound)
        kind = Self.kind(of: tokens[...], in: file)
    }

    var isNothing: Bool {
        if case .nothing = kind { return true }
        return false
    }

    /// True if it is a message in brackets.
    var isMessage: Bool { !bytes.isEmpty && file.bytes[bytes.lowerBound] == UInt8(ascii: "[") }

    /// The key that it is in a dictionary, as Swift code writes it.
    var keyCode: String { key.code }

    fileprivate var key: UserInfoKey {
        switch kind {
        case .text(let text): return UserInfoKey(code: text.debugDescription, text: text)
        case .name(let offset):
            let constant = file.symbols(at: offset).lazy.compactMap(\.objectiveCValue).first
            guard case .text(let text) = constant?.kind else { break }
            return UserInfoKey(code: code, text: text)
        default: break
        }
        return UserInfoKey(code: code, text: nil)
    }

    /// The code in one line, as long as a line of the map allows.
    var code: String {
        if isNothing { return "nil" }
        return file.text(in: bytes).split(whereSeparator: \.isWhitespace).joined(separator: " ").shortened
    }

    private static func kind(of tokens: ArraySlice<ObjectiveCScanner.Token>, in file: SourceFile) -> Kind {
        guard let first = tokens.first, let last = tokens.last else { return .other }
        func text(_ token: ObjectiveCScanner.Token) -> String { file.text(in: token.bytes) }
        if text(first) == "(" {
            guard let end = tokens.end(ofBracketAt: tokens.startIndex) else { return .other }
            // Parentheses around all of it, or a conversion.
            let isAround = tokens.indices.last == end
            return kind(of: isAround ? tokens[(tokens.startIndex + 1)..<end] : tokens[(end + 1)...], in: file)
        }
        let inside = tokens.dropFirst(2).dropLast()
        if tokens.prefix(2).map(text) == ["@", "{"], tokens.end(ofBracketAt: tokens.startIndex + 1) == inside.endIndex {
            return .dictionary(
                inside.elements.compactMap { element in
                    guard let colon = element.first(where: { $0.kind == .colon }), let first = element.first
                    else { return nil }
                    return ObjectiveCExpression(file: file, range: first.bytes.lowerBound..<colon.bytes.lowerBound)
                })
        }
        if tokens.prefix(3).map(text) == ["@", "selector", "("], text(last) == ")" {
            return .selector(tokens.dropFirst(3).dropLast().map(text).joined())
        }
        if tokens.count == 2, text(first) == "@", last.kind == .string {
            let inside = text(last).dropFirst().dropLast()
            return inside.contains("\\") ? .other : .text(String(inside))
        }
        if tokens.count == 1, ["nil", "NULL", "Nil", "0"].contains(text(first)) { return .nothing }
        let isPath = tokens.enumerated().allSatisfy { index, token in
            index.isMultiple(of: 2) ? token.kind == .word : text(token) == "."
        }
        return isPath && last.kind == .word ? .name(at: last.bytes.lowerBound) : .other
    }
}

extension ArraySlice<ObjectiveCScanner.Token> {
    /// The parts between the commas that are in no brackets.
    fileprivate var elements: [ArraySlice] {
        var depth = 0
        return split { token in
            switch token.kind {
            case .opening: depth += 1
            case .closing: depth -= 1
            default: break
            }
            return token.kind == .comma && depth == 0
        }
    }

    /// Returns the position of the bracket that closes another one.
    fileprivate func end(ofBracketAt start: Int) -> Int? {
        var depth = 0
        for position in start..<endIndex {
            switch self[position].kind {
            case .opening: depth += 1
            case .closing: depth -= 1
            default: break
            }
            if depth == 0 { return position }
        }
        return nil
    }
}

extension ObjectiveCExpression {
    /// Returns what code of a function gives to the variable that it names, if the code does so once.
    func localValue(in function: Symbol?) -> ObjectiveCExpression? {
        guard case .name(let offset) = kind, offset == bytes.lowerBound, let definition = function?.definition,
            definition.file === file
        else { return nil }
        let name = file.text(in: bytes)
        var scanner = ObjectiveCScanner(file.bytes, at: definition.offset)
        var last = ["", ""]
        var values: [ObjectiveCExpression] = []
        while let token = scanner.next(), token.bytes.upperBound < offset {
            let text = file.text(in: token.bytes)
            let isComparison = file.bytes[token.bytes.upperBound] == UInt8(ascii: "=")
            let isMember = [".", ">"].contains(last[0])
            if text == "=", last[1] == name, !isMember, !isComparison {
                values.append(ObjectiveCExpression(file: file, range: scanner.restOfStatement(after: token)))
            }
            last = [last[1], text]
        }
        return values.count == 1 ? values[0] : nil
    }
}

/// Splits the text of Objective-C into words, strings, and single characters, without comments.
private struct ObjectiveCScanner {
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
    fileprivate var isSpace: Bool { self == 32 || (9...13).contains(self) }
    fileprivate var isInWord: Bool {
        let character = Character(UnicodeScalar(self))
        return self >= 128 || character.isLetter || character.isNumber || character == "_" || character == "$"
    }
}

extension SourceFile {
    fileprivate func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the keys that Objective-C code reads from the user info of a notification: as `info[key]`, or by
    /// `objectForKey:`.
    func objectiveCKeysRead(in code: Range<Int>) -> [UserInfoKey] {
        let reads = symbolOffsets(in: code).filter { offset in
            symbols(at: offset).contains { $0.name == "userInfo" && $0.isNotification }
        }
        return reads.compactMap { offset in
            var scanner = ObjectiveCScanner(bytes, at: offset)
            func next() -> String? { scanner.next().map { text(in: $0.bytes) } }
            _ = next()
            var word = next()
            // The end of `[note userInfo]`.
            if word == "]" { word = next() }
            guard word == "[" || word == "objectForKey" && next() == ":" else { return nil }
            return scanner.restOfBracket().map { ObjectiveCExpression(file: self, range: $0).key }
        }
    }
}

extension Symbol {
    /// The parts of the selector, each of which an argument follows.
    fileprivate var selectorParts: [String] {
        let selector = usr.components(separatedBy: "m)").last ?? ""
        return selector.split(separator: ":", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// The names of the parameters of a method of Objective-C, as its definition writes them.
    var objectiveCParameters: [String] {
        guard let definition, !definition.file.isSwift, usr.contains("m)") else { return [] }
        var scanner = ObjectiveCScanner(definition.file.bytes, at: definition.offset)
        var names: [String] = []
        var isName = false
        while let token = scanner.next() {
            let text = definition.file.text(in: token.bytes)
            switch token.kind {
            case .opening where text == "{": return names
            case .opening: _ = scanner.restOfBracket()
            case .colon: isName = true
            case .word where isName:
                names.append(text)
                isName = false
            case .other where text == ";": return []
            default: break
            }
        }
        return []
    }

    /// The code of a method of Objective-C, without its braces.
    var objectiveCBody: Range<Int>? {
        guard let definition, !definition.file.isSwift else { return nil }
        var scanner = ObjectiveCScanner(definition.file.bytes, at: definition.offset)
        while let token = scanner.next() {
            let text = definition.file.text(in: token.bytes)
            switch token.kind {
            case .opening:
                let inside = scanner.restOfBracket()
                if text == "{" { return inside }
            case .other where text == ";": return nil
            default: break
            }
        }
        return nil
    }

    /// The value in the Objective-C code that defines a constant or a macro.
    var objectiveCValue: ObjectiveCExpression? {
        guard let definition, !definition.file.isSwift else { return nil }
        let file = definition.file
        var scanner = ObjectiveCScanner(file.bytes, at: definition.offset)
        guard let name = scanner.next(), let next = scanner.next() else { return nil }
        let range: Range<Int>
        if isMacro {
            let line = file.line(of: name.bytes.lowerBound)
            let start = next.bytes.lowerBound
            var end = start
            var rest: ObjectiveCScanner.Token? = next
            while let token = rest, file.line(of: token.bytes.lowerBound) == line {
                end = token.bytes.upperBound
                rest = scanner.next()
            }
            guard end > start else { return nil }
            range = start..<end
        } else {
            guard file.text(in: next.bytes) == "=" else { return nil }
            range = scanner.restOfStatement(after: next)
        }
        return ObjectiveCExpression(file: file, range: range)
    }
}
