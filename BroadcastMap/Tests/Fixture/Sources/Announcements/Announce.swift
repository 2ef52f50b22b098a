import SwiftCompilerPlugin
import SwiftSyntax
import SwiftSyntaxMacros

@main
struct Announcements: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [Announce.self]
}

/// `#announce(Theme.self)` broadcasts to a protocol.
struct Announce: ExpressionMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        "Broadcaster.notify(\(node.arguments.first!.expression)) { _ in }"
    }
}
