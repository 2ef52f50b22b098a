import SwiftSyntax

/// Code that an observer may call with each notification: a closure, the body of a loop, or a function that code names.
struct ReceivingCode {
    let file: SourceFile
    /// The closure, the loop, or the name of the function.
    let syntax: Syntax
    /// The function that code names.
    var function: Symbol?

    /// True if a selector names the function, so that it is called by code that no index has.
    var isSelector: Bool { syntax.ancestor(MacroExpansionExprSyntax.self)?.macroName.text == "selector" }

    /// Finds the closure or the loop that gives a value to the name that an expression is.
    init?(giving expression: Expression) {
        guard let name = expression.value.syntax?.as(DeclReferenceExprSyntax.self) else { return nil }
        file = expression.file
        if let closure = name.closureOfShorthand {
            syntax = Syntax(closure)
            return
        }
        switch expression.binding {
        case .closureParameter(let closure, _): syntax = Syntax(closure)
        case .pattern(let pattern?):
            guard let loop = pattern.parent?.as(ForStmtSyntax.self) else { return nil }
            syntax = Syntax(loop)
        default: return nil
        }
    }

    /// Reads the name of a function that no call follows, which is `nil` if an occurrence isn't one.
    init?(named occurrence: Occurrence) {
        guard !occurrence.roles.contains(.call), let name = occurrence.token?.parent?.as(DeclReferenceExprSyntax.self)
        else { return nil }
        file = occurrence.file
        syntax = Syntax(name.withBase)
        function = occurrence.symbol
    }

    /// Where the code begins that passes each notification to it: that of the call whose argument it is, or of the
    /// sequence of a loop.
    private var startsOfCallers: [Int] {
        if let loop = syntax.as(ForStmtSyntax.self) { return [loop.sequence.offset] }
        let argument = syntax.ancestor(MacroExpansionExprSyntax.self) { !$0.is(CodeBlockItemSyntax.self) }
        guard let call = (argument.map(Syntax.init) ?? syntax).callAround else { return [] }
        return [call.offset] + call.arguments.map(\.expression.offset)
    }

    /// Returns true if an observer calls it.
    func isCalled(by use: Use) -> Bool {
        if use.isSender { return false }
        if let function, use.handlers.contains(where: { $0.code == nil && $0.function == function }) { return true }
        guard let call = use.call.syntax?.syntax, use.call.file === file else { return false }
        return startsOfCallers.contains(call.offset)
    }
}
