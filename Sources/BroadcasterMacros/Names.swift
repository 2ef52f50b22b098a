#if Macros
    import SwiftParser
    import SwiftSyntax

    extension TokenSyntax {
        /// The text without backticks, which aren't part of a name.
        var unescapedText: String { identifier?.name ?? text }
    }

    extension String {
        /// Whether the name needs no backticks where it is declared.
        var isValidIdentifier: Bool { isValidSwiftIdentifier(for: .variableName) && !contains("`") }

        /// The name, in backticks if it is a keyword or a raw identifier.
        var escaped: String { isValidIdentifier ? self : "`\(self)`" }
    }

    /// Returns `base`, with underscores appended until it differs from all of `names`.
    func unusedName(_ base: String, among names: [String]) -> String {
        var name = base
        while names.contains(name) { name += "_" }
        return name
    }
#endif
