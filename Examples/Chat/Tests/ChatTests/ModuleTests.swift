import Foundation
import Testing

@Suite("Modules", .timeLimit(.minutes(10)))
struct ModuleTests {
    static let modules = [
        "ChatChannels": [], "Rooms": ["ChatChannels"], "Moderation": ["ChatChannels"], "Live": ["ChatChannels"],
        "Presence": ["ChatChannels"], "History": ["ChatChannels", "PostgreSQL"],
        "Cluster": ["ChatChannels", "PostgreSQL"], "WebServer": [], "PostgreSQL": ["CPostgreSQL"],
    ]

    // The build fails when a module imports one on which it doesn't depend.
    @Test("No module depends on another but the channels")
    func dependencies() async throws {
        let package = URL(fileURLWithPath: #filePath + "/../../..").standardizedFileURL.path
        let command = ["swift", "package", "--package-path", package, "--scratch-path", "scratch", "dump-package"]
        let program = try Program(command)
        #expect(try await program.status() == 0)
        let description = try JSONSerialization.jsonObject(with: Data(program.output.utf8))
        let targets = try #require((description as? [String: Any])?["targets"] as? [[String: Any]])
        for (module, allowed) in Self.modules {
            let target = try #require(targets.first { $0["name"] as? String == module })
            let dependencies = try #require(target["dependencies"] as? [[String: [Any]]]).compactMap {
                ($0["byName"] ?? $0["target"])?.first as? String
            }
            #expect(Set(dependencies) == Set(allowed), "\(module)")
        }
    }
}
