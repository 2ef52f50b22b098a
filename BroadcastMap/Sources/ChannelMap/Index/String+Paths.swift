import Foundation

/// Paths of files.
extension String {
    /// The path without symbolic links, and without `..`, even after the name of a file.
    package var realPath: String { URL(fileURLWithPath: self).resolvingSymlinksInPath().path }

    /// The path from the root of the file system.
    package var absolutePath: String { URL(fileURLWithPath: self).path }

    /// True if it is the path of a file of Swift or of Objective-C.
    var isSource: Bool { [".swift", ".m", ".mm"].contains(where: hasSuffix) }

    /// When the file changed, or `nil` if there is none.
    var changeTime: Date? { (try? FileManager.default.attributesOfItem(atPath: self))?[.modificationDate] as? Date }

    /// Returns true if the path is inside one of `directories`, but not inside a hidden one there, such as `.build`.
    func isInside(_ directories: [String]) -> Bool {
        directories.contains { hasPrefix($0 + "/") && !dropFirst($0.count).contains("/.") }
    }

    /// The Swift files inside this folder, except those in hidden ones, and manifests.
    var swiftFiles: [String] {
        let files = FileManager.default.enumerator(
            at: URL(fileURLWithPath: self), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        // The name of a folder may end as that of a file does.
        let urls = files?.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath } ?? []
        let paths = urls.map(\.path.realPath)
        return paths.filter { $0.hasSuffix(".swift") && !$0.contains("/Package.") && !$0.contains("/Package@") }
    }

    /// This path as seen from the current directory.
    var relativePath: String {
        let paths = [FileManager.default.currentDirectoryPath.realPath, self].map { $0.split(separator: "/") }
        let common = zip(paths[0], paths[1]).prefix { $0 == $1 }.count
        return (paths[0].dropFirst(common).map { _ in ".." } + paths[1].dropFirst(common)).joined(separator: "/")
    }
}
