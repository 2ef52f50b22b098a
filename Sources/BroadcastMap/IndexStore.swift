import Foundation

/// The index that a debug build writes, read by the toolchain's `libIndexStore`, which is loaded at run time.
///
/// `indexstore.h` documents its functions. Nothing is disposed of, because the program ends soon.
final class IndexStore {
    typealias Item = UnsafeMutableRawPointer
    // A C function type can't name a Swift structure. `iovec` has the layout of `indexstore_string_ref_t`.
    private typealias Text = @convention(c) (Item) -> iovec
    private typealias Number = @convention(c) (Item) -> UInt64
    private typealias Part = @convention(c) (Item) -> Item
    private typealias Place = @convention(c) (Item, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void
    private typealias Each = @convention(c) (Item, Item?, @convention(c) (Item?, Item) -> Bool) -> Bool
    private typealias OpenStore = @convention(c) (UnsafePointer<CChar>, Item?) -> Item?
    private typealias Open = @convention(c) (Item, UnsafePointer<CChar>, Item?) -> Item?

    /// The files with what the compiler read and wrote for each source file, from the oldest to the newest.
    let units: [(name: String, time: Date)]
    private let library: Item
    private var functions: [String: Item] = [:]
    private var store: Item!

    /// Opens the store at `path` with the first of the libraries that is there.
    init(path: String, libraries: [String]) {
        let paths = libraries.flatMap { ["\($0)/libIndexStore.so", "\($0)/libIndexStore.dylib"] }
        guard let library = paths.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
            let tried = paths.joined(separator: ", ")
            fail("There is no libIndexStore. Name the compiler with --compiler. Tried: \(tried)")
        }
        self.library = library
        let directory = path + "/v5/units"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        units = names.compactMap { name in "\(directory)/\(name)".changeTime.map { (name, $0) } }.sorted { $0.1 < $1.1 }
        if !units.isEmpty { store = function("store_create", as: OpenStore.self)(path, nil) }
        if store == nil { fail("There is no index at \(path). A debug build writes one.") }
    }

    /// Opens a unit or a record.
    func open(_ function: String, _ name: String) -> Item {
        if let item = self.function(function, as: Open.self)(store, name, nil) { return item }
        fail("\(name) in the index can't be read. Build again, or name the compiler that built with --compiler.")
    }

    func text(_ function: String, of item: Item) -> String {
        let text = self.function(function, as: Text.self)(item)
        return String(decoding: UnsafeRawBufferPointer(start: text.iov_base, count: text.iov_len), as: UTF8.self)
    }

    /// Leaves out the upper half, which an enumeration doesn't set.
    func number(_ function: String, of item: Item) -> Int {
        Int(UInt32(truncatingIfNeeded: self.function(function, as: Number.self)(item)))
    }

    func part(_ function: String, of item: Item) -> Item { self.function(function, as: Part.self)(item) }

    func place(of occurrence: Item) -> (line: Int, column: Int) {
        var (line, column): (UInt32, UInt32) = (0, 0)
        function("occurrence_get_line_col", as: Place.self)(occurrence, &line, &column)
        return (Int(line), Int(column))
    }

    func forEach(_ function: String, of item: Item, _ body: (Item) -> Void) {
        withoutActuallyEscaping(body) { body in
            withUnsafePointer(to: body) { context in
                _ = self.function(function, as: Each.self)(item, .init(mutating: context)) { body, part in
                    body!.assumingMemoryBound(to: ((Item) -> Void).self).pointee(part)
                    return true
                }
            }
        }
    }

    private func function<Function>(_ name: String, as type: Function.Type) -> Function {
        let function = functions[name] ?? dlsym(library, "indexstore_" + name)!
        functions[name] = function
        return unsafeBitCast(function, to: type)
    }
}
