import Foundation
import SwiftSyntax

/// The expressions in the code of a declaration, and those that name it.
extension Symbol {
    /// The value of a property's declaration, or the result of its getter, in the clause of `#if` that is compiled.
    var writtenValue: Expression? {
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

    /// The calls of the function in Swift, directly or through what it overrides or witnesses.
    var calls: [(caller: Expression, syntax: CallSyntax)] { calls(at: reachingReferences) }

    private func calls(at places: [Occurrence]) -> [(caller: Expression, syntax: CallSyntax)] {
        places.compactMap { occurrence in
            guard occurrence.roles.contains(.call), occurrence.file.isSwift, let token = occurrence.token,
                let syntax = CallSyntax(at: token)
            else { return nil }
            return (occurrence.expression(nil), syntax)
        }
    }

    /// The places that may call it, directly or through what it overrides or witnesses.
    ///
    /// A call on `super` doesn't reach what overrides the function there, and an object that is created is of the class
    /// that the code names.
    var reachingReferences: [Occurrence] {
        withOverridden.flatMap { called in
            called.references.filter { reference in
                if called == self { return true }
                return isObjectiveCInitializer ? reference.creates(typeAround) : !reference.isOnSuper
            }
        }
    }

    /// True if it is a method of the `init` family, which Objective-C code may call.
    private var isObjectiveCInitializer: Bool {
        usr.range(of: #"^c:.*\(im\)init([^a-z]|$)"#, options: .regularExpression) != nil
    }

    /// True if code of other functions names it, which may call it.
    var hasCallers: Bool {
        reachingReferences.contains { $0.function != self && !$0.roles.contains(.declaration) }
    }

    /// True if it is a method that nothing calls: neither code of the program nor a framework, nor Objective-C code or
    /// a file of the interface.
    var isNeverCalled: Bool {
        let isKnownElsewhere = !overridden.isEmpty || !propertyOrSelf.overridden.isEmpty
        return !isInitializer && !hasCallers && !isKnownElsewhere && !propertyOrSelf.usr.hasPrefix("c:")
    }

    /// True if code names the function without calling it, or Objective-C code calls it.
    var isUsedAsValue: Bool {
        references.contains { !$0.file.isSwift || $0.roles.isDisjoint(with: [.call, .implicit, .declaration]) }
    }

    /// The expressions that create an object of this type.
    var creations: [Expression] {
        members.filter(\.isInitializer).flatMap { $0.calls(at: $0.references) }.compactMap { call in
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
