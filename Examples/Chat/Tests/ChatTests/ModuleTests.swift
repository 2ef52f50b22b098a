import Foundation
import Testing

@Suite("Modules", .timeLimit(.minutes(10)))
struct ModuleTests {
    /// What each module may know besides the libraries: the channels.
    static let modules = [
        "ChatChannels": [], "Rooms": ["ChatChannels"], "History": ["ChatChannels"], "Live": ["ChatChannels"],
        "Presence": ["ChatChannels"], "Moderation": ["ChatChannels"], "Cluster": ["ChatChannels"],
    ]
    static let others = Set(modules.keys).union(["Chat"])
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("In the package's description, no module depends on another but the channels")
    func dependencies() async throws {
        try await withTemporaryFolder { folder in
            let command = ["swift", "package", "--package-path", Self.package.path, "--scratch-path", folder]
            let program = try Program(command + ["dump-package"], executable: "/usr/bin/env")
            let output = Data(await program.allOutput().utf8)
            let description = try JSONDecoder().decode(PackageDescription.self, from: output)
            #expect(await program.status() == 0)
            for (module, allowed) in Self.modules {
                let target = try #require(description.targets.first { $0.name == module })
                #expect(Set(target.modules).intersection(Self.others) == Set(allowed), "\(module)")
            }
        }
    }

    @Test("In its sources, no module imports another but the channels")
    func imports() throws {
        for (module, allowed) in Self.modules {
            let folder = Self.package.appendingPathComponent("Sources/\(module)")
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            #expect(!files.isEmpty)
            for file in files {
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    let words = Set(line.split { $0 == " " || $0 == "." }.map(String.init))
                    guard words.contains("import"), !words.contains("//"), !words.contains("///") else { continue }
                    #expect(words.intersection(Self.others).isSubset(of: allowed), "\(file.lastPathComponent): \(line)")
                }
            }
        }
    }

    private struct PackageDescription: Decodable {
        let targets: [Target]

        struct Target: Decodable {
            let name: String
            let dependencies: [[String: [Name?]]]

            /// The targets of this package that it depends on.
            var modules: [String] {
                dependencies.compactMap { $0["byName"]?.first??.text ?? $0["target"]?.first??.text }
            }
        }

        /// A string among values of other kinds.
        struct Name: Decodable {
            let text: String?

            init(from decoder: any Decoder) throws {
                text = try? decoder.singleValueContainer().decode(String.self)
            }
        }
    }
}
