import MapBase
import SwiftSyntax

/// Handlers that post what they observe whenever they are called, so that neither ends.
extension Channel {
    /// A note on each handler that posts the notification in code that always runs, or calls functions that do.
    var echoNotes: [Note] {
        let texts = observers.flatMap { observer -> [String] in
            let posts = senders.filter { $0.isHeard(by: observer) }
            return observer.handlers.compactMap { handler in
                guard let file = handler.code?.file ?? handler.function?.definition?.file, file.isSwift,
                    let bytes = handler.code?.bytes ?? handler.function?.wholeCode,
                    // What is removed is called no more.
                    !["removeObserver", "cancel"].contains(
                        where: String(decoding: file.bytes[bytes], as: UTF8.self).contains),
                    let post = posts.first(where: { $0.alwaysRuns(in: bytes, of: file, besides: []) })
                else { return nil }
                let way = post.occurrence.functionName
                let isDirect = post.occurrence.file === file && bytes.contains(post.occurrence.offset)
                return "\(handler.name) posts it again each time\(isDirect ? "" : ", in \(way)"): it never ends"
            }
        }
        return Set(texts).sorted().map { Note(kind: .echo, text: $0) }
    }
}

extension Use {
    /// True if an observer of the same center and of each object, or of the same one, has it.
    fileprivate func isHeard(by observer: Use) -> Bool {
        let object = observer.notification.object
        return center == observer.center && (object == nil || object == "nil")
    }

    /// Returns true if code always makes the post, in it or in functions that it always calls.
    fileprivate func alwaysRuns(in bytes: Range<Int>, of file: SourceFile, besides outer: Set<Symbol>) -> Bool {
        let isHere = occurrence.file === file && bytes.contains(occurrence.offset)
        if isHere, occurrence.token?.alwaysRuns(in: bytes) == true { return true }
        if outer.count > 8 { return false }
        return file.occurrences(in: bytes).contains { call in
            guard call.roles.contains(.call), !outer.contains(call.symbol), let code = call.symbol.wholeCode,
                let definition = call.symbol.definition, definition.file.isSwift,
                call.token?.alwaysRuns(in: bytes) == true
            else { return false }
            return alwaysRuns(in: code, of: definition.file, besides: outer.union([call.symbol]))
        }
    }
}

extension Symbol {
    /// The code of a function that nothing overrides.
    fileprivate var wholeCode: Range<Int>? {
        withOverrides.count == 1 ? declaration?.as(FunctionDeclSyntax.self)?.bytes : nil
    }
}

extension TokenSyntax {
    private static let exits: Set<Keyword> = [.return, .throw, .try, .guard, .break, .continue]
    private static let branches: Set<SyntaxKind> = [
        .ifExpr, .switchExpr, .ternaryExpr, .closureExpr, .forStmt, .whileStmt, .catchClause, .functionDecl,
        .ifConfigDecl,
    ]

    /// Returns true if the code here runs whenever the code around it does, because nothing before it leaves that.
    fileprivate func alwaysRuns(in code: Range<Int>) -> Bool {
        var statement: Syntax?
        for node in ancestors {
            if node.bytes.lowerBound <= code.lowerBound { break }
            if Self.branches.contains(node.kind) { return false }
            if statement == nil, node.is(CodeBlockItemSyntax.self) { statement = node }
        }
        var token = previousToken(viewMode: .sourceAccurate)
        while let current = token, current.offset >= code.lowerBound {
            if case .keyword(let word) = current.tokenKind, Self.exits.contains(word) { return false }
            let isInStatement = statement.map { current.offset >= $0.offset } ?? true
            if isInStatement, ["?", "&&", "||", "??"].contains(current.text) { return false }
            if ["fatalError", "exit"].contains(current.text) { return false }
            token = current.previousToken(viewMode: .sourceAccurate)
        }
        return true
    }
}
