import Foundation
import PackagePlugin

/// Builds the package for debugging, and shows the map of its targets and of those of local packages.
@main
struct BroadcastMap: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let isIncludingTests = arguments.contains("--including-tests")
        let build = try packageManager.build(
            .all(includingTests: isIncludingTests), parameters: .init(configuration: .debug))
        guard build.succeeded else {
            return Diagnostics.error("The package doesn't build, so it has no map.\n\(build.logText)")
        }
        // <scratch path>/plugins/BroadcastMap/outputs
        let scratch = (1...3).reduce(context.pluginWorkDirectoryURL) { path, _ in path.deletingLastPathComponent() }
        // Where the native build system writes the index, and where Swift Build does: the newest counts.
        let stores = ["debug/index/store", "out"].map(scratch.appendingPathComponent)
        let store = stores.max { changeTime($0) < changeTime($1) } ?? scratch
        let targets = localPackages(from: context.package).flatMap(\.sourceModules)
        let tests = targets.filter { $0.kind == .test }.map(\.directoryURL.path)
        let roots = targets.filter { $0.kind != .test }.map(\.directoryURL.path)

        let map = Process()
        map.executableURL = try context.tool(named: "broadcast-map").url
        map.currentDirectoryURL = context.package.directoryURL
        // The user's index and compiler stand before these, because the first ones count.
        map.arguments =
            arguments + ["--index-store", store.path]
            + ["--compiler", try context.tool(named: "swiftc").url.path]
            + (roots.isEmpty ? [] : ["--root"] + roots) + (tests.isEmpty ? [] : ["--tests"] + tests)
        try map.run()
        map.waitUntilExit()
        if map.terminationStatus != 0 { exit(map.terminationStatus) }
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
