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
