import Foundation
import Testing

@Suite("Modules", .timeLimit(.minutes(10)))
struct ModuleTests {
    /// What each module may know of this package.
    static let modules = [
        "ChatChannels": [], "Rooms": ["ChatChannels"], "Moderation": ["ChatChannels"], "Live": ["ChatChannels"],
        "Presence": ["ChatChannels"], "History": ["ChatChannels", "PostgreSQL"],
        "Cluster": ["ChatChannels", "PostgreSQL"], "WebServer": [], "PostgreSQL": ["CPostgreSQL"],
    ]
    static let all = Set(modules.keys).union(["Chat", "CPostgreSQL"])
    static let package = URL(fileURLWithPath: #filePath + "/../../..").standardizedFileURL

    @Test("In the package's description, no module depends on another but the channels")
    func dependencies() async throws {
        try await withTemporaryFolder { folder in
            let command = ["swift", "package", "--package-path", Self.package.path, "--scratch-path", folder]
            let program = try Program(command + ["dump-package"], executable: "/usr/bin/env")
            #expect(await program.status() == 0)
            let description = try JSONSerialization.jsonObject(with: Data(program.output.utf8))
            let targets = try #require((description as? [String: Any])?["targets"] as? [[String: Any]])
            for (module, allowed) in Self.modules {
                let target = try #require(targets.first { $0["name"] as? String == module })
                let dependencies = try #require(target["dependencies"] as? [[String: [Any]]]).compactMap {
                    ($0["byName"] ?? $0["target"])?.first as? String
                }
                #expect(Self.all.intersection(dependencies) == Set(allowed), "\(module)")
            }
        }
    }

    @Test("In its sources, no module imports another but the channels", arguments: modules.keys.sorted())
    func imports(module: String) throws {
        let folder = Self.package.appendingPathComponent("Sources/\(module)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let words = Set(line.split { $0 == " " || $0 == "." }.map(String.init))
                guard words.contains("import"), !words.contains("//"), !words.contains("///") else { continue }
                #expect(words.intersection(Self.all).isSubset(of: Self.modules[module]!), "\(file.path): \(line)")
            }
        }
    }
}
