/// A place where a symbol is declared or used.
struct Occurrence {
    let file: SourceFile
    let place: (line: Int, column: Int)
    let symbol: Symbol
    let roles: Roles
    /// The declaration whose code this is.
    let user: Symbol?

    var offset: Int { file.offset(line: place.line, column: place.column) }

    /// Whether a macro generates it, which is implicit where the macro is named, as the use of a property wrapper is.
    var isGenerated: Bool { roles.contains(.implicit) && "#@".utf8.contains(file.bytes[offset]) }

    /// Whether a macro such as `#expect` repeats what is written in its arguments, or in a closure behind them.
    var isRepeatedByMacro: Bool {
        // The number sign, the name, the arguments, and the closure.
        let end = Array(Tokens(at: self).prefix(4)).last?.range.upperBound ?? offset
        return isGenerated && file.symbols(in: offset..<end).contains(symbol)
    }

    /// The place, which Xcode and editors turn into a link.
    var link: String { "\(file.path):\(place.line)" }

    /// The name of the function around it.
    var userName: String { user?.path ?? "top-level code" }

    /// The key that sorts occurrences.
    var order: (String, Int) { (file.path, offset) }
}
