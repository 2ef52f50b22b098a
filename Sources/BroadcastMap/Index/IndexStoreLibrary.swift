import Foundation

/// The functions of the toolchain's `libIndexStore`, which is loaded at run time.
///
/// `indexstore.h` documents them.
final class IndexStoreLibrary {
    typealias Item = UnsafeMutableRawPointer
    // A C function type can't name a Swift structure. `iovec` has the layout of `indexstore_string_ref_t`.
    typealias Text = @convention(c) (Item) -> iovec
    typealias Number = @convention(c) (Item) -> UInt64
    typealias Part = @convention(c) (Item) -> Item
    typealias Each = @convention(c) (Item, Item?, @convention(c) (Item?, Item) -> Bool) -> Bool
    typealias Place = @convention(c) (Item, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void
    typealias OpenStore = @convention(c) (UnsafePointer<CChar>, Item?) -> Item?
    typealias Open = @convention(c) (Item, UnsafePointer<CChar>, Item?) -> Item?

    private(set) lazy var openStore: OpenStore = load("store_create")
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
    private let handle: Item

    /// Loads the library beside the first compiler that has one.
    init(compilers: [String]) {
        let paths = compilers.flatMap { compiler in
            ["so", "dylib"].map { "\(compiler.realPath)/../../lib/libIndexStore.\($0)".realPath }
        }
        guard let handle = paths.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
            fail("There is no libIndexStore. Name the compiler with --compiler. Tried: \(paths)")
        }
        self.handle = handle
    }

    func text(_ function: Text, of item: Item) -> String {
        let text = function(item)
        return String(decoding: UnsafeRawBufferPointer(start: text.iov_base, count: text.iov_len), as: UTF8.self)
    }

    /// Leaves out the upper half, which an enumeration doesn't set.
    func number(_ function: Number, of item: Item) -> Int { Int(UInt32(truncatingIfNeeded: function(item))) }

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
        unsafeBitCast(dlsym(handle, "indexstore_" + name), to: Function.self)
    }
}
