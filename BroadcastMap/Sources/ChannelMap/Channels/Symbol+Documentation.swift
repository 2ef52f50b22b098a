import Foundation
import SwiftSyntax

extension Symbol {
    /// The first sentence of the comment that documents the declaration, if it is one of Swift.
    var documentation: String? {
        // The comment of a property is before its `let` or `var`.
        let property = declaration?.as(PatternBindingSyntax.self)?.parent?.parent
        guard let lines = (property ?? declaration)?.documentationLines else { return nil }
        let text = lines.drop { $0.isEmpty }.prefix { !$0.isEmpty }.joined(separator: " ")
        // A list has the parameters, and no summary.
        return text.isEmpty || text.hasPrefix("- ") ? nil : text.firstSentence
    }
}

extension Channel {
    /// The first sentence of the comment that documents the protocol or the name.
    var documentation: String? { id.symbols.count == 1 ? id.symbols[0].documentation : nil }
}

extension [Channel] {
    /// Parses the files of the declarations in parallel.
    func parseDeclarations() {
        let declarations = flatMap { $0.id.symbols + $0.methods }
        declarations.compactMap(\.definition?.file).parse()
    }
}

extension SyntaxProtocol {
    /// The lines of the comments that document a declaration, without their marks.
    fileprivate var documentationLines: [String] {
        var lines: [String] = []
        for piece in leadingTrivia {
            switch piece {
            case .docLineComment(let text): lines.append(text.dropFirst(3).trimmingCharacters(in: .whitespaces))
            case .docBlockComment(let text): lines = text.blockCommentLines
            // An empty line parts the comment from another one above it.
            case .newlines(let count) where count > 1: lines = []
            default: continue
            }
        }
        return lines
    }
}

extension String {
    /// The lines of a block comment, without the asterisk that may begin each.
    fileprivate var blockCommentLines: [String] {
        dropFirst(3).dropLast(2).split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let text = line.trimmingCharacters(in: .whitespaces)
            return text.hasPrefix("*") ? text.dropFirst().trimmingCharacters(in: .whitespaces) : text
        }
    }

    /// The text until the first period, exclamation mark, or question mark that ends a sentence.
    ///
    /// A lowercase letter goes on with the sentence, and so does what follows an abbreviation.
    fileprivate var firstSentence: String {
        let end = #"(?<!\b(?:e\.g|i\.e|etc|vs))[.!?][)"'`”]*(?=\s+[^\sa-z]|\s*$)|[。！？]"#
        return range(of: end, options: .regularExpression).map { String(self[..<$0.upperBound]) } ?? self
    }
}
