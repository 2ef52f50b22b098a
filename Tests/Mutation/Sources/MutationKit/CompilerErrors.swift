import Foundation
import SwiftSyntax

/// An error of the compiler, and the names that it and its notes quote.
struct CompilerError {
    let path: String
    let line: Int
    let column: Int
    let message: String
    var names: Set<String>

    /// The errors in the output of a build, each once.
    static func all(in output: String) -> [CompilerError] {
        var errors: [CompilerError] = []
        var known: Set<String> = []
        for line in output.split(separator: "\n") {
            guard let match = line.wholeMatch(of: #/(/.+?):(\d+):(\d+): (error|note): (.*)/#) else { continue }
            let names = match.5.matches(of: #/'(?:self\.)?([^']+)'/#).map { String($0.1) }
            if match.4 == "note" {
                if !errors.isEmpty { errors[errors.count - 1].names.formUnion(names) }
            } else if known.insert(String(line)).inserted {
                errors.append(
                    CompilerError(
                        path: String(match.1), line: Int(match.2)!, column: Int(match.3)!, message: String(match.5),
                        names: Set(names)))
            }
        }
        return errors
    }

    /// Whether a statement that is missing causes it, which may be anywhere before the place of the error.
    var isOfMissingStatement: Bool {
        message.contains(
            #/initializ|missing return|must not fall through|not definitely|never return|consumed|immutable value/#)
    }

    var isOfTooLongExpression: Bool { message.contains("unable to type-check") }
}

/// How much is left out because of an error.
enum LeftOutPart: Comparable {
    /// The faults that the error is ascribed to.
    case faults
    /// All faults of the statement.
    case statement
    /// All faults of the function or the property.
    case declaration

    /// More after some builds, because an error that comes again is in a place that doesn't show its reason.
    init(failedBuilds: Int) { self = failedBuilds <= 6 ? .faults : failedBuilds <= 9 ? .statement : .declaration }
}

extension SwitchedSource {
    /// The positions of the faults that an error is ascribed to, of those that were written with these numbers.
    func culprits(
        of error: CompilerError, in written: WrittenSource, _ numbers: [Int: Int],
        leavingOut part: LeftOutPart = .faults
    ) -> Set<Int> {
        let positions = Dictionary(uniqueKeysWithValues: numbers.map { ($0.value, $0.key) })
        func positioned(_ numbers: [Int]) -> [Int] { numbers.compactMap { positions[$0] } }

        func removed(inLines lines: ClosedRange<Int>) -> [Int] {
            positioned(written.faults(inLines: lines)).filter {
                [.call, .assignment, .defer, .weak].contains(faults[$0].operator)
            }
        }

        let part = error.isOfTooLongExpression ? max(part, .statement) : part
        if part > .faults {
            let kinds: Set<SyntaxKind> = part == .statement ? [.codeBlockItem] : [.functionDecl, .sourceFile]
            let found = blocks(around: error.line, kinds.union([.memberBlockItem])).lazy
                .map { positioned(written.faults(inLines: $0)) }.first { !$0.isEmpty }
            if let found { return Set(found) }
        }
        if error.isOfMissingStatement {
            let blocks = blocks(around: error.line, Self.functionParts).map(removed(inLines:))
            for removed in blocks {
                let named = removed.filter { position in
                    error.names.contains { faults[position].change.contains("removed: \($0) ") }
                        || error.names.contains { faults[position].change.contains("self.\($0) ") }
                }
                if !named.isEmpty { return Set(named) }
            }
            // What ends a block is its last statement.
            if let last = blocks.lazy.compactMap({ $0.max() }).first { return [last] }
        }
        let around = positioned(written.faults(atLine: error.line, column: error.column))
        if let innermost = around.first {
            // The operands of `a + b + c` have one type.
            let chain = arithmetic(at: innermost)
            return Set(positions.values.filter { $0 == innermost || chain != nil && arithmetic(at: $0) == chain })
        }
        let types: Set<SyntaxKind> = [.memberBlock, .sourceFile]
        for lines in [error.line...error.line] + blocks(around: error.line, Self.functionParts.union(types)) {
            // A closure without a result has another type, which shows elsewhere.
            let removed = removed(inLines: lines)
            if !removed.isEmpty { return Set(removed) }
            let found = positioned(written.faults(inLines: lines))
            if !found.isEmpty { return Set(found) }
        }
        return []
    }

    /// The whole expression that an arithmetic operator belongs to.
    private func arithmetic(at position: Int) -> InfixOperatorExprSyntax? {
        guard faults[position].operator == .arithmetic else { return nil }
        return candidates[position].node.parent?.as(InfixOperatorExprSyntax.self)?.chain
    }

    private static let functionParts: Set<SyntaxKind> = [
        .codeBlock, .closureExpr, .accessorBlock, .functionDecl, .initializerDecl,
    ]

    /// The lines of the nodes of some kinds around a line, the smallest first.
    private func blocks(around line: Int, _ kinds: Set<SyntaxKind>) -> [ClosedRange<Int>] {
        BlockFinder(file, kinds).blocks.filter { $0.contains(line) }.sorted { $0.count < $1.count }
    }
}

private final class BlockFinder: SyntaxAnyVisitor {
    private(set) var blocks: [ClosedRange<Int>] = []
    private let converter: SourceLocationConverter
    private let kinds: Set<SyntaxKind>

    init(_ file: Syntax, _ kinds: Set<SyntaxKind>) {
        self.kinds = kinds
        converter = SourceLocationConverter(fileName: "", tree: file)
        super.init(viewMode: .sourceAccurate)
        walk(file)
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        if kinds.contains(node.kind) {
            let start = node.startLocation(converter: converter).line
            blocks.append(start...max(start, node.endLocation(converter: converter).line))
        }
        return .visitChildren
    }
}
