import Foundation

@testable import ChannelMap

/// Indexes code as the compiler of Apple's platforms does, with the imitated frameworks in `Tests/Apple/Fake`.
enum AppleIndex {
    /// What the map of a source file has, without places.
    struct Found {
        /// Each sender and each observer, with the name of its notification.
        let uses: [String]
        let unresolved: [String]
        let notes: [String]
        let problems: [String]
        let report: Report
        let partlyParsedFiles: [String]
    }

    /// A Mac can't load the imitations beside its own frameworks.
    static var isPossible: Bool { FileManager.default.fileExists(atPath: "/proc/self") }

    private static let frameworks = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Apple/Fake").path
    private static let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("broadcast-map-\(UUID())").path
    /// The folder of the imitated library, which fixtures that use the library itself don't see.
    private static let library = "\(folder)/Library"
    private static let areModulesBuilt: Bool = {
        try? FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
        return ["ObjectiveC", "Foundation", "XCTest", "Broadcaster"].allSatisfy { name in
            let underlying = name == "Broadcaster" ? [] : ["-import-underlying-module"]
            let home = name == "Broadcaster" ? library : folder
            let module = ["-emit-module", "-module-name", name, "-o", "\(home)/\(name).swiftmodule"]
            return compile(module + underlying + ["\(frameworks)/\(name).swift"])
        }
    }()

    static func notifications(
        in code: String, header: String? = nil, isBridged: Bool = false, objectiveC: String? = nil
    ) throws -> Found {
        try found(of: .notifications, in: code, header: header, isBridged: isBridged, objectiveC: objectiveC)
    }

    static func channels(in code: String) throws -> Found { try found(of: .channels, in: code) }

    private static func found(
        of subject: Report.Subject, in code: String, header: String? = nil, isBridged: Bool = false,
        objectiveC: String? = nil
    ) throws -> Found {
        guard areModulesBuilt else { throw Failure("The imitated frameworks don't compile.") }
        let name = "Case\(UUID().uuidString.prefix(8))"
        let home = "\(folder)/\(name)"
        try FileManager.default.createDirectory(atPath: "\(home)/Sources", withIntermediateDirectories: true)
        let file = "\(home)/Sources/App.swift"
        try code.write(toFile: file, atomically: true, encoding: .utf8)
        let options = ["-typecheck", "-swift-version", "5", "-suppress-warnings", "-module-name", "App", "-I", library]
        let index = ["-index-store-path", "\(home)/index", "-index-unit-output-path", "App.o"]
        try header?.write(toFile: "\(home)/Sources/Old.h", atomically: true, encoding: .utf8)
        let bridge = isBridged ? ["-import-objc-header", "\(home)/Sources/Old.h"] : []
        guard compile(options + index + bridge + ["-primary-file", file]) else {
            throw Failure("The code doesn't compile.")
        }
        if let objectiveC {
            try objectiveC.write(toFile: "\(home)/Sources/Old.m", atomically: true, encoding: .utf8)
            let options = ["-c", "\(home)/Sources/Old.m", "-o", "\(home)/Old.o", "-index-store-path", "\(home)/index"]
            let language = ["-fobjc-runtime=macosx", "-fblocks", "-w", "-I", frameworks]
            guard run(["clang"] + language + options) else { throw Failure("The Objective-C doesn't compile.") }
        }
        let store = try IndexStore("\(home)/index", compilers: Toolchain.compilers)
        let files = try Index(store, roots: ["\(home)/Sources".realPath], excluding: [])
        return Found(Report(of: subject, in: files, package: "App"), files)
    }

    /// Returns the index of the files in folders, which are one module.
    static func index(of folders: [String], options: [String]) throws -> Index {
        guard areModulesBuilt else { throw Failure("The imitated frameworks don't compile.") }
        let home = try Fixtures.newFolder("Apple")
        let files = folders.flatMap(\.swiftFiles)
        for file in files {
            let others = files.filter { $0 != file }
            let unit = ["-index-store-path", home, "-index-unit-output-path", "\(file.split(separator: "/").last!).o"]
            let module = ["-typecheck", "-swift-version", "6", "-module-name", "App", "-primary-file", file]
            guard compile(module + others + unit + options) else { throw Failure("\(file) doesn't compile.") }
        }
        return try Fixtures.index(of: folders, in: home)
    }

    private static func compile(_ arguments: [String]) -> Bool {
        run(
            [
                "swiftc", "-frontend", "-parse-as-library", "-enable-objc-interop",
                "-disable-objc-attr-requires-foundation-module", "-I", folder, "-I", frameworks,
                "-module-cache-path", "\(folder)/cache",
            ] + arguments)
    }

    private static func run(_ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

extension AppleIndex.Found {
    fileprivate init(_ report: Report, _ index: Index) {
        self.report = report
        partlyParsedFiles = index.partlyParsedFiles
        uses = report.channels.flatMap { channel in
            channel.senders.map { "\(channel.name): posted by \($0.summary)" }
                + channel.observers.map { "\(channel.name): observed by \($0.summary)" }
        }.sorted()
        unresolved = report.unresolved.map { "\($0.name): \($0.expression ?? $0.reason.rawValue)" }
        notes = report.channels.flatMap { channel in channel.notes.map { "\(channel.name): \($0.text)" } }
        problems = report.problems.map(\.text)
    }
}
