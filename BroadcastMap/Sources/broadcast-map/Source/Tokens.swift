/// Reads the tokens of a file from a place in its code on, which may be inside a string that interpolates it.
///
/// It knows no grammar beyond comments, strings, and brackets: the index has the symbols, and where they stand.
struct Tokens: Sequence, IteratorProtocol {
    let file: SourceFile
    private(set) var offset: Int

    init(at occurrence: Occurrence) { self.init(in: occurrence.file, from: occurrence.offset) }

    init(in file: SourceFile, from offset: Int) { (self.file, self.offset) = (file, offset) }

    mutating func next() -> Token? {
        let end = offset
        skipSpace()
        guard let first = byte() else { return nil }
        let start = offset
        let isInLine = !file.bytes[end..<start].contains(UInt8(ascii: "\n"))
        let isContinuation = "{.?:".unicodeScalars.contains(first) || file.bytes[..<end].last == UInt8(ascii: "=")
        var inside: [Token] = []
        offset += 1
        switch first {
        case "(", "[", "{":
            while let token = next(), ![")", "]", "}"].contains(token.text) { inside.append(token) }
        case "\"", "#":
            offset = start
            skipString()
        case "-" where byte() == ">":
            offset += 1
        default:
            if Self.isInName(first) { skip(while: Self.isInName) }
        }
        let text = file.code(start..<offset)
        let name = first == "`" ? text.filter { $0 != "`" } : text
        return Token(
            text: name, range: start..<offset, symbols: file.symbols[start] ?? [], inside: inside,
            isAfterLineBreak: !isInLine && !isContinuation)
    }

    private func byte() -> Unicode.Scalar? { offset < file.bytes.count ? Unicode.Scalar(file.bytes[offset]) : nil }

    private func isNext(_ text: String) -> Bool { file.bytes.dropFirst(offset).starts(with: text.utf8) }

    /// Each byte of a letter beyond ASCII counts as one.
    private static func isInName(_ byte: Unicode.Scalar) -> Bool {
        byte.value >= 128 || byte.properties.isAlphabetic || "0123456789_$`".unicodeScalars.contains(byte)
    }

    private mutating func skipSpace() {
        while let next = byte(), next.properties.isWhitespace || isNext("//") || isNext("/*") {
            if isNext("//") { skip { $0 != "\n" } } else if isNext("/*") { skipComment() } else { offset += 1 }
        }
    }

    private mutating func skip(while isSkipped: (Unicode.Scalar) -> Bool) {
        while let next = byte(), isSkipped(next) { offset += 1 }
    }

    /// Comments may enclose others.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            depth += isNext("/*") ? 1 : isNext("*/") ? -1 : 0
            offset += isNext("/*") || isNext("*/") ? 2 : 1
        } while depth > 0 && byte() != nil
    }

    /// Skips a string with what it interpolates, or a number sign that begins none.
    private mutating func skipString() {
        let start = offset
        skip { $0 == "#" }
        let marks = String(repeating: "#", count: offset - start)
        guard byte() == "\"" else { return offset = start + 1 }
        let quotes = isNext("\"\"\"") ? "\"\"\"" : "\""
        offset += quotes.utf8.count
        while let next = byte(), !isNext(quotes + marks), next != "\n" || quotes.utf8.count > 1 {
            let isEscape = isNext("\\" + marks)
            offset += isEscape ? 1 + marks.utf8.count : 1
            if isEscape, byte() == "(" { _ = self.next() } else if isEscape { offset += 1 }
        }
        offset = Swift.min(offset + quotes.utf8.count + marks.utf8.count, file.bytes.count)
    }
}
