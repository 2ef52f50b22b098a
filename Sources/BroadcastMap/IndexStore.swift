import Foundation

/// The index that a debug build writes, read by the toolchain's `libIndexStore`, which is loaded at run time.
///
/// `indexstore.h` documents its functions. Nothing is disposed of, because the program ends soon.
final class IndexStore {
    typealias Item = UnsafeMutableRawPointer
    private typealias Number = @convention(c) (Item) -> UInt64
    private typealias Place = @convention(c) (Item, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void
    private typealias Each = @convention(c) (Item, Item?, @convention(c) (Item?, Item) -> Bool) -> Bool
    private typealias OpenStore = @convention(c) (UnsafePointer<CChar>, Item?) -> Item?
    private typealias Open = @convention(c) (Item, UnsafePointer<CChar>, Item?) -> Item?

    static let remedy = "Build for debugging with this compiler, without --disable-index-store, and name its index."
    /// The files with what the compiler read and wrote for each source file, from the newest to the oldest.
    let units: [(name: String, time: Date)]
    private let library: Item
    private var store: Item!

    /// Opens the store at `path` with the library of the first compiler that has one.
    init(_ path: String, compilers: [String]) {
        let libraries = compilers.flatMap { compiler in
            ["so", "dylib"].map { "\(compiler.realPath)/../../lib/libIndexStore.\($0)".realPath }
        }
        guard let library = libraries.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
            fail("There is no libIndexStore. Name the compiler with --compiler. Tried: \(libraries)")
        }
        self.library = library
        let directory = path + "/v5/units/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        units = names.compactMap { name in (directory + name).changeTime.map { (name, $0) } }.sorted { $0.1 > $1.1 }
        if !units.isEmpty { store = load("store_create", OpenStore.self)(path, nil) }
        if store == nil { fail("There is no index at \(path). \(Self.remedy)") }
    }

    /// Opens a unit or a record.
    func open(_ function: String, _ name: String) -> Item {
        if let item = load(function, Open.self)(store, name, nil) { return item }
        fail("\(name) in the index can't be read. \(Self.remedy)")
    }

    func text(_ function: String, of item: Item) -> String {
        // A C function type can't name a Swift structure. `iovec` has the layout of `indexstore_string_ref_t`.
        let text = load(function, (@convention(c) (Item) -> iovec).self)(item)
        return String(decoding: UnsafeRawBufferPointer(start: text.iov_base, count: text.iov_len), as: UTF8.self)
    }

    /// Leaves out the upper half, which an enumeration doesn't set.
    func number(_ name: String, of item: Item) -> Int { Int(UInt32(truncatingIfNeeded: load(name, Number.self)(item))) }

    func part(_ function: String, of item: Item) -> Item { load(function, (@convention(c) (Item) -> Item).self)(item) }

    func place(of occurrence: Item) -> (line: Int, column: Int) {
        var (line, column): (UInt32, UInt32) = (0, 0)
        load("occurrence_get_line_col", Place.self)(occurrence, &line, &column)
        return (Int(line), Int(column))
    }

    func forEach(_ function: String, of item: Item, _ body: @escaping (Item) -> Void) {
        withUnsafePointer(to: body) { body in
            _ = load(function, Each.self)(item, .init(mutating: body)) { body, part in
                body!.assumingMemoryBound(to: ((Item) -> Void).self).pointee(part)
                return true
            }
        }
    }

    private func load<Function>(_ name: String, _ type: Function.Type) -> Function {
        unsafeBitCast(dlsym(library, "indexstore_" + name), to: type)
    }
}
