import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// The syntax tree of a file.
struct SourceTree {
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
    func token(at offset: Int) -> TokenSyntax? {
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
    var offset: Int { positionAfterSkippingLeadingTrivia.utf8Offset }

    /// The bytes that it has in the file, without the space around it.
    var bytes: Range<Int> { offset..<endPositionBeforeTrailingTrivia.utf8Offset }

    /// The syntax around it, from the innermost on.
    var ancestors: some Sequence<Syntax> { sequence(first: Syntax(self), next: \.parent).dropFirst() }

    /// Returns the innermost syntax of a kind around it, if `inside` is true of all syntax between them.
    func ancestor<Kind: SyntaxProtocol>(_ kind: Kind.Type, inside: (Syntax) -> Bool = { _ in true }) -> Kind? {
        ancestors.first { $0.is(kind) || !inside($0) }?.as(kind)
    }

    /// The code in one line, without comments.
    var codeInLine: String { codeInLine(before: .max) }

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
    var shortened: String {
        let limit = 80
        return count > limit ? "\(prefix(limit - 1))…" : self
    }
}

extension SourceFile {
    /// The tree, parsed at its first use, unless the file was parsed in parallel with others.
    var tree: SourceTree {
        if let tree = syntax as? SourceTree { return tree }
        let tree = SourceTree(parsing: bytes)
        syntax = tree
        return tree
    }
}

extension Sequence<SourceFile> {
    /// Parses files in parallel.
    func parse() {
        let files = Array(Set(filter { $0.isSwift && $0.syntax == nil }))
        let codes = files.map(\.bytes)
        let trees = LargeStack.map(count: codes.count) { SourceTree(parsing: codes[$0]) }
        for (file, tree) in zip(files, trees) { file.syntax = tree }
    }
}

extension Index {
    /// The files of which the parser has skipped a part, as far as they were needed.
    package var partlyParsedFiles: [String] {
        files.filter { ($0.syntax as? SourceTree)?.root.hasError == true }.map(\.path).unique
    }
}

extension PatternBindingSyntax {
    /// True if a property wrapper decides the value.
    var hasWrapper: Bool {
        let attributes = parent?.parent?.as(VariableDeclSyntax.self)?.attributes ?? []
        return attributes.contains { element in
            guard case .attribute(let attribute) = element else { return false }
            let name = attribute.attributeName.trimmedDescription
            return name != "MainActor" && name.first?.isUppercase == true
        }
    }
}

extension AccessorBlockSyntax {
    /// The code of the getter.
    var getter: CodeBlockItemListSyntax? {
        switch accessors {
        case .getter(let statements): statements
        case .accessors(let accessors):
            accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
        }
    }
}

extension IfConfigDeclSyntax {
    /// Returns the clause that is compiled, or all clauses if the index doesn't say which.
    func activeClauses(in file: SourceFile) -> [IfConfigClauseSyntax] {
        // An array, because a list that is filtered is in no tree.
        let all = Array(clauses)
        let active = all.filter { !file.symbolOffsets(in: $0.bytes).isEmpty }
        return active.isEmpty ? all : active
    }
}

extension SyntaxProtocol {
    /// Returns true if a name is written in the type.
    func mentions(_ name: String) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.name == name }
    }

    /// The call whose argument it is.
    var callAround: FunctionCallExprSyntax? {
        let call = (parent?.as(LabeledExprSyntax.self)?.parent?.parent ?? parent)?.as(FunctionCallExprSyntax.self)
        return call?.calledExpression.id == Syntax(self).as(ExprSyntax.self)?.id ? nil : call
    }
}

/// The parts of an expression, as far as they are written.
extension ExprSyntax {
    var isSelf: Bool {
        self.is(SuperExprSyntax.self) || self.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    }

    /// The expression inside of it that has the same value and the same type.
    var wrapped: ExprSyntax? {
        switch self.as(ExprSyntaxEnum.self) {
        case .tupleExpr(let tuple): tuple.elements.only?.expression
        case .forceUnwrapExpr(let unwrapping): unwrapping.expression
        case .optionalChainingExpr(let chaining): chaining.expression
        case .tryExpr(let trying): trying.expression
        case .awaitExpr(let waiting): waiting.expression
        case .inOutExpr(let passing): passing.expression
        case .consumeExpr(let consuming): consuming.expression
        case .copyExpr(let copying): copying.expression
        default: nil
        }
    }

    var value: ExprSyntax {
        let inside = wrapped ?? self.as(AsExprSyntax.self)?.expression
        return inside?.value ?? self
    }

    /// The arms of a conditional expression, and both sides of `??`.
    var alternatives: [ExprSyntax] {
        if let choice = self.as(TernaryExprSyntax.self) {
            return choice.thenExpression.value.alternatives + choice.elseExpression.value.alternatives
        }
        return operands(of: "??")?.flatMap(\.value.alternatives) ?? [self]
    }

    /// Returns both sides of a binary operator, or `nil` if it isn't that operator.
    func operands(of operation: String) -> [ExprSyntax]? {
        guard let infix = self.as(InfixOperatorExprSyntax.self),
            infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text == operation
        else { return nil }
        return [infix.leftOperand, infix.rightOperand]
    }

    var lastName: TokenSyntax? {
        switch value.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let name): name.baseName
        case .memberAccessExpr(let member): member.declName.baseName
        case .genericSpecializationExpr(let type): type.expression.lastName
        case .functionCallExpr(let call): call.calledExpression.lastName
        default: nil
        }
    }

    /// The names of members, and of what the first is a member of.
    var path: [String] {
        switch self.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let name): [name.baseName.name]
        case .memberAccessExpr(let member): (member.base?.path ?? []) + [member.declName.baseName.name]
        case .functionCallExpr(let call): call.calledExpression.path
        case .genericSpecializationExpr(let type): type.expression.path
        default: []
        }
    }

    /// True if the expression ends the program.
    var neverReturns: Bool {
        let name = self.as(FunctionCallExprSyntax.self)?.calledExpression.lastName?.text
        return ["fatalError", "preconditionFailure"].contains(name)
    }
}

extension MemberAccessExprSyntax {
    /// True if the member is `.self`.
    var isSelf: Bool { declName.baseName.tokenKind == .keyword(.self) }
}

extension DeclReferenceExprSyntax {
    /// True if it names a member of what precedes it.
    var isMember: Bool { parent?.as(MemberAccessExprSyntax.self)?.declName == self }

    /// The member access whose member it names, or else the name itself.
    var withBase: ExprSyntax {
        guard let member = parent?.as(MemberAccessExprSyntax.self), member.declName.id == id else {
            return ExprSyntax(self)
        }
        return ExprSyntax(member)
    }
}

extension TokenSyntax {
    /// The text without backticks.
    var name: String { identifier?.name ?? text }
}
