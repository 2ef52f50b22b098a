import CIndexStore
import Foundation

/// The symbols and the occurrences of the files that are mapped.
package final class Index {
    /// The kind of a dependency that is a record, with the value of `indexstore.h`.
    private static let recordDependency: UInt32 = 2

    private(set) var symbols: [String: Symbol] = [:]
    /// In the order of their paths.
    private(set) var files: [SourceFile] = []
    /// The sources that no unit is about, such as those of a target that doesn't build here.
    package private(set) var missingFiles: [String] = []
    /// The sources that changed since their index was written, so that their places may be others.
    package private(set) var staleFiles: [String] = []
    /// The types by their full names, which private types of several files may share.
    private lazy var typesByName = Dictionary(grouping: symbols.values.filter(\.isType), by: \.fullName)

    /// The static properties of Swift that Objective-C code may name, by their identity there.
    private lazy var propertiesForObjectiveC: [String: Symbol] = {
        // The extension around a property has the name of that in its own.
        let properties = symbols.values.filter {
            $0.kind.isProperty && $0.definition?.file.isSwift == true && $0.usr.contains("(cpy)")
        }
        return Dictionary(properties.map { ($0.usr.identityInObjectiveC, $0) }) { first, _ in first }
    }()

    /// Reads the files inside `roots`, except those inside `excluded` and the library's own.
    ///
    /// A file may have several units, of old builds and of builds with other settings: the newest of each module counts.
    /// A source that is newer than its unit is an error, unless `acceptsStaleFiles` is true.
    package init(
        _ store: IndexStore, roots: [String], excluding excluded: [String],
        acceptingStaleFiles acceptsStaleFiles: Bool = false
    ) throws {
        var paths: Set<String> = []
        var modules: [String: Set<String>] = [:]
        var records: [(name: String, file: SourceFile)] = []
        for unit in store.units {
            let item = try store.open(store.library.openUnit, unit.name)
            let path = store.text(store.library.mainFile, of: item).realPath
            let module = store.text(store.library.moduleName, of: item)
            let isOwn = ["Broadcaster", "BroadcasterTesting"].contains(module)
            let isMapped = path.isSource && path.isInside(roots) && !path.isInside(excluded)
            guard isMapped, modules[path, default: []].insert(module).inserted else { continue }
            let isNewest = paths.insert(path).inserted
            guard !isOwn, let change = path.changeTime else { continue }
            // A target of this name may be gone.
            if !isNewest, change > unit.time { continue }
            func newFile(_ path: String, changed change: Date) throws -> SourceFile {
                let isStale = change > unit.time
                if isStale {
                    if !acceptsStaleFiles { throw Failure("\(path) is newer than its index. Build again.") }
                    staleFiles.append(path.relativePath)
                }
                let file = SourceFile(path: path.relativePath, module: module, isStale: isStale)
                files.append(file)
                return file
            }
            let file = try newFile(path, changed: change)
            try store.forEach(store.library.forEachDependency, of: item) { dependency in
                guard store.library.dependencyKind(dependency) == Self.recordDependency else { return }
                let record = store.text(store.library.dependencyName, of: dependency)
                // A unit of Objective-C has records of headers, too, which begin with the names of these.
                if file.isSwift || record.hasPrefix(URL(fileURLWithPath: path).lastPathComponent) {
                    return records.append((record, file))
                }
                let header = store.text(store.library.dependencyFile, of: dependency).realPath
                guard header.isInside(roots), !header.isInside(excluded), let change = header.changeTime,
                    paths.insert(header).inserted
                else { return }
                records.append((record, try newFile(header, changed: change)))
            }
        }
        // In the order of the paths, and not of the times of the units, so that each build gives the same map.
        for record in records.sorted(by: { $0.file.order < $1.file.order }) {
            try add(store.open(store.library.openRecord, record.name), to: record.file, from: store)
        }
        files.sort { $0.order < $1.order }
        staleFiles = staleFiles.unique
        let unread = Set(roots.flatMap(\.swiftFiles)).subtracting(paths)
        missingFiles = unread.filter { !$0.isInside(excluded) }.map(\.relativePath).sorted()
        if symbols.isEmpty { throw Failure("\(store.path) has no file in --root or --tests. \(store.remedy)") }
    }

    /// Returns the type of a name, as a file sees it.
    func type(named fullName: String, from file: SourceFile?) -> Symbol? {
        let types = typesByName[fullName] ?? []
        return types.first { $0.definition?.file === file } ?? types.min { $0.usr < $1.usr }
    }

    /// Returns the Swift declaration that a class property or its getter is in Objective-C, or the symbol itself.
    func swiftDeclaration(of symbol: Symbol) -> Symbol {
        let identity = symbol.usr.identityInObjectiveC.replacingOccurrences(of: "(cm)", with: "(cpy)")
        return propertiesForObjectiveC[identity] ?? symbol
    }

    private func add(_ record: IndexItem, to file: SourceFile, from store: IndexStore) throws {
        // A record has one item for each symbol.
        var known: [IndexItem: Symbol] = [:]
        func symbol(_ item: IndexItem) -> Symbol {
            if let symbol = known[item] { return symbol }
            let found = self.symbol(item, from: store)
            if !found.usr.hasPrefix("s:") {
                // Swift gives its own name to a declaration of Objective-C, and takes a macro for a variable.
                if file.isSwift {
                    found.name = store.text(store.library.name, of: item).withPlainSpaces
                } else {
                    found.kind = store.kind(of: item)
                }
            }
            known[item] = found
            return found
        }
        let library = store.library
        try store.forEach(library.forEachOccurrence, of: record) { item in
            let roles = SymbolRoles(rawValue: library.occurrenceRoles(item))
            let used = symbol(library.occurrenceSymbol(item)!)
            var relations: [Relation] = []
            try store.forEach(library.forEachRelation, of: item) { relation in
                let roles = SymbolRoles(rawValue: library.relationRoles(relation))
                relations.append(Relation(roles: roles, symbol: symbol(library.relationSymbol(relation)!)))
            }
            used.relate(relations, isDefined: roles.contains(.definition))
            let function = relations.last { $0.roles.contains(.containedBy) }?.symbol
            let place = store.place(of: item)
            let found = Occurrence(file: file, place: place, symbol: used, roles: roles, function: function)
            used.add(found)
            file.add(found)
        }
    }

    private func symbol(_ item: IndexItem, from store: IndexStore) -> Symbol {
        let usr = store.text(store.library.identifier, of: item)
        if let symbol = symbols[usr] { return symbol }
        let name = store.text(store.library.name, of: item).withPlainSpaces
        let symbol = Symbol(usr: usr, name: name, kind: store.kind(of: item))
        symbols[usr] = symbol
        return symbol
    }
}

extension String {
    /// The identity that a declaration has without the module of its extension, such as `objc(cs)Window(cpy)main`.
    fileprivate var identityInObjectiveC: String {
        range(of: "objc(cs)").map { String(self[$0.lowerBound...]) } ?? self
    }
}
