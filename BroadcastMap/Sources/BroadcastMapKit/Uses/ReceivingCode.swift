import SwiftSyntax

/// Code that an observer may call with each notification: a closure, the body of a loop, or a function that code names.
struct ReceivingCode: Hashable {
    let file: SourceFile
    /// The closure, the loop, or the name of the function.
    let syntax: Syntax
    /// The function that code names.
    private var function: Symbol?
    /// The function that runs, which may override that one.
    private var implementation: Symbol?

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
    init?(named occurrence: Occurrence, running implementation: Symbol) {
        guard !occurrence.roles.contains(.call), let name = occurrence.token?.parent?.as(DeclReferenceExprSyntax.self)
        else { return nil }
        file = occurrence.file
        syntax = Syntax(name.withBase)
        function = occurrence.symbol
        self.implementation = implementation
    }

    /// Where the code begins that passes each notification to it: that of the call whose argument it is, or of the
    /// sequence of a loop.
    private var startsOfCallers: [Int] {
        if let loop = syntax.as(ForStmtSyntax.self) { return [loop.sequence.offset] }
        let argument = syntax.ancestor(MacroExpansionExprSyntax.self) { !$0.is(CodeBlockItemSyntax.self) }
        guard let call = (argument.map(Syntax.init) ?? syntax).callAround else { return [] }
        return [call.offset] + call.arguments.map(\.expression.offset)
    }

    /// Returns false if it is an override in a class that objects of a type don't have.
    func mayRun(in type: Symbol) -> Bool {
        guard let own = implementation?.typeAround, own.kind == .class, type.kind == .class else { return true }
        return type.withBases.contains(own) || own.withBases.contains(type)
    }

    /// Returns true if an observer calls it.
    func isCalled(by use: Use) -> Bool {
        if use.isSender || use.observer.map(mayRun) == false { return false }
        let code = Handler.SourceRange(file: file, bytes: syntax.bytes)
        let isHandler = use.handlers.contains { handler in
            handler.code == code || function != nil && handler == Handler(function: function, code: nil)
        }
        if isHandler { return true }
        guard let call = use.call.syntax?.syntax, use.call.file === file else { return false }
        return startsOfCallers.contains(call.offset)
    }
}
