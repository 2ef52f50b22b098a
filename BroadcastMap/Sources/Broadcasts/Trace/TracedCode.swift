import MapBase

/// The places and the types of the sources, by which a trace is joined with a map.
struct TracedCode {
    private let files: [String: SourceFile]
    private let calls: [SourceLine: [Occurrence]]
    private let callees: [Symbol: Set<Symbol>]
    /// The classes by their names in a trace.
    private let classes: [String: [Symbol]]

    init(_ index: Index) {
        files = Dictionary(index.files.map { ($0.id, $0) }) { first, _ in first }
        let all = index.symbols.values.flatMap { $0.references.filter { $0.roles.contains(.call) } }
        calls = Dictionary(grouping: all) { SourceLine(file: $0.file.path, line: $0.place.line) }
        callees = Dictionary(grouping: all.filter { $0.function != nil }) { $0.function! }
            .mapValues { Set($0.flatMap(\.symbol.withOverrides)) }
        classes = Dictionary(grouping: index.symbols.values.filter { $0.kind == .class }, by: \.fullName.tracedName)
    }

    /// Returns the line of a sender, or `nil` if the sources don't have its file.
    func line(_ line: Int, of fileID: String) -> SourceLine? {
        files[fileID].map { SourceLine(file: $0.path, line: line) }
    }

    /// Returns the functions around the broadcasts that a line sends.
    func senders(at line: SourceLine) -> Set<Symbol> {
        Set(calls[line, default: []].filter(\.symbol.isNotify).compactMap(\.function))
    }

    /// Returns the functions around the calls of a line.
    func functions(around line: SourceLine) -> Set<Symbol> {
        Set(calls[line, default: []].compactMap(\.function))
    }

    /// Returns the functions around the broadcasts that files send.
    func senders(in files: Set<String>) -> Set<Symbol> {
        let calls = calls.filter { files.contains($0.key.file) }.values.joined()
        return Set(calls.filter(\.symbol.isNotify).compactMap(\.function))
    }

    /// Returns the functions around the calls of a line, those that it calls, and those that these call.
    func functions(reachedAt line: SourceLine) -> Set<Symbol> {
        functions(calledAt: line).union(functions(around: line))
    }

    /// Returns the functions that a line calls, and those that these call.
    func functions(calledAt line: SourceLine) -> Set<Symbol> {
        var found: Set<Symbol> = []
        var next = calls[line, default: []].flatMap(\.symbol.withOverrides)
        while let function = next.popLast() {
            if found.insert(function).inserted { next += callees[function, default: []] }
        }
        return found
    }

    /// Returns the names in a trace of the classes that a class inherits from.
    func superclasses(of name: String) -> Set<String> {
        let superclasses = classes[name, default: []].flatMap { $0.withSuperclasses.dropFirst() }
        return Set(superclasses.map(\.fullName.tracedName))
    }
}

extension SourceFile {
    /// What `#fileID` is in the file.
    fileprivate var id: String { "\(module)/\(path.split(separator: "/").last ?? "")" }
}

extension Symbol {
    /// True if it is a method of the library that sends a broadcast.
    fileprivate var isNotify: Bool { usr.hasPrefix("s:11BroadcasterAAC6notify") }
}
