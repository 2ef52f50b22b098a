import SwiftSyntax

/// The source at an occurrence.
extension Occurrence {
    /// The token that begins here.
    var token: TokenSyntax? { isUncertain || !file.isSwift ? nil : file.tree.token(at: offset) }

    /// Returns an expression in the code around it: `self` if there is none.
    func expression(_ syntax: ExprSyntax?) -> Expression {
        Expression(syntax: syntax, file: file, function: function)
    }

    /// Returns an occurrence of the symbol in other code of the function.
    func moved(to token: TokenSyntax) -> Occurrence {
        Occurrence(file: file, place: file.place(of: token.offset), symbol: symbol, roles: roles, function: function)
    }

    /// True if the receiver of the call is `super`.
    var isOnSuper: Bool {
        if file.isSwift { return token.flatMap { CallSyntax(at: $0) }?.isOnSuper == true }
        let receiver = file.bytes[..<offset].reversed().drop { $0 == UInt8(ascii: " ") }
        return receiver.starts(with: Array("super".utf8).reversed())
    }

    /// True if a macro generates it, which is implicit where the macro is named, as the use of a property wrapper is.
    var isGenerated: Bool { roles.contains(.implicit) && [.pound, .atSign].contains(token?.tokenKind) }

    /// True if a macro such as `#expect` repeats what is written in its arguments, or in a closure that follows them.
    var isRepeatedByMacro: Bool {
        guard isGenerated, let macro = token?.parent else { return false }
        return file.symbolOffsets(in: macro.bytes).contains { file.symbols(at: $0).contains(symbol) }
    }

    /// True if it is where the parser has stopped, because brackets are nested too deeply.
    var isSkipped: Bool {
        guard let token else { return true }
        return token.ancestors.contains { $0.is(UnexpectedNodesSyntax.self) }
    }
}
