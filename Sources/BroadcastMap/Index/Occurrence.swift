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

    /// The place, which Xcode and editors turn into a link.
    var link: String { "\(file.path):\(place.line)" }

    /// The name of the function around it.
    var userName: String { user?.path ?? "top-level code" }

    /// The key that sorts occurrences.
    var order: (String, Int) { (file.path, offset) }
}
