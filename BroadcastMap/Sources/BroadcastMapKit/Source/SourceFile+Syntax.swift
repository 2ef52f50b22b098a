import SwiftSyntax

/// The syntax of a file, which is parsed once.
private final class FileSyntax {
    let tree: SourceTree
    /// The bindings of names, by their offsets, because a lookup reads all statements before a name.
    var bindings: [Int: Binding?] = [:]

    init(_ tree: SourceTree) { self.tree = tree }
}

extension SourceFile {
    /// The tree, parsed at its first use, unless the file was parsed in parallel with others.
    var tree: SourceTree { parsed.tree }

    var isParsed: Bool { syntax != nil || !isSwift }

    private var parsed: FileSyntax {
        if let syntax = syntax as? FileSyntax { return syntax }
        let parsed = FileSyntax(SourceTree(parsing: bytes))
        syntax = parsed
        return parsed
    }

    func binding(of name: DeclReferenceExprSyntax) -> Binding? {
        let parsed = parsed
        if let known = parsed.bindings[name.offset] { return known }
        let binding = name.binding
        parsed.bindings[name.offset] = .some(binding)
        return binding
    }
}

extension Sequence<SourceFile> {
    /// Parses files in parallel.
    func parse() {
        let files = Array(Set(filter { !$0.isParsed }))
        let codes = files.map(\.bytes)
        let trees = LargeStack.map(count: codes.count) { SourceTree(parsing: codes[$0]) }
        for (file, tree) in zip(files, trees) { file.syntax = FileSyntax(tree) }
    }
}

extension Index {
    /// The files of which the parser has skipped a part, as far as they were needed.
    package var partlyParsedFiles: [String] {
        files.filter { ($0.syntax as? FileSyntax)?.tree.root.hasError == true }.map(\.path)
    }
}
