import SwiftSyntax

extension SourceFile {
    /// The tree, parsed at its first use, unless the file was parsed in parallel with others.
    package var tree: SourceTree {
        if let tree = syntax as? SourceTree { return tree }
        let tree = SourceTree(parsing: bytes)
        syntax = tree
        return tree
    }
}

extension Sequence<SourceFile> {
    /// Parses files in parallel.
    func parse() {
        let files = Array(Set(filter { $0.isSwift && $0.syntax == nil }))
        let codes = files.map(\.bytes)
        let trees = LargeStack.map(count: codes.count) { SourceTree(parsing: codes[$0]) }
        for (file, tree) in zip(files, trees) { file.syntax = tree }
    }
}

extension Index {
    /// The files of which the parser has skipped a part, as far as they were needed.
    package var partlyParsedFiles: [String] {
        files.filter { ($0.syntax as? SourceTree)?.root.hasError == true }.map(\.path).unique
    }
}
