import Foundation

/// What the index says of the files that are mapped.
final class Index {
    private(set) var symbols: [String: Symbol] = [:]
    /// The sources that no unit is about, such as those of a target that doesn't build here.
    private(set) var missingFiles: [String] = []
    /// The types by their full names.
    private(set) lazy var types = Dictionary(symbols.values.filter(\.isType).map { ($0.fullName, $0) }) { $1 }

    /// Reads the files inside `roots`, except those inside `excluded` and the library's own.
    ///
    /// A file may have several units, of old builds and of builds with other settings: the newest counts.
    init(_ store: IndexStore, roots: [String], excluding excluded: [String]) {
        let library = store.library
        var paths: Set<String> = []
        for (name, time) in store.units {
            let unit = store.open(library.openUnit, name)
            let path = library.text(library.mainFile, of: unit).realPath
            let module = library.text(library.moduleName, of: unit)
            let isOwn = ["Broadcaster", "BroadcasterTesting"].contains(module)
            let isMapped = path.hasSuffix(".swift") && path.isInside(roots) && !path.isInside(excluded)
            guard isMapped, paths.insert(path).inserted, !isOwn, let change = path.changeTime else { continue }
            if change > time { fail("\(path) is newer than its index. Build again.") }
            let file = SourceFile(path: path.relativePath, module: module)
            library.forEach(library.dependencies, of: unit) { [self] dependency in
                // The only record of a unit is that of its source file.
                guard library.number(library.dependencyKind, of: dependency) == 2 else { return }
                let record = library.text(library.dependencyName, of: dependency)
                add(store.open(library.openRecord, record), to: file, from: library)
            }
        }
        let files = Set(roots.flatMap(\.swiftFiles)).subtracting(paths)
        missingFiles = files.filter { !$0.isInside(excluded) }.map(\.relativePath).sorted()
        if symbols.isEmpty { fail("\(store.path) has no file in --root or --tests. \(IndexStore.remedy)") }
    }

    private func add(_ record: IndexStore.Item, to file: SourceFile, from library: IndexStoreLibrary) {
        // A record has one item for each symbol.
        var known: [IndexStore.Item: Symbol] = [:]
        func symbol(_ item: IndexStore.Item) -> Symbol {
            if let symbol = known[item] { return symbol }
            let usr = library.text(library.usr, of: item)
            let (name, kind) = (library.text(library.name, of: item), library.number(library.kind, of: item))
            let symbol = symbols[usr] ?? Symbol(usr: usr, name: name, kind: kind)
            (known[item], symbols[usr]) = (symbol, symbol)
            return symbol
        }
        library.forEach(library.occurrences, of: record) { item in
            let roles = Roles(rawValue: library.number(library.occurrenceRoles, of: item))
            let used = symbol(library.occurrenceSymbol(item))
            var relations: [(roles: Roles, symbol: Symbol)] = []
            library.forEach(library.relations, of: item) { item in
                let roles = Roles(rawValue: library.number(library.relationRoles, of: item))
                relations.append((roles, symbol(library.relationSymbol(item))))
            }
            used.relate(relations, isDefined: roles.contains(.definition))
            let user = relations.last { $0.roles.contains(.containedBy) }?.symbol
            let occurrence = Occurrence(
                file: file, place: library.place(of: item), symbol: used, roles: roles, user: user)
            used.add(occurrence)
            file.add(occurrence)
        }
    }
}
