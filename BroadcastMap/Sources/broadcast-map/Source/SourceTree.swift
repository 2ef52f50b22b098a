import Foundation
import SwiftParser
import SwiftSyntax

/// The syntax tree of a file.
struct SourceTree {
    /// How deep brackets may be nested, because the parser skips what is nested deeper.
    private static let maximumNestingLevel = 256
    let root: SourceFileSyntax

    init(parsing code: [UInt8]) {
        root = code.withUnsafeBufferPointer { code in
            Parser.parse(source: code, maximumNestingLevel: Self.maximumNestingLevel)
        }
    }

    /// Returns the token that begins at an offset.
    func token(at offset: Int) -> TokenSyntax? {
        let token = root.token(at: AbsolutePosition(utf8Offset: offset))
        return token?.offset == offset ? token : nil
    }
}

extension Sequence<SourceFile> {
    /// Parses files side by side.
    func parse() {
        let files = Array(Set(filter { !$0.isParsed }))
        let codes = files.map(\.bytes)
        let trees = LargeStack.map(count: codes.count) { SourceTree(parsing: codes[$0]) }
        for (file, tree) in zip(files, trees) { file.tree = tree }
    }
}

extension SyntaxProtocol {
    /// Where its first token begins.
    var offset: Int { positionAfterSkippingLeadingTrivia.utf8Offset }

    /// The bytes that it has in the file, without the space around it.
    var bytes: Range<Int> { offset..<endPositionBeforeTrailingTrivia.utf8Offset }

    /// What it stands in, from the innermost on.
    var ancestors: some Sequence<Syntax> { sequence(first: Syntax(self), next: \.parent).dropFirst() }

    /// Returns the innermost syntax of a kind that it stands in.
    func ancestor<Kind: SyntaxProtocol>(_ kind: Kind.Type) -> Kind? { ancestors.first { $0.is(kind) }?.as(kind) }

    /// The code in one line, without comments.
    var codeInLine: String {
        var code = ""
        var wasSpace = false
        for token in tokens(viewMode: .sourceAccurate) {
            let isJoined = code.isEmpty || "([".contains(code.last!) || [")", "]"].contains(token.text)
            if !isJoined, wasSpace || !token.leadingTrivia.isEmpty { code += token.text == "." ? "" : " " }
            code += token.text.split(whereSeparator: \.isNewline).joined(separator: " ")
            wasSpace = !token.trailingTrivia.isEmpty
        }
        return code
    }
}
