import MapBase

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

    /// The code in one line, as long as a line of the map allows.
    var code: String {
        if isNothing { return "nil" }
        return file.text(in: bytes).split(whereSeparator: \.isWhitespace).joined(separator: " ").shortened
    }

    private static func kind(of tokens: ArraySlice<ObjectiveCScanner.Token>, in file: SourceFile) -> Kind {
        guard let first = tokens.first, let last = tokens.last else { return .other }
        func text(_ token: ObjectiveCScanner.Token) -> String { file.text(in: token.bytes) }
        /// Members of what precedes them, such as `.userInfo`.
        func areMembers(_ tokens: ArraySlice<ObjectiveCScanner.Token>) -> Bool {
            let isAlternating = tokens.enumerated().allSatisfy { index, token in
                index.isMultiple(of: 2) ? text(token) == "." : token.kind == .word
            }
            return isAlternating && tokens.last?.kind != .other
        }
        if first.kind == .opening {
            guard let end = tokens.end(ofBracketAt: tokens.startIndex) else { return .other }
            let members = tokens[(end + 1)...]
            if !members.isEmpty, areMembers(members) { return .name(at: last.bytes.lowerBound) }
            guard text(first) == "(" else { return .other }
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
        return first.kind == .word && areMembers(tokens.dropFirst()) ? .name(at: last.bytes.lowerBound) : .other
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

extension SourceFile {
    /// Returns the values that code gives to a variable between two places.
    func objectiveCValues(ofVariable name: String, in code: Range<Int>) -> [ObjectiveCExpression] {
        var scanner = ObjectiveCScanner(bytes, at: code.lowerBound)
        var last = ["", ""]
        var values: [ObjectiveCExpression] = []
        while let token = scanner.next(), token.bytes.upperBound < code.upperBound {
            let text = text(in: token.bytes)
            let isComparison = bytes[token.bytes.upperBound] == UInt8(ascii: "=")
            let isMember = [".", ">"].contains(last[0])
            if text == "=", last[1] == name, !isMember, !isComparison {
                values.append(ObjectiveCExpression(file: self, range: scanner.restOfStatement(after: token)))
            }
            last = [last[1], text]
        }
        return values
    }
}
