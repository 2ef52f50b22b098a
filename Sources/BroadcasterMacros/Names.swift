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

    /// The module of the standard library, as generated code writes it in front of a name.
    ///
    /// A program may have a type that is called `Swift` or `MainActor`. A module selector passes it over, if both the
    /// compiler and swift-syntax know selectors.
    #if compiler(>=6.3)
        let swiftModule = Parser.parse(source: "let a: A::B").hasError ? "Swift." : "Swift::"
    #else
        let swiftModule = "Swift."
    #endif

    /// Returns `base`, with underscores appended until it differs from all of `names`.
    func unusedName(_ base: String, among names: [String]) -> String {
        var name = base
        while names.contains(name) { name += "_" }
        return name
    }
#endif
