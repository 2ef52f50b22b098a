import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// The syntax tree of a file.
package struct SourceTree {
    /// How deep brackets may be nested, because the parser skips what is nested deeper.
    private static let maximumNestingLevel = 256
    let root: SourceFileSyntax

    init(parsing code: [UInt8]) {
        let parsed = code.withUnsafeBufferPointer { code in
            Parser.parse(source: code, maximumNestingLevel: Self.maximumNestingLevel)
        }
        root = OperatorFolder().rewrite(parsed).cast(SourceFileSyntax.self)
    }

    /// Returns the token that begins at an offset.
    package func token(at offset: Int) -> TokenSyntax? {
        let token = root.token(at: AbsolutePosition(utf8Offset: offset))
        return token?.offset == offset ? token : nil
    }
}

/// Gives operators their operands, where the parser leaves both in the order of the source.
private final class OperatorFolder: SyntaxRewriter {
    override func visit(_ sequence: SequenceExprSyntax) -> ExprSyntax {
        let inside = super.visit(sequence)
        // A lookup finds the names of a pattern only in the order of the source.
        guard let sequence = inside.as(SequenceExprSyntax.self),
            !sequence.elements.contains(where: { $0.is(PatternExprSyntax.self) })
        else { return inside }
        // Operators that the program declares are taken for those of the lowest precedence.
        return OperatorTable.standardOperators.foldSingle(sequence) { _ in }
    }
}

extension SyntaxProtocol {
    /// The offset where the first token begins.
    package var offset: Int { positionAfterSkippingLeadingTrivia.utf8Offset }

    /// The bytes that it has in the file, without the space around it.
    package var bytes: Range<Int> { offset..<endPositionBeforeTrailingTrivia.utf8Offset }

    /// The syntax around it, from the innermost on.
    package var ancestors: some Sequence<Syntax> { sequence(first: Syntax(self), next: \.parent).dropFirst() }

    /// Returns the innermost syntax of a kind around it, if `inside` is true of all syntax between them.
    func ancestor<Kind: SyntaxProtocol>(_ kind: Kind.Type, inside: (Syntax) -> Bool = { _ in true }) -> Kind? {
        ancestors.first { $0.is(kind) || !inside($0) }?.as(kind)
    }

    /// The code in one line, without comments.
    package var codeInLine: String { codeInLine(before: .max) }

    /// Returns the code until an offset in one line, without comments.
    func codeInLine(before end: Int) -> String {
        var code = ""
        var wasSpace = false
        for token in tokens(viewMode: .sourceAccurate).prefix(while: { $0.offset < end }) {
            let isInside = code.isEmpty || "([".contains(code.last!) || [")", "]"].contains(token.text)
            let isMemberOnNextLine = token.text == "." && token.leadingTrivia.contains(where: \.isNewline)
            let hasSpace = wasSpace || !token.leadingTrivia.isEmpty
            if hasSpace, !isInside, !isMemberOnNextLine { code += " " }
            code += token.text.split(whereSeparator: \.isNewline).joined(separator: " ")
            wasSpace = !token.trailingTrivia.isEmpty
        }
        return code
    }
}

extension String {
    /// The text, as long as a line of the map allows.
    package var shortened: String {
        let limit = 80
        return count > limit ? "\(prefix(limit - 1))…" : self
    }
}
