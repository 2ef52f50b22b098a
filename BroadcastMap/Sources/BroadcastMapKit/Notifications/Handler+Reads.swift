import SwiftSyntax

extension Handler {
    /// True if the handler reads the object of a notification.
    var readsObject: Bool { withForwarding.contains(where: \.readsOwnObject) }

    /// The handler, and the functions to which it passes the notification.
    fileprivate var withForwarding: [Handler] {
        var all = [self]
        var next = 0
        while next < all.count {
            for handler in all[next].forwarding where !all.contains(handler) { all.append(handler) }
            next += 1
        }
        return all
    }

    private var forwarding: [Handler] {
        guard let file, file.isSwift, let syntax else { return [] }
        return syntax.calls.flatMap { call -> [Handler] in
            let passed = call.arguments.map { Expression(syntax: $0.expression, file: file, function: function) }
            guard isInside(call), passed.contains(where: \.isParameter), let name = call.calledExpression.lastName
            else { return [] }
            let functions = file.symbols(at: name.offset).filter { function in
                function.parameterList?.contains { parameter in
                    ["Notification", "NSNotification"].contains(where: parameter.type.mentions)
                } == true
            }
            return functions.map { Handler(function: $0, code: nil) }
        }
    }

    /// The subscripts in its code, and what each is called on.
    fileprivate var subscripts: [(called: Expression, key: Expression)] {
        guard let file, file.isSwift, let syntax else { return [] }
        let finder = SubscriptFinder(viewMode: .sourceAccurate)
        finder.walk(syntax)
        return finder.found.filter(isInside).compactMap { read in
            let called = Expression(syntax: read.calledExpression, file: file, function: function)
            return read.arguments.first.map { (called, called.with($0.expression)) }
        }
    }

    fileprivate var objectiveCKeys: [UserInfoKey] {
        guard let file, !file.isSwift, let bytes else { return [] }
        return file.objectiveCKeysRead(in: bytes)
    }

    private var bytes: Range<Int>? { code?.bytes ?? function?.declaration?.bytes ?? function?.objectiveCBody }

    private var readsOwnObject: Bool {
        guard let file, let bytes else { return false }
        return file.symbols(in: bytes).contains { $0.name == "object" && $0.isNotification }
    }

    private func isInside(_ syntax: some SyntaxProtocol) -> Bool {
        code.map { $0.bytes.contains(syntax.offset) } ?? true
    }

    /// The method, or the innermost syntax with the code.
    private var syntax: Syntax? {
        guard let code else { return function?.declaration }
        let first = code.file.tree.token(at: code.bytes.lowerBound)
        return first?.ancestors.first { $0.bytes.upperBound >= code.bytes.upperBound }
    }

    private var file: SourceFile? { code?.file ?? function?.definition?.file }
}

extension Evaluator {
    /// Returns the keys that a handler reads from the user info of a notification, by how they are written.
    func keysRead(by handler: Handler) -> [UserInfoKey] {
        let handlers = handler.withForwarding
        let reads = handlers.flatMap(\.subscripts).filter { read in
            values(of: read.called).contains { $0.expression?.name?.text == "userInfo" }
        }
        let keys = reads.map { key($0.key) } + handlers.flatMap(\.objectiveCKeys)
        return Set(keys).sorted { $0.code < $1.code }
    }

    /// Returns a key, with its text if that is known.
    func key(_ expression: Expression) -> UserInfoKey {
        UserInfoKey(code: expression.syntax?.codeInLine ?? "self", text: texts(of: expression).only?.content)
    }
}

extension Expression {
    /// True if it names a parameter of a function or of a closure.
    fileprivate var isParameter: Bool {
        guard let name = value.syntax?.as(DeclReferenceExprSyntax.self) else { return false }
        switch binding {
        case .parameter, .closureParameter: return true
        default: return name.shorthandPosition != nil
        }
    }
}

private final class SubscriptFinder: SyntaxVisitor {
    private(set) var found: [SubscriptCallExprSyntax] = []

    override func visit(_ call: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
        found.append(call)
        return .visitChildren
    }
}
