import SwiftSyntax

/// An expression of the sources.
struct Expression: Hashable {
    /// `nil` for the `self` that the call of a member leaves out.
    let syntax: ExprSyntax?
    let file: SourceFile
    /// The declaration whose code it is.
    let function: Symbol?
    /// The call of that declaration, if it is known.
    var context: CallingContext?

    func with(_ syntax: some ExprSyntaxProtocol) -> Expression { with(optional: ExprSyntax(syntax)) }

    /// Returns an expression in the same code: `self` if it is left out.
    func with(optional syntax: ExprSyntax?) -> Expression {
        Expression(syntax: syntax, file: file, function: function, context: context)
    }

    /// Returns the same code in another call of the declaration, or in none.
    func with(context: CallingContext?) -> Expression {
        Expression(syntax: syntax, file: file, function: function, context: context)
    }

    /// The code in one line, as long as a line of the map allows.
    var code: String? { syntax?.codeInLine.shortened }

    /// The code in one line: `self` if it is left out.
    var codeOrSelf: String? { syntax == nil ? "self" : code }

    /// The symbols that are named by the last name of a path, or by what a call calls.
    var symbols: [Symbol] { (name?.offset).map(file.symbols) ?? [] }

    /// The last name of a path, or that of what a call calls.
    var name: TokenSyntax? { syntax?.lastName }

    /// True if it is what the function around it is called on.
    var isReceiver: Bool { value.syntax.map { $0.isSelf } ?? true }

    /// The type that it is converted to.
    var castType: TypeSyntax? { syntax?.castType }

    /// True if the expression is a name alone, such as that of a variable.
    var isName: Bool { value.syntax?.is(DeclReferenceExprSyntax.self) == true && !isReceiver }

    /// The expression without parentheses, conversions, and what unwraps or waits for it.
    var value: Expression { syntax.map { with($0.value) } ?? self }

    /// The alternatives of a conditional expression, or the expression itself.
    var alternatives: [Expression] {
        let all = syntax?.value.alternatives ?? []
        return all.count > 1 ? all.map { with($0) } : [self]
    }

    /// The expression before `.self`.
    var typeNamed: Expression? {
        guard let member = value.syntax?.as(MemberAccessExprSyntax.self), member.isSelf else { return nil }
        return member.base.map { with($0) }
    }

    /// The binding of the name that it is, unless the index knows its declaration.
    var binding: Binding? {
        guard let name = value.syntax?.as(DeclReferenceExprSyntax.self) else { return nil }
        // The index has some uses of parameters.
        return file.symbols(at: name.offset).allSatisfy { $0.kind == .parameter } ? file.names.binding(of: name) : nil
    }
}
