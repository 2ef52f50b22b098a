import SwiftSyntax

extension Handler {
    /// The keys that it reads from the user info of a notification, as they are written.
    var keysRead: [String] {
        guard let file, file.isSwift else { return [] }
        let finder = SubscriptFinder(viewMode: .sourceAccurate)
        finder.walk(function?.declaration ?? Syntax(file.tree.root))
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

    private var file: SourceFile? { code?.file ?? function?.definition?.file }
}

private final class SubscriptFinder: SyntaxVisitor {
    private(set) var found: [SubscriptCallExprSyntax] = []

    override func visit(_ call: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
        found.append(call)
        return .visitChildren
    }
}
