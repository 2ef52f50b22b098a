import Foundation

/// Modules whose faults one build has, and the tests that must notice them.
package struct TestedPackage: Sendable {
    package let name: String
    /// The folder of the package, relative to the repository.
    let folder: String
    /// The folders of the modules, relative to the repository.
    let modules: [String]
    /// The conditions of `#if` that the build sets, besides `DEBUG`.
    let conditions: Set<String>
    let buildOptions: [String]
    /// The program with the tests.
    let program: String
    /// How the names of the tests begin that run.
    let testPrefix: String
    /// Whether it has test cases of XCTest, and programs in `Tests/Programs`.
    let hasPrograms: Bool
    /// The folder of the build, which the packages that need swift-syntax share.
    let scratch: String
    /// How many of a hundred faults the tests must notice.
    package let minimumScore: Double

    package static let all = [
        TestedPackage(
            name: "library", folder: ".",
            modules: ["Sources/Broadcaster", "Sources/BroadcasterTesting", "Sources/BroadcasterTracing"],
            conditions: [], buildOptions: [], program: "BroadcasterPackageTests.xctest", testPrefix: "",
            hasPrograms: true, scratch: "build", minimumScore: 97),
        TestedPackage(
            name: "macros", folder: ".", modules: ["Sources/BroadcasterMacros"], conditions: ["Macros"],
            buildOptions: ["--traits", "Macros"], program: "BroadcasterPackageTests.xctest",
            testPrefix: "BroadcasterMacros", hasPrograms: false, scratch: "build-syntax", minimumScore: 95),
        TestedPackage(
            name: "map", folder: "BroadcastMap",
            modules: ["BroadcastMap/Sources/ChannelMap"], conditions: [],
            buildOptions: [], program: "BroadcastMapPackageTests.xctest", testPrefix: "", hasPrograms: false,
            scratch: "build-syntax",
            minimumScore: 90),
    ]

    /// The name of the package whose tests are for a module, or that of the module.
    static func name(of module: String) -> String {
        all.first { package in package.modules.contains { $0.hasSuffix("/\(module)") } }?.name ?? module
    }

    /// The module of a file that the package's tests are for.
    func module(of path: String) -> String? {
        guard path.hasSuffix(".swift"), let folder = modules.first(where: { path.hasPrefix($0 + "/") }) else {
            return nil
        }
        return String(folder.split(separator: "/").last!)
    }

    /// What the manifest of the copy ends with, so that the modules can ask for their faults.
    var manifestSuffix: String {
        let names = modules.map { "\"\($0.split(separator: "/").last!)\"" }.joined(separator: ", ")
        return """

            package.dependencies.append(.package(path: "\(folder == "." ? "" : "../")Tests/Mutation/FaultSwitch"))
            for target in package.targets where [\(names)].contains(target.name) {
                target.dependencies.append(.product(name: "FaultSwitch", package: "FaultSwitch"))
            }

            """
    }
}

extension TestedPackage {
    /// The files of the modules, relative to the repository.
    package func files(in root: URL) -> [String] {
        modules.flatMap { module -> [String] in
            let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(module).path)
            return names?.compactMap { ($0 as? String).map { "\(module)/\($0)" } } ?? []
        }.filter { self.module(of: $0) != nil }.sorted()
    }

    /// The faults of files, those included that don't compile.
    package func faults(in paths: [String], _ root: URL) throws -> [Fault] {
        try paths.flatMap { path in
            let source = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            return SwitchedSource(source, path: path, module: module(of: path)!, conditions: conditions).faults
        }
    }
}
