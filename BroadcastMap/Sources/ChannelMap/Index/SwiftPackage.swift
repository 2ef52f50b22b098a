import Foundation

/// The package in the current folder, as SwiftPM describes and builds it.
package struct SwiftPackage {
    /// The options that choose the folder of the build, the traits, or the build system.
    private let options: [String]

    /// `nil` if there is no package in the current folder.
    package init?(scratchPath: String?, buildOptions: [String]) {
        guard FileManager.default.fileExists(atPath: "Package.swift") else { return nil }
        options = (scratchPath.map { ["--scratch-path", $0] } ?? []) + buildOptions
    }

    /// Its targets, and those of the packages that it uses by path, except Broadcaster itself.
    package func sources() throws -> MappedSources {
        let package = try Self.describe(".")
        var sources = MappedSources(name: package.name, roots: [], tests: [])
        for package in try [package] + localDependencies() where !package.isBroadcaster {
            for target in package.targets where target.isCompiled {
                let path = "\(package.path)/\(target.path)".realPath
                if target.type == "test" { sources.tests.append(path) } else { sources.roots.append(path) }
            }
        }
        return sources
    }

    /// Builds the package for debugging, and returns the path of the index that the build writes.
    package func buildIndex(includingTests: Bool) throws -> String {
        let build = ["build"] + (includingTests ? ["--build-tests"] : []) + options
        // What it prints is progress. The map has the standard output to itself.
        guard Command.run("swift", build, output: .standardError) == 0 else {
            throw Failure(
                "The package doesn't build here, so it has no map. If Xcode builds it, add --derived-data.", status: 1)
        }
        let products = Command.output("swift", build + ["--show-bin-path"]).text.trimmingCharacters(in: .newlines)
        let store = "\(products)/index/store"
        if FileManager.default.fileExists(atPath: store) { return store }
        // Where Swift Build writes it.
        return products.components(separatedBy: "/Products/")[0]
    }

    /// The packages that are used by path, directly or through another one.
    private func localDependencies() throws -> [Description] {
        let arguments = ["package"] + options + ["show-dependencies", "--format", "json"]
        let output = Command.output("swift", arguments)
        guard output.status == 0, let root = try? JSONDecoder().decode(Dependency.self, from: Data(output.text.utf8))
        else { throw Failure("SwiftPM can't resolve the packages that this one uses.", status: 1) }
        return try root.localPaths.map(Self.describe)
    }

    private static func describe(_ path: String) throws -> Description {
        // Elsewhere, because describing a package writes to the folder where it is built.
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("broadcast-map-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let output = Command.output(
            "swift", ["package", "--package-path", path, "--scratch-path", scratch, "describe", "--type", "json"])
        guard output.status == 0,
            let description = try? JSONDecoder().decode(Description.self, from: Data(output.text.utf8))
        else { throw Failure("SwiftPM can't describe the package in \(path.realPath).", status: 1) }
        return description
    }
}

/// A package, as `swift package describe` prints it.
private struct Description: Decodable {
    struct Target: Decodable {
        let name: String
        let path: String
        let type: String

        /// True if the package's build compiles the target for the program.
        var isCompiled: Bool { !["binary", "plugin", "system-target"].contains(type) }
    }

    let name: String
    let path: String
    let targets: [Target]

    var isBroadcaster: Bool { targets.contains { $0.name == "Broadcaster" } }
}

/// A package with those that it uses, as `swift package show-dependencies` prints it.
private struct Dependency: Decodable {
    let url: String
    let path: String
    let dependencies: [Dependency]

    /// The folders of the packages that this one uses by path, directly or through another one, each once.
    var localPaths: [String] {
        var paths: [String] = []
        for dependency in dependencies where dependency.url.realPath == dependency.path.realPath {
            for path in [dependency.path] + dependency.localPaths where !paths.contains(path) { paths.append(path) }
        }
        return paths
    }
}
