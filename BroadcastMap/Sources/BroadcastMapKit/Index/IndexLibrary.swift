import CIndexStore
import Foundation

/// The functions of `libIndexStore`, the toolchain's library that reads an index.
struct IndexLibrary {
    let openStore: OpenIndexStore
    let openUnit: OpenIndexFile
    let mainFile: GetIndexText
    let moduleName: GetIndexText
    let forEachDependency: ForEachIndexItem
    let dependencyKind: GetIndexKind
    let dependencyName: GetIndexText
    let openRecord: OpenIndexFile
    let forEachOccurrence: ForEachIndexItem
    let occurrenceRoles: GetIndexRoles
    let occurrenceSymbol: GetIndexSymbol
    let occurrencePlace: GetIndexPlace
    let forEachRelation: ForEachIndexItem
    let relationRoles: GetIndexRoles
    let relationSymbol: GetIndexSymbol
    let identifier: GetIndexText
    let name: GetIndexText
    let kind: GetIndexKind

    /// Loads the library beside the first compiler that has one.
    init(beside compilers: [String]) {
        let paths = compilers.flatMap { compiler in
            ["so", "dylib"].map { "\(compiler.realPath)/../../lib/libIndexStore.\($0)".realPath }
        }
        guard let library = paths.lazy.compactMap({ LoadedLibrary(path: $0) }).first else {
            fail("There is no libIndexStore. Name the compiler with --compiler. Tried: \(paths)")
        }
        openStore = library.function("store_create")
        openUnit = library.function("unit_reader_create")
        mainFile = library.function("unit_reader_get_main_file")
        moduleName = library.function("unit_reader_get_module_name")
        forEachDependency = library.function("unit_reader_dependencies_apply_f")
        dependencyKind = library.function("unit_dependency_get_kind")
        dependencyName = library.function("unit_dependency_get_name")
        openRecord = library.function("record_reader_create")
        forEachOccurrence = library.function("record_reader_occurrences_apply_f")
        occurrenceRoles = library.function("occurrence_get_roles")
        occurrenceSymbol = library.function("occurrence_get_symbol")
        occurrencePlace = library.function("occurrence_get_line_col")
        forEachRelation = library.function("occurrence_relations_apply_f")
        relationRoles = library.function("symbol_relation_get_roles")
        relationSymbol = library.function("symbol_relation_get_symbol")
        identifier = library.function("symbol_get_usr")
        name = library.function("symbol_get_name")
        kind = library.function("symbol_get_kind")
    }
}

private struct LoadedLibrary {
    let path: String
    private let handle: UnsafeMutableRawPointer

    init?(path: String) {
        guard let handle = dlopen(path, RTLD_NOW) else { return nil }
        self.path = path
        self.handle = handle
    }

    /// Returns a function, whose type must be that of its declaration in C.
    func function<Function>(_ name: String) -> Function {
        guard let address = dlsym(handle, "indexstore_\(name)") else {
            fail("\(path) has no indexstore_\(name). Name a newer compiler with --compiler.")
        }
        return unsafeBitCast(address, to: Function.self)
    }
}
