import SwiftSyntax

/// The calls of functions, and of closures in properties, by the code that makes them.
struct CallGraph {
    /// The closures that code only stores in each property.
    let closures: [Symbol: [Handler]]
    private let code: [SourceFile: NestedRanges]
    private var calls: [Handler: [Occurrence]] = [:]

    /// Finds the calls, some of which are in the code of observers, which doesn't run where it is written.
    init(of index: Index, observers: [Handler]) {
        let stores = index.symbols.values.filter(\.kind.isProperty).flatMap(\.references).filter {
            $0.roles.contains(.write) && $0.symbol.mayHoldClosure
        }
        stores.map(\.file).parse()
        let stored = Dictionary(grouping: stores, by: \.symbol).mapValues { $0.flatMap(\.assignedClosures) }
        closures = stored.filter { !$0.value.isEmpty }
        let ranges = Dictionary(grouping: (observers + closures.values.joined()).compactMap(\.code), by: \.file)
        code = ranges.mapValues { NestedRanges($0.map(\.bytes)) }
        let functionCalls = index.symbols.values.flatMap { $0.references.filter { $0.roles.contains(.call) } }
        let closureCalls = closures.keys.flatMap { $0.references.filter(\.mayBeCalled) }
        calls = Dictionary(grouping: functionCalls + closureCalls, by: handler)
    }

    /// Returns the code that an occurrence belongs to: the innermost closure or loop of an observer, or the function.
    func handler(around occurrence: Occurrence) -> Handler {
        let bytes = code[occurrence.file]?.innermost(at: occurrence.offset)
        let range = bytes.map { Handler.SourceRange(file: occurrence.file, bytes: $0) }
        return Handler(function: occurrence.function, code: range)
    }

    /// Returns the calls that code makes, in order.
    func calls(in handler: Handler) -> [Occurrence] { (calls[handler] ?? []).sorted { $0.order < $1.order } }
}

extension Occurrence {
    /// The closures that are assigned here.
    fileprivate var assignedClosures: [Handler] {
        (token?.assignedValues ?? []).compactMap { value in
            guard let closure = value.as(ClosureExprSyntax.self) else { return nil }
            return Handler(function: function, code: Handler.SourceRange(file: file, bytes: closure.bytes))
        }
    }

    /// True if code may call the closure in the property.
    fileprivate var mayBeCalled: Bool {
        if roles.contains(.implicit) { return false }
        guard let name = token?.parent?.as(DeclReferenceExprSyntax.self) else { return true }
        var callee = name.withBase
        while let next = callee.parent?.as(ExprSyntax.self),
            next.is(OptionalChainingExprSyntax.self)
                || next.is(ForceUnwrapExprSyntax.self)
        {
            callee = next
        }
        return callee.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == callee.id
    }
}

extension Symbol {
    /// True if the type of this property is that of a function, or isn't known because the property is for Objective-C.
    fileprivate var mayHoldClosure: Bool { !usr.hasPrefix("s:") || fullName.contains(" -> ") }
}
