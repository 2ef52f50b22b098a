import SwiftSyntax

/// The syntax of a file, which is parsed once.
private final class FileSyntax {
    let tree: SourceTree
    lazy var names = NameIndex(of: tree.root)

    init(_ tree: SourceTree) { self.tree = tree }
}

extension SourceFile {
    /// The tree, parsed at its first use, unless the file was parsed in parallel with others.
    var tree: SourceTree { parsed.tree }

    private var parsed: FileSyntax {
        if let syntax = syntax as? FileSyntax { return syntax }
        let parsed = FileSyntax(SourceTree(parsing: bytes))
        syntax = parsed
        return parsed
    }

    /// The names in the file, found at their first use.
    var names: NameIndex { parsed.names }
}

extension Sequence<SourceFile> {
    /// Parses files in parallel.
    func parse() {
        let files = Array(Set(filter { $0.isSwift && $0.syntax == nil }))
        let codes = files.map(\.bytes)
        let trees = LargeStack.map(count: codes.count) { SourceTree(parsing: codes[$0]) }
        for (file, tree) in zip(files, trees) { file.syntax = FileSyntax(tree) }
    }
}

extension Index {
    /// The files of which the parser has skipped a part, as far as they were needed.
    package var partlyParsedFiles: [String] {
        files.filter { ($0.syntax as? FileSyntax)?.tree.root.hasError == true }.map(\.path).unique
    }
}
