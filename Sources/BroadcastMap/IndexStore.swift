import Foundation

#if canImport(Darwin)
    private let libraryName = "libIndexStore.dylib"
#else
    private let libraryName = "libIndexStore.so"
#endif

/// The index that a debug build writes, read by the toolchain's `libIndexStore`, which is loaded at run time.
///
/// `indexstore.h` documents its functions. Nothing is disposed of, because the program ends soon.
final class IndexStore {
    typealias Pointer = UnsafeMutableRawPointer
    // `iovec` has the layout of `indexstore_string_ref_t`, because a C function type can't name a Swift structure.
    private typealias Text = @convention(c) (Pointer) -> iovec
    private typealias Part = @convention(c) (Pointer) -> Pointer
    private typealias Kind = @convention(c) (Pointer) -> CInt
    private typealias Bits = @convention(c) (Pointer) -> UInt64
    private typealias Time = @convention(c) (Pointer, UnsafeMutablePointer<Int64>, UnsafeMutablePointer<Int64>) -> Void
    private typealias Place =
        @convention(c) (Pointer, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void
    private typealias Open = @convention(c) (UnsafePointer<CChar>, Pointer?) -> Pointer?
    private typealias OpenPart = @convention(c) (Pointer, UnsafePointer<CChar>, Pointer?) -> Pointer?
    private typealias Each = @convention(c) (Pointer, Pointer?, @convention(c) (Pointer?, Pointer) -> Bool) -> Bool
    private typealias EachName = @convention(c) (Pointer, UInt32, Pointer?, NameBody) -> Bool
    private typealias NameBody = @convention(c) (Pointer?, iovec) -> Bool

    private let library: Pointer
    private var store: Pointer!
    private lazy var openStore: Open = function("store_create")
    private lazy var eachUnit: EachName = function("store_units_apply_f")
    private lazy var openUnit: OpenPart = function("unit_reader_create")
    private lazy var mainFile: Text = function("unit_reader_get_main_file")
    private lazy var moduleName: Text = function("unit_reader_get_module_name")
    private lazy var modificationTime: Time = function("unit_reader_get_modification_time")
    private lazy var eachDependency: Each = function("unit_reader_dependencies_apply_f")
    private lazy var dependencyKind: Kind = function("unit_dependency_get_kind")
    private lazy var dependencyName: Text = function("unit_dependency_get_name")
    private lazy var dependencyPath: Text = function("unit_dependency_get_filepath")
    private lazy var openRecord: OpenPart = function("record_reader_create")
    private lazy var eachOccurrence: Each = function("record_reader_occurrences_apply_f")
    private lazy var occurrencePlace: Place = function("occurrence_get_line_col")
    private lazy var occurrenceSymbol: Part = function("occurrence_get_symbol")
    private lazy var occurrenceRoles: Bits = function("occurrence_get_roles")
    private lazy var eachRelation: Each = function("occurrence_relations_apply_f")
    private lazy var relationSymbol: Part = function("symbol_relation_get_symbol")
    private lazy var relationRoles: Bits = function("symbol_relation_get_roles")
    private lazy var symbolKind: Kind = function("symbol_get_kind")
    private lazy var symbolName: Text = function("symbol_get_name")
    private lazy var symbolUSR: Text = function("symbol_get_usr")

    /// Opens the store at `path` with the first of the libraries that is there.
    init(path: String, libraries: [String]) throws {
        let paths = libraries.map { "\($0)/\(libraryName)" }
        guard let library = paths.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
            throw Failure(
                "There is no \(libraryName). Name the compiler with --compiler. Tried: \(paths.joined(separator: ", "))"
            )
        }
        self.library = library
        store = FileManager.default.fileExists(atPath: path + "/v5/units") ? openStore(path, nil) : nil
        if store == nil { throw Failure("There is no index at \(path). A debug build writes one.") }
    }

    /// The result of compiling one file.
    struct Unit {
        let file: String
        let module: String
        /// In nanoseconds since 1970.
        let time: Int64
        fileprivate let reader: Pointer
    }

    func units() -> [Unit] {
        var names: [String] = []
        withUnsafeMutablePointer(to: &names) { context in
            _ = eachUnit(store, 0, context) { names, name in
                names!.assumingMemoryBound(to: [String].self).pointee.append(String(name))
                return true
            }
        }
        return names.compactMap { openUnit(store, $0, nil) }.map { reader in
            var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
            modificationTime(reader, &seconds, &nanoseconds)
            return Unit(
                file: String(mainFile(reader)), module: String(moduleName(reader)),
                time: seconds * 1_000_000_000 + nanoseconds, reader: reader)
        }
    }

    /// Calls `body` with each occurrence in the file of `unit`: the line, the column, the symbol, and what it is.
    func forEachOccurrence(in unit: Unit, _ body: (Pointer, Int, Int, Pointer, UInt64) -> Void) {
        forEach(eachDependency, of: unit.reader) { [self] dependency in
            let isRecord = dependencyKind(dependency) == 2 && String(dependencyPath(dependency)) == unit.file
            guard isRecord, let record = openRecord(store, String(dependencyName(dependency)), nil) else { return }
            forEach(eachOccurrence, of: record) { occurrence in
                var (line, column): (UInt32, UInt32) = (0, 0)
                occurrencePlace(occurrence, &line, &column)
                body(occurrence, Int(line), Int(column), occurrenceSymbol(occurrence), occurrenceRoles(occurrence))
            }
        }
    }

    /// Calls `body` with each symbol that an occurrence relates to, and how.
    func forEachRelation(of occurrence: Pointer, _ body: (Pointer, UInt64) -> Void) {
        forEach(eachRelation, of: occurrence) { body(relationSymbol($0), relationRoles($0)) }
    }

    func describe(_ symbol: Pointer) -> (usr: String, name: String, kind: CInt) {
        (String(symbolUSR(symbol)), String(symbolName(symbol)), symbolKind(symbol))
    }

    private func function<Function>(_ name: String) -> Function {
        unsafeBitCast(dlsym(library, "indexstore_" + name), to: Function.self)
    }

    private func forEach(_ apply: Each, of owner: Pointer, _ body: (Pointer) -> Void) {
        withoutActuallyEscaping(body) { body in
            var body = body
            withUnsafeMutablePointer(to: &body) { context in
                _ = apply(owner, context) { body, item in
                    body!.assumingMemoryBound(to: ((Pointer) -> Void).self).pointee(item)
                    return true
                }
            }
        }
    }
}

extension String {
    fileprivate init(_ text: iovec) {
        self.init(decoding: UnsafeRawBufferPointer(start: text.iov_base, count: text.iov_len), as: UTF8.self)
    }

    /// The declaration that this USR identifies, as the Swift runtime prints it, such as `Mail.Inbox.title : String`.
    var demangled: String? {
        typealias Buffer = UnsafeMutablePointer<CChar>?
        typealias Demangle = @convention(c) (UnsafePointer<CChar>, Int, Buffer, Buffer, UInt32) -> Buffer
        guard hasPrefix("s:"), let demangle = dlsym(dlopen(nil, RTLD_NOW), "swift_demangle") else { return nil }
        let name = "$s" + dropFirst(2)
        guard let text = unsafeBitCast(demangle, to: Demangle.self)(name, name.utf8.count, nil, nil, 0) else {
            return nil
        }
        defer { free(text) }
        // Without the marks of private declarations and of extensions in other modules.
        return String(cString: text).replacingOccurrences(
            of: #"\((\S+) in _[0-9A-F]+\)|\(extension in \S+\):"#, with: "$1", options: .regularExpression)
    }
}

/// Why there is no map.
struct Failure: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
