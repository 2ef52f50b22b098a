import SwiftSyntax

extension Handler {
    /// The keys that it reads from the user info of a notification, as they are written.
    var keysRead: [String] {
        guard let file, file.isSwift, let syntax else { return [] }
        let finder = SubscriptFinder(viewMode: .sourceAccurate)
        finder.walk(syntax)
        let keys = finder.found.compactMap { read -> String? in
            let called = Expression(syntax: read.calledExpression, file: file, function: function)
            let isRead = called.constantOrSelf.name?.text == "userInfo"
            let isInside = code.map { $0.bytes.contains(read.offset) } ?? true
            return isRead && isInside ? read.arguments.first?.expression.codeInLine : nil
        }
        return Set(keys).sorted()
    }

    /// True if the handler reads the object of a notification.
    var readsObject: Bool {
        guard let file, let bytes = code?.bytes ?? function?.declaration?.bytes else { return false }
        return file.symbols(in: bytes).contains { $0.name == "object" && $0.isNotification }
    }

    /// The method, or the innermost syntax with the code.
    private var syntax: Syntax? {
        guard let code else { return function?.declaration }
        let first = code.file.tree.token(at: code.bytes.lowerBound)
        return first?.ancestors.first { $0.bytes.upperBound >= code.bytes.upperBound }
    }

    private var file: SourceFile? { code?.file ?? function?.definition?.file }
}

private final class SubscriptFinder: SyntaxVisitor {
    private(set) var found: [SubscriptCallExprSyntax] = []

    override func visit(_ call: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
        found.append(call)
        return .visitChildren
    }
}
