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
        var paths: Set<String> = []
        for (name, time) in store.units {
            let unit = store.open(store.openUnit, name)
            let path = store.text(store.mainFile, of: unit).realPath
            let module = store.text(store.moduleName, of: unit)
            let isOwn = ["Broadcaster", "BroadcasterTesting"].contains(module)
            let isMapped = path.hasSuffix(".swift") && path.isInside(roots) && !path.isInside(excluded)
            guard isMapped, paths.insert(path).inserted, !isOwn, let change = path.changeTime else { continue }
            if change > time { fail("\(path) is newer than its index. Build again.") }
            let file = SourceFile(path: path.relativePath, module: module)
            store.forEach(store.dependencies, of: unit) { [self] dependency in
                // The only record of a unit is that of its source file.
                guard store.dependencyKind(dependency) == 2 else { return }
                let record = store.text(store.dependencyName, of: dependency)
                add(store.open(store.openRecord, record), to: file, from: store)
            }
        }
        let files = Set(roots.flatMap(\.swiftFiles)).subtracting(paths)
        missingFiles = files.filter { !$0.isInside(excluded) }.map(\.relativePath).sorted()
        if symbols.isEmpty { fail("\(store.path) has no file in --root or --tests. \(IndexStore.remedy)") }
    }

    private func add(_ record: IndexStore.Item, to file: SourceFile, from store: IndexStore) {
        // A record has one item for each symbol.
        var known: [IndexStore.Item: Symbol] = [:]
        func symbol(_ item: IndexStore.Item) -> Symbol {
            if let symbol = known[item] { return symbol }
            let usr = store.text(store.usr, of: item)
            let (name, kind) = (store.text(store.name, of: item), Int(store.kind(item)))
            let symbol = symbols[usr] ?? Symbol(usr: usr, name: name, kind: kind)
            (known[item], symbols[usr]) = (symbol, symbol)
            return symbol
        }
        store.forEach(store.occurrences, of: record) { item in
            let roles = Roles(rawValue: Int(store.occurrenceRoles(item)))
            let used = symbol(store.occurrenceSymbol(item))
            var relations: [(roles: Roles, symbol: Symbol)] = []
            store.forEach(store.relations, of: item) { item in
                let roles = Roles(rawValue: Int(store.relationRoles(item)))
                relations.append((roles, symbol(store.relationSymbol(item))))
            }
            used.relate(relations, isDefined: roles.contains(.definition))
            let user = relations.last { $0.roles.contains(.containedBy) }?.symbol
            let found = Occurrence(file: file, place: store.place(of: item), symbol: used, roles: roles, user: user)
            used.add(found)
            file.add(found)
        }
    }
}
