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
    let dependencyFile: GetIndexText
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
    init(beside compilers: [String]) throws {
        let paths = compilers.flatMap { compiler in
            ["so", "dylib"].map { "\(compiler.realPath)/../../lib/libIndexStore.\($0)".realPath }
        }
        guard let library = paths.lazy.compactMap({ LoadedLibrary(path: $0) }).first else {
            throw Failure("There is no libIndexStore. Name the compiler with --compiler. Tried: \(paths)")
        }
        openStore = try library.function("store_create")
        openUnit = try library.function("unit_reader_create")
        mainFile = try library.function("unit_reader_get_main_file")
        moduleName = try library.function("unit_reader_get_module_name")
        forEachDependency = try library.function("unit_reader_dependencies_apply_f")
        dependencyKind = try library.function("unit_dependency_get_kind")
        dependencyName = try library.function("unit_dependency_get_name")
        dependencyFile = try library.function("unit_dependency_get_filepath")
        openRecord = try library.function("record_reader_create")
        forEachOccurrence = try library.function("record_reader_occurrences_apply_f")
        occurrenceRoles = try library.function("occurrence_get_roles")
        occurrenceSymbol = try library.function("occurrence_get_symbol")
        occurrencePlace = try library.function("occurrence_get_line_col")
        forEachRelation = try library.function("occurrence_relations_apply_f")
        relationRoles = try library.function("symbol_relation_get_roles")
        relationSymbol = try library.function("symbol_relation_get_symbol")
        identifier = try library.function("symbol_get_usr")
        name = try library.function("symbol_get_name")
        kind = try library.function("symbol_get_kind")
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
    func function<Function>(_ name: String) throws -> Function {
        guard let address = dlsym(handle, "indexstore_\(name)") else {
            throw Failure("\(path) has no indexstore_\(name). Name a newer compiler with --compiler.")
        }
        return unsafeBitCast(address, to: Function.self)
    }
}
