import SwiftSyntax

/// Code that runs when an observer is called.
struct Handler: Hashable {
    /// The method, or the function around a closure or a loop.
    let function: Symbol?
    /// The closure or the loop.
    let code: SourceRange?

    /// Part of a file.
    struct SourceRange: Hashable {
        let file: SourceFile
        let bytes: Range<Int>
    }

    /// The name, with that of the type around it.
    var name: String {
        let function = function?.path ?? "top-level code"
        return code == nil ? function : "a closure in \(function)"
    }
}

extension Use {
    /// The handlers that the use calls, as far as they are known.
    var handlers: [Handler] {
        if isSender { return [] }
        if call.syntax == nil { return [objectiveCHandler].compactMap { $0 } }
        if let argument = call.arguments[.handler], let handler = handler(in: argument) { return [handler] }
        if let observer, operation == .register {
            let methods = (handled ?? []).compactMap { observer.witness(of: $0) }
            return methods.map { Handler(function: $0, code: nil) }
        }
        // The code that follows the arguments: closures, or a loop over a sequence.
        let code = Handler.SourceRange(file: call.file, bytes: call.region)
        return [Handler(function: occurrence.function, code: code)] + (operation == .publisher ? subscribers : [])
    }

    /// What is given to the operators of a publisher, except for its own closures, or to a view that receives from it.
    private var subscribers: [Handler] {
        guard let syntax = call.syntax else { return [] }
        let own = syntax.subscribers.map { Expression(syntax: $0, file: call.file, function: occurrence.function) }
        let functions = own.filter { $0.closure == nil || !call.region.contains($0.syntax!.offset) }
        return (functions + syntax.readers(in: call.file, of: occurrence.function)).compactMap(handler)
    }

    /// Returns the handler that is an argument: a selector, a closure, or the name of a function.
    private func handler(in expression: Expression) -> Handler? {
        if let closure = expression.closure {
            let code = Handler.SourceRange(file: expression.file, bytes: closure.bytes)
            return Handler(function: expression.function, code: code)
        }
        let named = expression.selected ?? expression
        return named.symbols.first { !$0.kind.isProperty }.map { Handler(function: $0, code: nil) }
    }
}

extension Expression {
    /// The method that `#selector` names.
    fileprivate var selected: Expression? {
        guard let macro = value.syntax?.as(MacroExpansionExprSyntax.self), macro.macroName.text == "selector"
        else { return nil }
        return macro.arguments.first.map { with($0.expression) }
    }
}
