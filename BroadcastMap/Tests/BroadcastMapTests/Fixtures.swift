import Foundation

@testable import ChannelMap

/// The indexes of the code in `Tests`, each of which is made once.
enum Fixtures {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
    /// A folder for what the tests write.
    static let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("broadcast-map-\(UUID())").path

    /// The folder with the products of the package in `Fixture`.
    ///
    /// `FIXTURE_PRODUCTS` names it if the package is built already. Otherwise, this builds the package in a folder of its
    /// own, because SwiftPM is running in that of these tests.
    private static let products = Result {
        if let products = ProcessInfo.processInfo.environment["FIXTURE_PRODUCTS"] { return products }
        let package = ["build", "--build-tests", "--package-path", "\(folder)/Fixture"]
        let options = ["--scratch-path", "\(folder)/../.build/fixture", "-Xswiftc", "-index-ignore-system-modules"]
        try run("swift", package + options)
        let path = Command.output("swift", package + options + ["--show-bin-path"])
        return path.text.trimmingCharacters(in: .newlines)
    }

    /// The map of the package with its tests.
    static let package = Result {
        let products = try Self.products.get()
        let store = "\(products)/index/store"
        let isNative = FileManager.default.fileExists(atPath: store)
        // Where Swift Build writes it.
        let path = isNative ? store : products.components(separatedBy: "/Products/")[0]
        let folders = ["Sources", "Packages", "Tests"].map { "\(folder)/Fixture/\($0)" }
        return try FixtureMap(index(of: folders, in: path))
    }

    /// The map of the package in `Notifications`.
    static let notifications = Result {
        let sources = "\(folder)/Notifications/Sources"
        let home = try newFolder("Notifications")
        let app = "\(sources)/App".swiftFiles
        let options = ["-parse-as-library", "-DDEBUG", "-swift-version", "5"]
        try compile(app, as: "App", into: home, options: options + messagePlatform)
        try compile("\(sources)/Tool".swiftFiles, as: "Tool", into: home, options: messagePlatform)
        return try FixtureMap(index(of: [sources], in: "\(home)/index"))
    }

    /// The platform that has `MainActorMessage`, which is the manifest's.
    private static var messagePlatform: [String] {
        #if os(macOS)
            ["-target", "arm64-apple-macosx26.0"]
        #else
            []
        #endif
    }

    static func index(
        of roots: [String], excluding excluded: [String] = [], in store: String, acceptingStaleFiles: Bool = false
    ) throws -> Index {
        let store = try IndexStore(store, compilers: Toolchain.compilers)
        return try Index(
            store, roots: roots.map(\.realPath), excluding: excluded.map(\.realPath),
            acceptingStaleFiles: acceptingStaleFiles)
    }

    static func newFolder(_ name: String) throws -> String {
        let path = "\(scratch)/\(name)-\(UUID())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    /// Compiles a module into a folder, with its index in the folder `index` there.
    static func compile(_ files: [String], as module: String, into home: String, options: [String] = []) throws {
        let output = ["-emit-module", "-emit-module-path", "\(module).swiftmodule", "-c", "-suppress-warnings"]
        let index = ["-index-store-path", "index", "-index-ignore-system-modules", "-I", "."]
        let swiftc = ["swiftc", "-module-name", module] + output + index + options + files
        // The compiler writes an object for each file to the current folder.
        try run("sh", ["-c", "cd \"$0\" && exec \"$@\"", home] + swiftc)
    }

    /// The options with which a compiler imports Broadcaster.
    static let moduleOptions = Result {
        let products = try Self.products.get()
        let modules = "\(products)/Modules"
        if FileManager.default.fileExists(atPath: modules) {
            return ["-I", modules, "-Xcc", "-fmodule-map-file=\(products)/BroadcasterAtomics.build/module.modulemap"]
        }
        // Where Swift Build writes them.
        let folder = "\(products)/../../Intermediates.noindex"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let maps = names.first { $0.hasPrefix("GeneratedModuleMaps") } ?? ""
        return ["-I", products, "-Xcc", "-fmodule-map-file=\(folder)/\(maps)/BroadcasterAtomics.modulemap"]
    }

    static func run(_ program: String, _ arguments: [String]) throws {
        let status = Command.run(program, arguments, output: .standardError)
        guard status == 0 else { throw Failure("\(program) ends with status \(status): \(arguments)", status: status) }
    }
}

extension Report {
    /// Maps an index on a thread like that of the program.
    init(of subject: Subject, in index: Index, package: String, joining trace: Trace? = nil) {
        nonisolated(unsafe) let index = index
        nonisolated(unsafe) var report: Report?
        LargeStack.run {
            switch subject {
            case .channels: report = Report(ofChannelsIn: index, package: package, joining: trace)
            case .notifications: report = Report(ofNotificationsIn: index, package: package)
            }
        }
        self = report!
    }
}
