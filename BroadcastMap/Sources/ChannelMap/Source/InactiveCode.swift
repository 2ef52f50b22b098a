import Foundation
import SwiftSyntax

/// A call or a declaration in an `#if` clause that this build leaves out, so that the index doesn't know it.
struct InactiveCode: Encodable, Equatable, Placed {
    private enum CodingKeys: CodingKey { case text, module, file, line, condition, isUse }

    /// The code in one line, without the trailing closures of a call.
    let text: String
    let module: String
    let file: String
    let line: Int
    /// The condition of the clause as it is written, or `else`.
    let condition: String
    /// True if it is a call, and not a declaration.
    let isUse: Bool
    /// The names and the texts in it.
    var words: Set<String> = []
    /// The members in it, with what is written before the dot, if anything is.
    var members: [Member] = []

    struct Member: Equatable {
        let owner: String?
        let name: String
    }
}

extension SourceFile {
    /// The calls and the declarations in clauses that are left out of which `isWanted` is true, and the calls of
    /// functions with some names.
    func inactiveCode(calling names: Set<String>, where isWanted: (Syntax) -> Bool) -> [InactiveCode] {
        guard isSwift, Data(bytes).range(of: Data("#if".utf8)) != nil else { return [] }
        let finder = ClauseFinder(viewMode: .sourceAccurate)
        finder.walk(tree.root)
        return finder.found.compactMap { code in
            let called = code.syntax.as(FunctionCallExprSyntax.self)?.calledExpression.lastName?.name
            let isCalled = called.map(names.contains) ?? false
            guard symbols(at: code.name.offset).isEmpty, isCalled || isWanted(code.syntax) else { return nil }
            let tokens = code.syntax.tokens(viewMode: .sourceAccurate).prefix { $0.offset < code.end }
            let members = tokens.compactMap { token -> InactiveCode.Member? in
                guard let member = token.parent?.parent?.as(MemberAccessExprSyntax.self),
                    member.declName.baseName == token
                else { return nil }
                return InactiveCode.Member(owner: member.base?.lastName?.name, name: token.name)
            }
            return InactiveCode(
                text: code.syntax.codeInLine(before: code.end).shortened, module: module, file: path,
                line: line(of: code.syntax.offset),
                condition: code.clause.condition?.codeInLine ?? "else",
                isUse: code.syntax.is(FunctionCallExprSyntax.self),
                words: Set(tokens.map(\.name)), members: members)
        }
    }
}

/// Finds calls and properties inside `#if` clauses.
private final class ClauseFinder: SyntaxVisitor {
    struct Code {
        let syntax: Syntax
        let name: TokenSyntax
        /// The offset where the text of the code ends.
        let end: Int
        let clause: IfConfigClauseSyntax
    }

    private(set) var found: [Code] = []

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let end = call.rightParen?.bytes.upperBound ?? call.calledExpression.bytes.upperBound
        add(Syntax(call), named: call.calledExpression.lastName, until: end)
        return .visitChildren
    }

    override func visit(_ binding: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
        add(Syntax(binding), named: name, until: binding.bytes.upperBound)
        return .visitChildren
    }

    private func add(_ syntax: Syntax, named name: TokenSyntax?, until end: Int) {
        guard let name, let clause = syntax.ancestor(IfConfigClauseSyntax.self) else { return }
        found.append(Code(syntax: syntax, name: name, end: end, clause: clause))
    }
}
