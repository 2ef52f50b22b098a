/// A place where a symbol is declared or used.
struct Occurrence {
    let file: SourceFile
    let place: SourcePlace
    let symbol: Symbol
    let roles: SymbolRoles
    /// The declaration whose code this is: a function, an accessor, or a property with a value.
    let function: Symbol?

    var offset: Int { file.offset(of: place) }

    /// True if its offset isn't known, because the columns of its line aren't counted from the beginning of the line.
    var isUncertain: Bool { file.hasReturn(in: place) }

    var sourceLine: SourceLine { SourceLine(file: file.path, line: place.line) }

    /// The name of the function around it.
    var functionName: String { function?.path ?? "top-level code" }

    /// The key that sorts occurrences, of which several symbols may have one at a place.
    var order: (String, Int, String) { (file.path, offset, symbol.usr) }
}
