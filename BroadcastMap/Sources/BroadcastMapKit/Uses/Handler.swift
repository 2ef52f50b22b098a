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

extension Evaluator {
    /// Returns what runs when the observer of a call is called, as far as it is known: of an object that is registered,
    /// what its class and those that inherit from it have for the messages.
    func handlers(of call: Call, observer: Symbol? = nil, handling messages: [Symbol] = []) -> [Handler] {
        if call.entry.operation.isSender { return [] }
        if let argument = call.arguments[.handler], let handler = handler(in: argument) { return [handler] }
        if let observer, call.entry.operation == .register {
            let witnesses = messages.compactMap { observer.witness(of: $0) }
            return witnesses.flatMap { $0.overrides(in: observer) }.unique.map { Handler(function: $0, code: nil) }
        }
        // The code that follows the arguments: closures, or a loop over a sequence.
        let code = Handler.SourceRange(file: call.file, bytes: call.region)
        let own = Handler(function: call.occurrence.function, code: code)
        return [own] + (call.entry.operation == .publisher ? subscribers(of: call) : [])
    }

    /// Returns what is given to the operators of a publisher, except for its own closures, or to a view that receives
    /// from it.
    private func subscribers(of call: Call) -> [Handler] {
        guard let syntax = call.syntax else { return [] }
        let own = syntax.subscribers.map(call.occurrence.expression)
        let functions = own.filter { closure(of: $0) == nil || !call.region.contains($0.syntax!.offset) }
        return (functions + syntax.readers(at: call.occurrence)).compactMap(handler)
    }

    /// Returns the handler that an argument is: a selector, a closure, or the name of a function.
    private func handler(in argument: Expression) -> Handler? {
        if let closure = closure(of: argument) {
            let code = Handler.SourceRange(file: closure.file, bytes: closure.syntax!.bytes)
            return Handler(function: closure.function, code: code)
        }
        let named = argument.selected ?? argument
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
