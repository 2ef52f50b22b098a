import Foundation

/// A copy of the repository in which every fault of a package stands behind a switch.
///
/// It stays, so that the next run builds little.
package final class SourceCopy {
    package let package: TestedPackage
    /// The faults that compile, by their numbers.
    package private(set) var faults: [Int: Fault] = [:]
    let folder: URL
    private let root: URL
    private let scratch: URL
    private var sources: [String: SwitchedSource] = [:]
    /// The faults that don't compile, by file and position.
    private var leftOut: [String: Set<Int>] = [:]
    /// How many builds had errors in a file.
    private var failedBuilds: [String: Int] = [:]

    /// Reads the files that get faults.
    package init(of root: URL, for package: TestedPackage, scratch: URL) throws {
        self.root = root
        self.package = package
        self.scratch = scratch
        folder = scratch.appendingPathComponent(package.name)
        for path in package.files(in: root) {
            guard let module = package.module(of: path) else { continue }
            let source = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            sources[path] = SwitchedSource(source, path: path, module: module, conditions: package.conditions)
        }
    }

    /// Writes and builds the copy, and leaves out what doesn't compile, which `detail` is called with.
    package func build(log: (String) -> Void, detail: (String) -> Void) throws {
        try lock()
        try copyRepository()
        readLeftOut()
        for round in 1...40 {
            let written = try writeSources()
            log("\(package.name): build \(round), with \(faults.count) faults in \(sources.count) files")
            let result = try Command(arguments: buildCommand("--build-tests")).run()
            if result.ending == .exited(0) { return }
            let errors = CompilerError.all(in: result.output)
            let (found, lines) = culprits(errors, written)
            if found.isEmpty { throw Failure(String(result.output.suffix(4000))) }
            for (path, positions) in found {
                leftOut[path, default: []].formUnion(positions)
                failedBuilds[path, default: 0] += 1
            }
            // In each round, because an interrupted run goes on there.
            try writeLeftOut()
            for line in lines { detail(line) }
        }
        throw Failure("\(package.name): the faults that don't compile aren't found")
    }

    /// Refuses a second run, which would replace the program whose tests the first one runs.
    private func lock() throws {
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        let path = scratch.appendingPathComponent("\(package.scratch).lock").path
        // Open until the process ends.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { throw Failure("\(path): another run has locked it") }
    }

    // MARK: Files

    private func copyRepository() throws {
        let options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        let result = try Command(arguments: ["git", "-C", root.path] + options).run()
        if result.ending != .exited(0) { throw Failure(result.output) }
        let paths = Set(result.output.split(separator: "\0").map(String.init))
        let known = Set(FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
        for path in known.subtracting(paths) where !(try isFolder(path)) {
            try FileManager.default.removeItem(at: folder.appendingPathComponent(path))
        }
        for path in paths.sorted() where sources[path] == nil { try copy(path) }
    }

    private func isFolder(_ path: String) throws -> Bool {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(path).path)
        return attributes[.type] as? FileAttributeType == .typeDirectory
    }

    private func copy(_ path: String) throws {
        let files = FileManager.default
        let original = root.appendingPathComponent(path).path
        // What was deleted is still in the index.
        guard let attributes = try? files.attributesOfItem(atPath: original) else { return }
        if attributes[.type] as? FileAttributeType == .typeSymbolicLink {
            let target = folder.appendingPathComponent(path).path
            if (try? files.destinationOfSymbolicLink(atPath: target)) != nil { return }
            try files.createDirectory(
                at: folder.appendingPathComponent(path).deletingLastPathComponent(), withIntermediateDirectories: true)
            let destination = try files.destinationOfSymbolicLink(atPath: original)
            return try files.createSymbolicLink(atPath: target, withDestinationPath: destination)
        }
        var bytes = try Data(contentsOf: root.appendingPathComponent(path))
        let manifest = package.folder == "." ? "Package.swift" : "\(package.folder)/Package.swift"
        if path == manifest { bytes += Data(package.manifestSuffix.utf8) }
        try write(bytes, path)
        let permissions = attributes[.posixPermissions] as Any
        try files.setAttributes(
            [.posixPermissions: permissions], ofItemAtPath: folder.appendingPathComponent(path).path)
    }

    /// Writes a file unless it has these bytes, because its time decides what is built.
    private func write(_ bytes: Data, _ path: String) throws {
        let file = folder.appendingPathComponent(path)
        if (try? Data(contentsOf: file)) == bytes { return }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
    }

    /// Numbers the faults, and writes the files that have them.
    private func writeSources() throws -> [String: (source: WrittenSource, numbers: [Int: Int])] {
        faults = [:]
        var written: [String: (WrittenSource, [Int: Int])] = [:]
        for (path, source) in sources.sorted(by: { $0.key < $1.key }) {
            var numbers: [Int: Int] = [:]
            for (position, fault) in source.faults.enumerated() where leftOut[path]?.contains(position) != true {
                let number = faults.count + 1
                faults[number] = fault
                numbers[position] = number
            }
            let result = source.written(numbers)
            try write(Data(result.text.utf8), path)
            written[path] = (result, numbers)
        }
        return written
    }

    // MARK: Builds

    func buildCommand(_ options: String...) -> [String] {
        // The manifests of two packages share a scratch folder, so none may be cached.
        let folders = [
            "--package-path", folder.appendingPathComponent(package.folder).path, "--scratch-path",
            scratch.appendingPathComponent(package.scratch).path, "--disable-build-manifest-caching",
        ]
        let compiler = ["-suppress-warnings", "-continue-building-after-errors"].flatMap { ["-Xswiftc", $0] }
        return ["swift", "build"] + package.buildOptions + folders + compiler + options
    }

    /// Builds what the tests of the map read, and returns the folder of its products.
    func buildFixture() throws -> String { try build("BroadcastMap/Tests/Fixture", into: "build-fixture") }

    /// Builds the programs that need their own main thread, and returns their paths.
    func buildPrograms() throws -> [String] {
        let bin = try build("Tests/Programs", into: "build-programs")
        let folders = folder.appendingPathComponent("Tests/Programs/Sources").path
        // Libraries have no program.
        return try FileManager.default.contentsOfDirectory(atPath: folders).sorted().map { "\(bin)/\($0)" }
            .filter { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Builds another package of the copy, and returns the folder of its products.
    private func build(_ path: String, into name: String) throws -> String {
        let folders = [
            "--package-path", folder.appendingPathComponent(path).path, "--scratch-path",
            scratch.appendingPathComponent(name).path,
        ]
        let result = try Command(arguments: ["swift", "build", "--build-tests"] + folders).run()
        if result.ending != .exited(0) { throw Failure(String(result.output.suffix(4000))) }
        let bin = try Command(arguments: ["swift", "build", "--show-bin-path"] + folders).run().output
        return String(bin.split(separator: "\n").last ?? "")
    }

    private func culprits(
        _ errors: [CompilerError], _ written: [String: (source: WrittenSource, numbers: [Int: Int])]
    ) -> ([String: Set<Int>], lines: [String]) {
        var found: [String: Set<Int>] = [:]
        var lines: [String] = []
        for error in errors {
            guard error.path.hasPrefix(folder.path + "/") else { continue }
            let path = String(error.path.dropFirst(folder.path.count + 1))
            guard let source = sources[path], let (text, numbers) = written[path] else { continue }
            let part = LeftOutPart(failedBuilds: failedBuilds[path, default: 0] + 1)
            let positions = source.culprits(of: error, in: text, numbers, leavingOut: part)
            if !positions.isEmpty { found[path, default: []].formUnion(positions) }
            lines.append("\(path):\(error.line): \(error.message)")
            lines += positions.sorted().map { "    doesn't compile: \(source.faults[$0])" }
        }
        return (found, lines)
    }

    // MARK: What doesn't compile

    /// What doesn't compile in a file, as long as its faults are these.
    private struct LeftOut: Codable {
        let faults: [String]
        let positions: Set<Int>
    }

    private var leftOutFile: URL { scratch.appendingPathComponent("\(package.name).json") }

    private func readLeftOut() {
        guard let data = try? Data(contentsOf: leftOutFile),
            let known = try? JSONDecoder().decode([String: LeftOut].self, from: data)
        else { return }
        for (path, file) in known where sources[path]?.faults.map(\.description) == file.faults {
            leftOut[path] = file.positions
        }
    }

    private func writeLeftOut() throws {
        var known: [String: LeftOut] = [:]
        for (path, source) in sources {
            known[path] = LeftOut(faults: source.faults.map(\.description), positions: leftOut[path] ?? [])
        }
        try JSONEncoder().encode(known).write(to: leftOutFile)
    }
}
