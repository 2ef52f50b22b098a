import Foundation

/// The folder with the index that a compiler writes: a unit for each source file, and records of what is in it.
///
/// Nothing is disposed of, because the program ends soon.
struct IndexStore {
    typealias Item = IndexStoreLibrary.Item

    static let remedy = "Build for debugging with this compiler, without --disable-index-store, and name its index."
    let path: String
    let library: IndexStoreLibrary
    /// The names of the units with their times, from the newest to the oldest.
    let units: [(name: String, time: Date)]
    private let store: Item

    init(_ path: String, library: IndexStoreLibrary) {
        let directory = path + "/v5/units/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        units = names.compactMap { name in (directory + name).changeTime.map { (name, $0) } }.sorted { $0.1 > $1.1 }
        guard !units.isEmpty, let store = library.openStore(path, nil) else {
            fail("There is no index at \(path). \(Self.remedy)")
        }
        (self.path, self.library, self.store) = (path, library, store)
    }

    func open(_ function: IndexStoreLibrary.Open, _ name: String) -> Item {
        if let item = function(store, name, nil) { return item }
        fail("\(name) in the index can't be read. \(Self.remedy)")
    }
}
