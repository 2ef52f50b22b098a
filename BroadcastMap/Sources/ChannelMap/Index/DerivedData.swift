import Foundation

/// The folder where Xcode writes what it builds, with a folder for each workspace, project or package.
package enum DerivedData {
    package static let standard = "~/Library/Developer/Xcode/DerivedData"
    /// `xcodebuild` writes an index only with these settings; the app Xcode always does.
    package static let remedy = """
        Build in Xcode, or with: xcodebuild build -scheme … -destination … INDEX_ENABLE_DATA_STORE=YES \
        COMPILER_INDEX_STORE_ENABLE=YES
        """

    /// Returns the index of the workspace that was used last of those that contain one of the source folders.
    ///
    /// The folder that `xcodebuild -derivedDataPath` writes is that of one workspace.
    package static func indexStore(in folder: String, of roots: [String]) throws -> String {
        if FileManager.default.fileExists(atPath: "\(folder)/info.plist") { return indexStore(ofWorkspaceIn: folder) }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let found = names.compactMap { name -> (path: String, time: Date)? in
            let path = "\(folder)/\(name)"
            let data = FileManager.default.contents(atPath: "\(path)/info.plist") ?? Data()
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
            guard let workspace = (list?["WorkspacePath"] as? String)?.realPath,
                let time = list?["LastAccessedDate"] as? Date
            else { return nil }
            // The workspace of a package is its folder; others are beside their sources.
            let isPackage = NSString(string: workspace).pathExtension.isEmpty
            let home = isPackage ? workspace : NSString(string: workspace).deletingLastPathComponent
            return roots.contains { $0 == home || $0.hasPrefix(home + "/") } ? (path, time) : nil
        }
        if let newest = found.max(by: { $0.time < $1.time }) { return indexStore(ofWorkspaceIn: newest.path) }
        // A package may have tests alone.
        let root = roots.first ?? FileManager.default.currentDirectoryPath
        throw Failure("\(folder) has no index of \(root). \(remedy)")
    }

    private static func indexStore(ofWorkspaceIn folder: String) -> String { "\(folder)/Index.noindex/DataStore" }
}
