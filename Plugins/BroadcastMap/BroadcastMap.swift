import Foundation
import PackagePlugin

/// Shows the map of the package's targets and of those of local packages.
///
/// Unless an index is named, it builds the package for debugging, which writes one.
@main
struct BroadcastMap: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let targets = localPackages(from: context.package).flatMap(\.sourceModules)
        let tests = targets.filter { $0.kind == .test }.map(\.directoryURL.path)
        let roots = targets.filter { $0.kind != .test }.map(\.directoryURL.path)
        let hasIndex = !Set(arguments).isDisjoint(with: ["--index-store", "--derived-data", "--help"])

        let map = Process()
        map.executableURL = try context.tool(named: "broadcast-map").url
        map.currentDirectoryURL = context.package.directoryURL
        // The user's compiler stands before this one, because the first one counts.
        map.arguments =
            arguments + (hasIndex ? [] : ["--index-store", try builtIndex(in: context, arguments)])
            + ["--compiler", try context.tool(named: "swiftc").url.path, "--package", context.package.displayName]
            + (roots.isEmpty ? [] : ["--root"] + roots) + (tests.isEmpty ? [] : ["--tests"] + tests)
        try map.run()
        map.waitUntilExit()
        if map.terminationStatus != 0 { exit(map.terminationStatus) }
    }

    /// Builds the package, and returns the path of its index.
    private func builtIndex(in context: PluginContext, _ arguments: [String]) throws -> String {
        let build = try packageManager.build(
            .all(includingTests: arguments.contains("--including-tests")), parameters: .init(configuration: .debug))
        guard build.succeeded else {
            Diagnostics.error(
                """
                The package doesn't build here, so it has no map. If Xcode builds it, add --derived-data.
                \(build.logText)
                """)
            exit(1)
        }
        // <scratch path>/plugins/BroadcastMap/outputs
        let scratch = (1...3).reduce(context.pluginWorkDirectoryURL) { path, _ in path.deletingLastPathComponent() }
        // Where the native build system writes the index, and where Swift Build does: the newest counts.
        let stores = ["debug/index/store", "out"].map(scratch.appendingPathComponent)
        return (stores.max { changeTime($0) < changeTime($1) } ?? scratch).path
    }

    private func changeTime(_ store: URL) -> Date {
        let units = try? store.appendingPathComponent("v5/units").resourceValues(forKeys: [.contentModificationDateKey])
        return units?.contentModificationDate ?? .distantPast
    }

    /// Returns a package and those that it uses by path, except Broadcaster itself.
    private func localPackages(from package: Package) -> [Package] {
        if package.targets.contains(where: { $0.name == "Broadcaster" }) { return [] }
        switch package.origin {
        case .root, .local: return [package] + package.dependencies.flatMap { localPackages(from: $0.package) }
        default: return []
        }
    }
}
