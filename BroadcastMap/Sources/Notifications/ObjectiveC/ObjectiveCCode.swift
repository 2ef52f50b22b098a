import MapBase

/// What the brackets and dots of a file of Objective-C mean: its blocks, and what it reads with a subscript or a dot.
///
/// The index has no place for these.
struct ObjectiveCCode {
    /// The blocks, an outer one before those in it.
    private(set) var blocks: [Block] = []
    private(set) var subscripts: [Subscript] = []
    /// What precedes the dot before a name, by the offset of the name.
    private(set) var bases: [Int: Range<Int>] = [:]
    private var openings: [Opening] = []
    /// Where the expression begins whose end was read last.
    private var start: Int?
    /// The block whose parameters are being read.
    private var header: Block?

    struct Block {
        /// From the circumflex on.
        var bytes: Range<Int>
        var parameters: [String] = []
    }

    struct Subscript {
        let base: Range<Int>
        /// Where its bracket opens.
        let offset: Int
        let key: Range<Int>
    }

    /// A bracket that isn't closed yet.
    private struct Opening {
        let offset: Int
        /// Where the expression before it begins.
        let start: Int?
        /// The position of the block whose code it begins.
        let block: Int?
    }

    init(_ bytes: [UInt8]) {
        var scanner = ObjectiveCScanner(bytes, at: 0)
        var isAfterDot = false
        var lastWord = ""
        while let token = scanner.next() {
            let offset = token.bytes.lowerBound
            let character = UnicodeScalar(bytes[offset])
            switch token.kind {
            case .word:
                lastWord = String(decoding: bytes[token.bytes], as: UTF8.self)
                if isAfterDot, let start { bases[offset] = start..<offset - 1 } else { start = offset }
                // A bracket after a keyword is no subscript.
                if ["return", "else", "in", "case", "do"].contains(lastWord) { start = nil }
            case .opening: open(character, at: offset)
            case .closing: close(character, at: offset, after: lastWord)
            case .comma:
                header?.parameters.append(lastWord)
                start = nil
            case .other where character == ".": break
            case .string, .colon, .other:
                if character == "^" { header = Block(bytes: offset..<offset) }
                if character == ";" { header = nil }
                start = nil
            }
            isAfterDot = character == "."
        }
    }

    private mutating func open(_ bracket: UnicodeScalar, at offset: Int) {
        var block: Int?
        if bracket == "{", let header {
            block = blocks.count
            blocks.append(header)
            self.header = nil
        }
        openings.append(Opening(offset: offset, start: start, block: block))
        start = nil
    }

    private mutating func close(_ bracket: UnicodeScalar, at offset: Int, after word: String) {
        guard let opening = openings.popLast() else { return }
        start = opening.start ?? opening.offset
        switch bracket {
        case "]":
            guard let base = opening.start else { return }
            let key = opening.offset + 1..<offset
            subscripts.append(Subscript(base: base..<opening.offset, offset: opening.offset, key: key))
        case "}":
            if let block = opening.block { blocks[block].bytes = blocks[block].bytes.lowerBound..<offset + 1 }
            start = nil
        default:
            // A circumflex inside of the bracket is that of a block's type.
            if let header, header.bytes.lowerBound > opening.offset { self.header = nil }
            header?.parameters.append(word)
        }
    }
}
