import Foundation
import PackagePlugin

/// Builds the package for debugging, and shows the map of its targets and of those of local packages.
@main
struct BroadcastMap: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let isIncludingTests = arguments.contains("--including-tests")
        if !arguments.contains("--help") {
            let build = try packageManager.build(
                .all(includingTests: isIncludingTests), parameters: .init(configuration: .debug))
            guard build.succeeded else {
                Diagnostics.error("The package doesn't build, so there is no map.\n\(build.logText)")
                return
            }
        }
        // <scratch path>/plugins/BroadcastMap/outputs
        let scratch = (0..<3).reduce(context.pluginWorkDirectoryURL) { path, _ in path.deletingLastPathComponent() }
        let targets = localPackages(of: context.package).flatMap(\.sourceModules)
        let tests = targets.filter { $0.kind == .test }.map(\.directoryURL.path)
        let roots = targets.filter { $0.kind != .test }.map(\.directoryURL.path)

        let map = Process()
        map.executableURL = try context.tool(named: "broadcast-map").url
        map.currentDirectoryURL = context.package.directoryURL
        map.arguments =
            arguments + ["--index-store", scratch.appending(path: "debug/index/store").path]
            + ["--compiler", try context.tool(named: "swiftc").url.path]
            + (roots.isEmpty ? [] : ["--root"] + roots) + (tests.isEmpty ? [] : ["--tests"] + tests)
        try map.run()
        map.waitUntilExit()
        if map.terminationStatus != 0 { exit(map.terminationStatus) }
    }

    /// Returns the package and those that it uses by path, except Broadcaster itself.
    private func localPackages(of package: Package) -> [Package] {
        var packages: [String: Package] = [:]
        func add(_ package: Package) {
            switch package.origin {
            case .root, .local: break
            default: return
            }
            let isLibrary = package.targets.contains { $0.name == "Broadcaster" }
            guard !isLibrary, packages.updateValue(package, forKey: package.id) == nil else { return }
            package.dependencies.forEach { add($0.package) }
        }
        add(package)
        return packages.values.sorted { $0.id < $1.id }
    }
}
