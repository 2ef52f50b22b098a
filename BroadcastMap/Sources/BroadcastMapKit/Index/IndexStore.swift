import CIndexStore
import Foundation

/// The folder with the index that a compiler writes: a unit for each source file, and records of what is in it.
///
/// Nothing that the library opens is closed, because the program ends soon.
final class IndexStore {
    /// A file with what a compiler wrote about one source file, and when.
    struct Unit {
        let name: String
        let time: Date
    }

    static let remedy = "Build for debugging with this compiler, without --disable-index-store, and name its index."
    let path: String
    /// From the newest to the oldest.
    let units: [Unit]
    let library: IndexLibrary
    private lazy var store = library.openStore(path, nil)

    /// Opens the index in a folder, with the library of one of these compilers.
    init(_ path: String, compilers: [String]) {
        let directory = path + "/v5/units/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        self.path = path
        units = names.compactMap { name in
            (directory + name).changeTime.map { Unit(name: name, time: $0) }
        }.sorted { $0.time > $1.time }
        if units.isEmpty { fail("There is no index at \(path). \(Self.remedy)") }
        library = IndexLibrary(beside: compilers)
    }

    /// Opens a unit or a record.
    func open(_ function: OpenIndexFile, _ name: String) -> IndexItem {
        if let store, let item = function(store, name, nil) { return item }
        fail("\(name) in the index can't be read. \(Self.remedy)")
    }

    func text(_ function: GetIndexText, of item: IndexItem) -> String {
        let text = function(item)
        return String(decoding: UnsafeRawBufferPointer(start: text.data, count: text.length), as: UTF8.self)
    }

    func place(of occurrence: IndexItem) -> SourcePlace {
        var line: UInt32 = 0
        var column: UInt32 = 0
        library.occurrencePlace(occurrence, &line, &column)
        return SourcePlace(line: Int(line), column: Int(column))
    }

    func forEach(_ function: ForEachIndexItem, of item: IndexItem, _ body: @escaping (IndexItem) -> Void) {
        withUnsafePointer(to: body) { body in
            _ = function(item, UnsafeMutableRawPointer(mutating: body)) { body, item in
                body!.assumingMemoryBound(to: ((IndexItem) -> Void).self).pointee(item!)
                return true
            }
        }
    }
}
