import MapBase

/// What brackets and dots mean in a file of Objective-C: its blocks, and what it reads with a subscript or a dot.
struct ObjectiveCCode {
    /// The blocks, an outer one before those in it.
    private(set) var blocks: [Block] = []
    private(set) var subscripts: [Subscript] = []
    /// What precedes the dot before a name, by the offset of the name.
    private(set) var bases: [Int: Range<Int>] = [:]

    struct Block {
        /// From the circumflex on.
        let bytes: Range<Int>
        let parameters: [String]
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
        /// Where the expression begins that it belongs to.
        let start: Int?
        /// The position of its block.
        var block: Int?
    }

    init(_ bytes: [UInt8]) {
        var scanner = ObjectiveCScanner(bytes, at: 0)
        var openings: [Opening] = []
        /// Where the expression begins that ends here.
        var start: Int?
        var isAfterDot = false
        var circumflex: Int?
        var parameters: [String] = []
        var lastWord = ""
        while let token = scanner.next() {
            let text = String(decoding: bytes[token.bytes], as: UTF8.self)
            let offset = token.bytes.lowerBound
            switch token.kind {
            case .word:
                if isAfterDot, let start { bases[offset] = start..<offset - 1 } else { start = offset }
                // What follows isn't an element of a keyword.
                if ["return", "else", "in", "case", "do"].contains(text) { start = nil }
                lastWord = text
            case .opening:
                var opening = Opening(offset: offset, start: start)
                if text == "{", let first = circumflex {
                    opening.block = blocks.count
                    blocks.append(Block(bytes: first..<first, parameters: parameters))
                    circumflex = nil
                    parameters = []
                }
                openings.append(opening)
                start = nil
            case .closing:
                guard let opening = openings.popLast() else { continue }
                start = opening.start ?? opening.offset
                switch text {
                case "]":
                    if let base = opening.start {
                        let key = opening.offset + 1..<offset
                        subscripts.append(Subscript(base: base..<opening.offset, offset: opening.offset, key: key))
                    }
                case "}":
                    if let block = opening.block {
                        let range = blocks[block].bytes.lowerBound..<token.bytes.upperBound
                        blocks[block] = Block(bytes: range, parameters: blocks[block].parameters)
                    }
                    start = nil
                default:
                    // A circumflex before a name is that of a block's type.
                    if circumflex.map({ $0 < opening.offset }) == true { parameters.append(lastWord) } else { circumflex = nil }
                }
            case .comma:
                if circumflex != nil { parameters.append(lastWord) }
                start = nil
            case .other where text == ".": break
            default:
                if text == "^" { circumflex = offset; parameters = [] }
                if text == ";" { circumflex = nil }
                start = nil
            }
            isAfterDot = text == "."
        }
    }
}
