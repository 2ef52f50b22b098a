import CIndexStore
import Foundation

/// The functions of `libIndexStore`, the toolchain's library that reads an index.
final class IndexLibrary {
    private(set) lazy var openStore: OpenIndexStore = function("store_create")
    private(set) lazy var openUnit: OpenIndexFile = function("unit_reader_create")
    private(set) lazy var mainFile: GetIndexText = function("unit_reader_get_main_file")
    private(set) lazy var moduleName: GetIndexText = function("unit_reader_get_module_name")
    private(set) lazy var forEachDependency: ForEachIndexItem = function("unit_reader_dependencies_apply_f")
    private(set) lazy var dependencyKind: GetIndexKind = function("unit_dependency_get_kind")
    private(set) lazy var dependencyName: GetIndexText = function("unit_dependency_get_name")
    private(set) lazy var dependencyFile: GetIndexText = function("unit_dependency_get_filepath")
    private(set) lazy var openRecord: OpenIndexFile = function("record_reader_create")
    private(set) lazy var forEachOccurrence: ForEachIndexItem = function("record_reader_occurrences_apply_f")
    private(set) lazy var occurrenceRoles: GetIndexRoles = function("occurrence_get_roles")
    private(set) lazy var occurrenceSymbol: GetIndexSymbol = function("occurrence_get_symbol")
    private(set) lazy var occurrencePlace: GetIndexPlace = function("occurrence_get_line_col")
    private(set) lazy var forEachRelation: ForEachIndexItem = function("occurrence_relations_apply_f")
    private(set) lazy var relationRoles: GetIndexRoles = function("symbol_relation_get_roles")
    private(set) lazy var relationSymbol: GetIndexSymbol = function("symbol_relation_get_symbol")
    private(set) lazy var identifier: GetIndexText = function("symbol_get_usr")
    private(set) lazy var name: GetIndexText = function("symbol_get_name")
    private(set) lazy var kind: GetIndexKind = function("symbol_get_kind")
    private let handle: UnsafeMutableRawPointer

    /// Loads the library beside the first compiler that has one.
    init(beside compilers: [String]) throws {
        let paths = compilers.flatMap { compiler in
            ["so", "dylib"].map { "\(compiler.realPath)/../../lib/libIndexStore.\($0)".realPath }
        }
        guard let handle = paths.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
            throw Failure("There is no libIndexStore. Name the compiler with --compiler. Tried: \(paths)")
        }
        self.handle = handle
    }

    /// Returns a function, whose type must be that of its declaration in C, and which each version of the library has.
    private func function<Function>(_ name: String) -> Function {
        unsafeBitCast(dlsym(handle, "indexstore_\(name)")!, to: Function.self)
    }
}
