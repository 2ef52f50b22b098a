import Foundation

/// The folder with the index that a compiler writes: a unit for each source file, and records of what is in it.
///
/// The toolchain's `libIndexStore` reads it, which is loaded at run time, and documented in `indexstore.h`.
/// Nothing is disposed of, because the program ends soon.
final class IndexStore {
    typealias Item = UnsafeMutableRawPointer
    // A C function type can't name a Swift structure. `iovec` has the layout of `indexstore_string_ref_t`.
    typealias Text = @convention(c) (Item) -> iovec
    // Half of what roles are: the upper half is of no use, and an enumeration has none.
    typealias Number = @convention(c) (Item) -> UInt32
    typealias Part = @convention(c) (Item) -> Item
    typealias Each = @convention(c) (Item, Item?, @convention(c) (Item?, Item) -> Bool) -> Bool
    typealias Place = @convention(c) (Item, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void
    typealias OpenStore = @convention(c) (UnsafePointer<CChar>, Item?) -> Item?
    typealias Open = @convention(c) (Item, UnsafePointer<CChar>, Item?) -> Item?

    private lazy var openStore: OpenStore = load("store_create")
    private(set) lazy var openUnit: Open = load("unit_reader_create")
    private(set) lazy var openRecord: Open = load("record_reader_create")
    private(set) lazy var mainFile: Text = load("unit_reader_get_main_file")
    private(set) lazy var moduleName: Text = load("unit_reader_get_module_name")
    private(set) lazy var dependencies: Each = load("unit_reader_dependencies_apply_f")
    private(set) lazy var dependencyKind: Number = load("unit_dependency_get_kind")
    private(set) lazy var dependencyName: Text = load("unit_dependency_get_name")
    private(set) lazy var occurrences: Each = load("record_reader_occurrences_apply_f")
    private(set) lazy var occurrenceRoles: Number = load("occurrence_get_roles")
    private(set) lazy var occurrenceSymbol: Part = load("occurrence_get_symbol")
    private(set) lazy var occurrencePlace: Place = load("occurrence_get_line_col")
    private(set) lazy var relations: Each = load("occurrence_relations_apply_f")
    private(set) lazy var relationRoles: Number = load("symbol_relation_get_roles")
    private(set) lazy var relationSymbol: Part = load("symbol_relation_get_symbol")
    private(set) lazy var usr: Text = load("symbol_get_usr")
    private(set) lazy var name: Text = load("symbol_get_name")
    private(set) lazy var kind: Number = load("symbol_get_kind")
    static let remedy = "Build for debugging with this compiler, without --disable-index-store, and name its index."
    let path: String
    /// The names of the units with their times, from the newest to the oldest.
    let units: [(name: String, time: Date)]
    private let library: Item
    private lazy var store = openStore(path, nil)

    /// Opens the index in a folder, with the library beside the first compiler that has one.
    init(_ path: String, compilers: [String]) {
        let directory = path + "/v5/units/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        units = names.compactMap { name in (directory + name).changeTime.map { (name, $0) } }.sorted { $0.1 > $1.1 }
        if units.isEmpty { fail("There is no index at \(path). \(Self.remedy)") }
        let paths = compilers.flatMap { compiler in
            ["so", "dylib"].map { "\(compiler.realPath)/../../lib/libIndexStore.\($0)".realPath }
        }
        guard let library = paths.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
            fail("There is no libIndexStore. Name the compiler with --compiler. Tried: \(paths)")
        }
        (self.path, self.library) = (path, library)
    }

    func open(_ function: Open, _ name: String) -> Item {
        if let item = store.flatMap({ function($0, name, nil) }) { return item }
        fail("\(name) in the index can't be read. \(Self.remedy)")
    }

    func text(_ function: Text, of item: Item) -> String {
        let text = function(item)
        return String(decoding: UnsafeRawBufferPointer(start: text.iov_base, count: text.iov_len), as: UTF8.self)
    }

    func place(of occurrence: Item) -> (line: Int, column: Int) {
        var (line, column): (UInt32, UInt32) = (0, 0)
        occurrencePlace(occurrence, &line, &column)
        return (Int(line), Int(column))
    }

    func forEach(_ function: Each, of item: Item, _ body: @escaping (Item) -> Void) {
        withUnsafePointer(to: body) { body in
            _ = function(item, .init(mutating: body)) { body, part in
                body!.assumingMemoryBound(to: ((Item) -> Void).self).pointee(part)
                return true
            }
        }
    }

    private func load<Function>(_ name: String) -> Function {
        unsafeBitCast(dlsym(library, "indexstore_" + name), to: Function.self)
    }
}
