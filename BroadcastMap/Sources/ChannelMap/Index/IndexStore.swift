import CIndexStore
import Foundation

/// The folder with the index that a compiler writes: a unit for each source file, and records of what is in it.
///
/// Nothing that the library opens is closed, because the program ends soon.
package final class IndexStore {
    /// A file with what a compiler wrote about one source file, and when.
    struct Unit {
        let name: String
        let time: Date
    }

    let path: String
    /// How to build what the index lacks.
    let remedy: String
    /// From the newest to the oldest.
    let units: [Unit]
    let library: IndexLibrary
    private lazy var store = library.openStore(path, nil)

    /// Opens the index in a folder, with the library of one of these compilers.
    package init(
        _ path: String, compilers: [String],
        remedy: String = "Build for debugging with this compiler, without --disable-index-store, and name its index."
    ) throws {
        let directory = path + "/v5/units/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        self.path = path
        self.remedy = remedy
        units = names.compactMap { name in
            (directory + name).changeTime.map { Unit(name: name, time: $0) }
        }.sorted { $0.time > $1.time }
        if units.isEmpty { throw Failure("There is no index at \(path). \(remedy)") }
        library = try IndexLibrary(beside: compilers)
    }

    /// Opens a unit or a record.
    func open(_ function: OpenIndexFile, _ name: String) throws -> IndexItem {
        if let store, let item = function(store, name, nil) { return item }
        throw Failure("\(name) in the index can't be read. \(remedy)")
    }

    func text(_ function: GetIndexText, of item: IndexItem) -> String {
        let text = function(item)
        return String(decoding: UnsafeRawBufferPointer(start: text.data, count: text.length), as: UTF8.self)
    }

    func kind(of symbol: IndexItem) -> SymbolKind { SymbolKind(rawValue: library.kind(symbol)) ?? .other }

    func place(of occurrence: IndexItem) -> SourcePlace {
        var line: UInt32 = 0
        var column: UInt32 = 0
        library.occurrencePlace(occurrence, &line, &column)
        return SourcePlace(line: Int(line), column: Int(column))
    }

    /// Calls a function with each item of another one, until it throws an error.
    func forEach(
        _ function: ForEachIndexItem, of item: IndexItem, _ body: @escaping (IndexItem) throws -> Void
    ) throws {
        var visit = Visit(body: body)
        withUnsafeMutablePointer(to: &visit) { visit in
            _ = function(item, visit) { visit, item in
                visit!.assumingMemoryBound(to: Visit.self).pointee.call(item!)
            }
        }
        if let error = visit.error { throw error }
    }

    /// A call of Swift code by a function of C, through which no error can be thrown.
    private struct Visit {
        let body: (IndexItem) throws -> Void
        var error: (any Error)?

        /// Returns true if the visit goes on.
        mutating func call(_ item: IndexItem) -> Bool {
            do { try body(item) } catch { self.error = error }
            return error == nil
        }
    }
}
