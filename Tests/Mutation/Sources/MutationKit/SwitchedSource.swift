import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A source file with its faults, each behind a switch.
package struct SwitchedSource: Sendable {
    /// The faults that the operators make, in the order of the file.
    package private(set) var faults: [Fault] = []
    let file: Syntax
    private(set) var candidates: [FaultFinder.Candidate] = []

    /// Finds the faults in the code of a build that sets these conditions of `#if`, besides `DEBUG`.
    package init(_ source: String, path: String, module: String, conditions: Set<String> = []) {
        // An operator that the table doesn't know leaves a sequence, in which nothing is found.
        file = OperatorTable.standardOperators.foldAll(Parser.parse(source: source)) { _ in }
        let converter = SourceLocationConverter(fileName: path, tree: file)
        candidates = FaultFinder(file, LinuxDebugBuild(conditions: conditions)).candidates
            .enumerated().sorted {
                ($0.element.node.positionAfterSkippingLeadingTrivia, $0.offset)
                    < ($1.element.node.positionAfterSkippingLeadingTrivia, $1.offset)
            }
            .map(\.element)
        for candidate in candidates {
            let location = candidate.node.startLocation(converter: converter)
            let function = candidate.node.enclosingFunction
            let ordinal = faults.count { $0.function == function && $0.operator == candidate.operator } + 1
            faults.append(
                Fault(
                    module: module, path: path, line: location.line, column: location.column, function: function,
                    operator: candidate.operator, ordinal: ordinal, change: candidate.change))
        }
    }

    /// The file with some of its faults, whose numbers are given by their positions in `faults`.
    package func written(_ numbers: [Int: Int]) -> WrittenSource {
        let writer = SwitchWriter()
        for (position, number) in numbers.sorted(by: { $0.key < $1.key }) {
            for edit in candidates[position].edits { writer.add(edit, number) }
        }
        writer.write(file)
        if !numbers.isEmpty { writer.append("\npublic import FaultSwitch\n") }
        return writer.source
    }
}

/// The text of a file with switches, and where they are.
package struct WrittenSource: Sendable {
    var bytes: [UInt8] = []
    /// The code that each fault changes, and the text that its switch added.
    var ranges: [(number: Int, range: Range<Int>, isAdded: Bool)] = []

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The faults whose code surrounds a place, the innermost first, but first of all one whose own text is there.
    package func faults(atLine line: Int, column: Int) -> [Int] {
        let offset = offset(ofLine: line) + column - 1
        let around = ranges.filter { $0.range.contains(offset) }
        return around.sorted { ($0.isAdded ? 0 : 1, $0.range.count) < ($1.isAdded ? 0 : 1, $1.range.count) }.map(
            \.number)
    }

    /// The faults of the lines.
    package func faults(inLines lines: ClosedRange<Int>) -> [Int] {
        let range = offset(ofLine: lines.lowerBound)..<offset(ofLine: lines.upperBound + 1)
        return ranges.filter { $0.isAdded && $0.range.overlaps(range) }.map(\.number)
    }

    private func offset(ofLine line: Int) -> Int {
        var left = line - 1
        if left == 0 { return 0 }
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            left -= 1
            if left == 0 { return offset + 1 }
        }
        return bytes.count
    }
}

/// Writes a tree with the edits of faults.
///
/// It adds no line, so a message of the compiler and the output of a test name the lines of the original.
private final class SwitchWriter {
    private(set) var source = WrittenSource()
    private var wraps: [SyntaxIdentifier: [(prefix: String, suffix: String, number: Int)]] = [:]
    private var infixes: [SyntaxIdentifier: (function: String, number: Int)] = [:]
    private var insertions: [SyntaxIdentifier: [(text: String, number: Int)]] = [:]
    /// The tokens whose trivia are outside of what is written around them.
    private var tokensWithoutLeading: Set<SyntaxIdentifier> = []
    private var tokensWithoutTrailing: Set<SyntaxIdentifier> = []

    func add(_ edit: FaultFinder.Edit, _ number: Int) {
        func numbered(_ text: String) -> String {
            text.split(separator: "#", omittingEmptySubsequences: false).joined(separator: String(number))
        }
        switch edit {
        case .wrap(let node, let prefix, let suffix):
            wraps[node.id, default: []].append((numbered(prefix), numbered(suffix), number))
        case .infix(let node, let function):
            infixes[node.id] = (function, number)
        case .insert(let token, let text):
            insertions[token.id, default: []].append((numbered(text), number))
        }
    }

    func append(_ text: String) { source.bytes += text.utf8 }

    private func append(_ text: String, of number: Int) {
        let start = source.bytes.count
        append(text)
        source.ranges.append((number, start..<source.bytes.count, true))
    }

    func write(_ node: Syntax) {
        if let token = node.as(TokenSyntax.self) { return write(token) }
        let wraps = wraps[node.id] ?? []
        let infix = infixes[node.id]
        guard !wraps.isEmpty || infix != nil, let first = node.firstToken(viewMode: .sourceAccurate),
            let last = node.lastToken(viewMode: .sourceAccurate)
        else { return writeChildren(of: node) }

        if tokensWithoutLeading.insert(first.id).inserted { append(first.leadingTrivia.description) }
        let writesTrailing = tokensWithoutTrailing.insert(last.id).inserted
        let start = source.bytes.count
        for wrap in wraps { append(wrap.prefix, of: wrap.number) }
        if let infix, let node = node.as(InfixOperatorExprSyntax.self) {
            writeCall(of: infix.function, infix.number, node)
        } else {
            writeChildren(of: node)
        }
        for wrap in wraps.reversed() { append(wrap.suffix, of: wrap.number) }
        for wrap in wraps { source.ranges.append((wrap.number, start..<source.bytes.count, false)) }
        if writesTrailing { append(last.trailingTrivia.description) }
    }

    private func writeCall(of function: String, _ number: Int, _ node: InfixOperatorExprSyntax) {
        let start = source.bytes.count
        append("\(function)(\(number), \(node.isAssignment ? "&" : "")", of: number)
        write(Syntax(node.leftOperand))
        append(node.operator.leadingTrivia.description)
        append(",", of: number)
        append(node.operator.trailingTrivia.description)
        write(Syntax(node.rightOperand))
        append(")", of: number)
        source.ranges.append((number, start..<source.bytes.count, false))
    }

    private func writeChildren(of node: Syntax) {
        for child in node.children(viewMode: .sourceAccurate) { write(child) }
    }

    private func write(_ token: TokenSyntax) {
        if !tokensWithoutLeading.contains(token.id) { append(token.leadingTrivia.description) }
        append(token.text)
        for insertion in insertions[token.id] ?? [] { append(insertion.text, of: insertion.number) }
        if !tokensWithoutTrailing.contains(token.id) { append(token.trailingTrivia.description) }
    }
}
