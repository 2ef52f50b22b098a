import SwiftSyntax

/// The expressions in the code of a declaration, and those that name it.
extension Symbol {
    /// The value of a property's declaration, or the result of its getter, in the clause of `#if` that is compiled.
    var createdName: Expression? {
        guard let binding = declaration?.as(PatternBindingSyntax.self), let file = definition?.file else { return nil }
        if let value = binding.initializer?.value { return expression(value) }
        guard let getter = binding.accessorBlock?.getter else { return nil }
        if let value = getter.returned { return expression(value) }
        let directive = getter.count == 1 ? getter.first?.item.as(IfConfigDeclSyntax.self) : nil
        let active = directive?.activeStatements(in: file) ?? []
        return active.count == 1 ? active[0].returned.map(expression) : nil
    }

    /// Returns an expression in the code of the declaration: `self` if there is none.
    func expression(_ syntax: ExprSyntax?) -> Expression {
        Expression(syntax: syntax, file: definition!.file, function: self)
    }

    /// Returns what a parameter is if the caller leaves it out.
    func defaultArgument(_ position: Int) -> Expression? {
        parameterSyntax(position)?.defaultValue.map { expression($0.value) }
    }

    /// The calls of the function in code.
    var calls: [(caller: Expression, syntax: CallSyntax)] {
        references.compactMap { occurrence in
            guard occurrence.roles.contains(.call), occurrence.file.isSwift, let token = occurrence.token,
                let syntax = CallSyntax(at: token)
            else { return nil }
            return (Expression(syntax: nil, file: occurrence.file, function: occurrence.function), syntax)
        }
    }

    /// True if other functions call this one, or a function that it overrides or witnesses.
    var hasCallers: Bool {
        withOverridden.contains { called in
            called.references.contains { $0.function != self && !(called != self && $0.isOnSuper) }
        }
    }

    /// True if code of Objective-C, or a file of the interface, may call it.
    var isVisibleInObjectiveC: Bool { propertyOrSelf.usr.hasPrefix("c:") }

    /// True if code names the function without calling it, or code of Objective-C calls it.
    var isUsedAsValue: Bool {
        references.contains { !$0.file.isSwift || $0.roles.isDisjoint(with: [.call, .implicit, .declaration]) }
    }

    /// The expressions that create an object of this type.
    var creations: [Expression] {
        members.filter(\.isInitializer).flatMap(\.calls).compactMap { call in
            call.syntax.syntax.as(FunctionCallExprSyntax.self).map { call.caller.with($0) }
        }
    }
}

extension CodeBlockItemListSyntax {
    fileprivate var returned: ExprSyntax? {
        guard let item = first?.item, count == 1 else { return nil }
        return item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
    }
}
