/// A place where a symbol is declared or used.
package struct Occurrence {
    package let file: SourceFile
    package let place: SourcePlace
    package let symbol: Symbol
    package let roles: SymbolRoles
    /// The declaration whose code this is: a function, an accessor, or a property with a value.
    package let function: Symbol?

    package var offset: Int { file.offset(of: place) }

    /// True if its offset isn't known, because the columns of its line aren't counted from the beginning of the line.
    package var isUncertain: Bool { file.hasReturn(in: place) }

    package var sourceLine: SourceLine { SourceLine(file: file.path, line: place.line) }

    /// The name of the function around it.
    package var functionName: String { function?.path ?? "top-level code" }

    /// The key that sorts occurrences, of which several symbols may have one at a place.
    package var order: (String, Int, String) { (file.path, offset, symbol.usr) }
}
