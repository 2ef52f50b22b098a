import ArgumentParser
import Foundation
import ChannelMap

/// Runs the command on a thread whose stack has room for deeply nested code.
@main
enum Program {
    static func main() {
        // Writing to a pipe that is closed fails instead of ending the program without a word.
        signal(SIGPIPE, SIG_IGN)
        // A file that is opened next would take the place of a standard output that is closed.
        if fcntl(STDOUT_FILENO, F_GETFD) < 0 {
            warn("The standard output is closed.")
            exit(Failure.outputStatus)
        }
        LargeStack.run { BroadcastMap.main() }
    }
}

struct BroadcastMap: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "broadcast-map",
        abstract: "Shows who sends to each channel and who observes it, from the index that a debug build writes.",
        usage: "broadcast-map [<options>] [<filter> ...] [-- <options of swift build>]",
        discussion: """
            In the folder of a package, it builds the package, and maps it together with the packages that it uses by \
            path.
            """)

    enum Format: String, EnumerableFlag {
        case names, json, mermaid, html, markdown

        static func help(for format: Format) -> ArgumentHelp? {
            switch format {
            case .names: "Prints the channels alone, with the number of their senders and observers."
            case .json: "Prints the map for programs."
            case .mermaid: "Prints the map as a drawing."
            case .html: "Prints a page for a browser: broadcast-map --html > map.html"
            case .markdown: "Prints tables for a page."
            }
        }
    }

    @ArgumentParser.Argument(help: "Part of the name of a channel, a message, a sender, an observer, or a module.")
    var filters: [String] = []

    @Flag(help: "Shows who posts and observes notifications instead, before you move them.")
    var notifications = false

    @Flag(exclusivity: .exclusive)
    var format: Format?

    @Option(
        help: ArgumentHelp(
            "Shows only what has a problem or a note of this kind, such as unobserved or echo.", valueName: "kind"))
    var only: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Puts the tables, or with --mermaid the drawing, between the marks in this page, or makes a page with them.
            """,
            valueName: "file"))
    var write: String?

    @Option(
        help: ArgumentHelp(
            "Exits with status 1 if --write would change this page, and says which lines.", valueName: "file"))
    var check: String?

    @Option(
        help: ArgumentHelp(
            """
            Makes the page's places open an editor: vscode, or an address that contains {file}, and may contain {root} \
            and {line}.
            """,
            valueName: "template"))
    var link: String?

    @Option(
        help: ArgumentHelp(
            """
            Shows how often each sender and each observer ran in this trace, or in those of a folder, which \
            BroadcastTrace wrote.
            """,
            valueName: "file"))
    var trace: [String] = []

    @Flag(
        help: """
            Exits with status 1 if there is a problem, an unresolved use, or a connection that isn't in the trace.
            """)
    var strict = false

    @Option(
        help: ArgumentHelp(
            "Accepts the problems of this name, or with @FILE, of the names in a file, one a line.",
            valueName: "name"))
    var allow: [String] = []

    @Flag(
        help: """
            Warns of each source that is newer than its index, and reads it as it was indexed, instead of failing.
            """)
    var allowStale = false

    @Flag(help: "Adds the test targets.")
    var includingTests = false

    @Option(
        help: ArgumentHelp(
            "The folder of the package, to which the paths of the map are relative.", valueName: "folder"))
    var packagePath: String?

    @Option(help: ArgumentHelp("The folder where the package is built.", valueName: "folder"))
    var scratchPath: String?

    @Option(help: ArgumentHelp("Reads this index, and builds nothing.", valueName: "path"))
    var indexStore: String?

    @Option(
        defaultAsFlag: DerivedData.standard,
        help: ArgumentHelp(
            """
            Reads the newest index that Xcode wrote for these sources, and builds nothing. The folder must contain a \
            slash. Without one, it is Xcode's own.
            """,
            valueName: "folder"))
    var derivedData: String?

    @Option(help: ArgumentHelp("The swiftc that wrote the index.", valueName: "path"))
    var compiler: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The folders of the sources, instead of those of the package.", valueName: "folders"))
    var root: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The folders of the tests, instead of those of the package.", valueName: "folders"))
    var tests: [String] = []

    func validate() throws {
        if indexStore != nil, derivedData != nil {
            throw ValidationError("--index-store and --derived-data: choose one of them")
        }
        if let link {
            guard format == .html else { throw ValidationError("--link needs --html, because only the page has links") }
            guard link == "vscode" || link.contains("://") && link.contains("{file}") else {
                throw ValidationError(
                    "--link \(link): write vscode, or an address such as vscode://file{root}/{file}:{line}")
            }
        }
        if write != nil || check != nil {
            if write != nil, check != nil { throw ValidationError("--write and --check: choose one of them") }
            guard [nil, .markdown, .mermaid].contains(format) else {
                throw ValidationError("--write and --check take the tables or the --mermaid drawing of a map")
            }
        }
        if let kind = only.first(where: { !Filter.allKinds.contains($0) }) {
            throw ValidationError("--only \(kind): write \(Filter.allKinds.joined(separator: ", "))")
        }
        if notifications, !trace.isEmpty {
            throw ValidationError("--trace needs a map of channels, because a trace has no notifications")
        }
        for folder in root + tests where !FileManager.default.fileExists(atPath: folder) {
            throw ValidationError("There is no folder \(folder). Write filters before --root and --tests.")
        }
    }

    mutating func run() throws {
        do {
            try map()
        } catch let failure as Failure {
            warn(failure.message)
            throw ExitCode(failure.status)
        }
    }

    private mutating func map() throws {
        // The parser takes what follows -- for the last filters.
        let buildOptions = Array(CommandLine.arguments.drop { $0 != "--" }.dropFirst())
        filters.removeLast(buildOptions.count)
        // Files that options name are read before the current folder changes.
        let allowed = Set(try allow.flatMap(Self.names))
        let trace = try trace.isEmpty ? nil : Trace(trace)
        let page = try (write ?? check).map { try MarkedPage($0, holding: pageOptions) }
        try enterPackage()
        let package = SwiftPackage(scratchPath: scratchPath, buildOptions: buildOptions)
        let sources = try sources(in: package)
        let index = try index(of: sources, in: package)
        warn("not in the index", about: index.missingFiles)
        index.staleFiles.forEach(warnOfStaleFile)

        let found = Progress.during("reading the sources") {
            notifications
                ? Report(ofNotificationsIn: index, package: sources.name)
                : Report(ofChannelsIn: index, package: sources.name, joining: trace)
        }
        warn("parsed only in part", about: index.partlyParsedFiles)
        if found.isEmpty { warn("note: nothing here uses \(notifications ? "notifications" : "Broadcaster")") }
        found.warningOfTrace.map(writeError)
        let report = try found.allowing(allowed)
        let filter = Filter(words: filters, kinds: only)
        try filter.check(against: found.names)
        try print(report.showing(filter), in: page)
    }

    /// Prints what the options choose, and ends with status 1 if `--strict` finds something.
    private func print(_ report: Report, in page: MarkedPage?) throws {
        let output =
            switch format {
            case nil where page == nil: report.text(listingFrameworks: !filters.isEmpty)
            case .json: try report.json
            case .html: try report.html(link: linkTemplate)
            case nil, .markdown: report.markdown(listingFrameworks: !filters.isEmpty)
            case .mermaid: report.mermaid
            case .names: report.list
            }
        if let page { try put(output, in: page) } else { try writeOutput(output) }
        if strict, report.hasProblem {
            // A page has no places.
            if page != nil { report.warnings.forEach(writeError) }
            throw ExitCode(1)
        }
    }

    /// The options that choose what a page has, which its mark names.
    private var pageOptions: [String] {
        (notifications ? ["--notifications"] : []) + (format == .mermaid ? ["--mermaid"] : [])
    }

    /// Writes a map to a page, or with `--check`, says what that would change.
    private func put(_ output: String, in page: MarkedPage) throws {
        let map = format == .mermaid ? "```mermaid\n\(output)\n```" : output
        guard let check else { return try page.write(map) }
        let changes = page.changes(with: map)
        changes.forEach(writeError)
        if !changes.isEmpty { throw Failure("\(check) has another map. Update it with --write.", status: 1) }
    }

    /// Makes the folder of the package the current one, to which the paths of the map are relative.
    private mutating func enterPackage() throws {
        root = root.map(\.realPath)
        tests = tests.map(\.realPath)
        indexStore = indexStore?.absolutePath
        scratchPath = scratchPath?.absolutePath
        compiler = compiler?.absolutePath
        // A folder contains a slash, so that a filter can follow the option.
        if let value = derivedData, !value.contains("/") {
            filters.append(value)
            derivedData = DerivedData.standard
        }
        derivedData = derivedData.map { NSString(string: $0).expandingTildeInPath.absolutePath }
        if let packagePath, !FileManager.default.changeCurrentDirectoryPath(packagePath) {
            throw Failure("There is no folder \(packagePath).", status: 64)
        }
    }

    private func sources(in package: SwiftPackage?) throws -> MappedSources {
        if !root.isEmpty {
            let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
            return MappedSources(name: folder.lastPathComponent, roots: root, tests: tests)
        }
        guard var sources = try package?.sources() else {
            throw Failure(
                "There is no package here. Name its folder with --package-path, or the sources with --root.", status: 64
            )
        }
        if !tests.isEmpty { sources.tests = tests }
        return sources
    }

    private func index(of sources: MappedSources, in package: SwiftPackage?) throws -> Index {
        let compilers = compiler.map { [$0] } ?? Toolchain.compilers
        let store: IndexStore
        if let indexStore {
            store = try IndexStore(indexStore, compilers: compilers)
        } else if let derivedData {
            let path = try DerivedData.indexStore(in: derivedData, of: sources.roots)
            store = try IndexStore(path, compilers: compilers, remedy: DerivedData.remedy)
        } else if let package {
            let path = try Progress.during("building the package") {
                try package.buildIndex(includingTests: includingTests)
            }
            store = try IndexStore(path, compilers: compilers)
        } else {
            throw Failure(
                "There is no package to build here. Name an index with --index-store or --derived-data.", status: 64)
        }
        return try Progress.during("reading the index") {
            try Index(
                store, roots: sources.roots + sources.tests, excluding: includingTests ? [] : sources.tests,
                acceptingStaleFiles: allowStale)
        }
    }

    private var linkTemplate: String? { link == "vscode" ? "vscode://file{root}/{file}:{line}" : link }

    /// Returns one name, or those of a file.
    private static func names(_ value: String) throws -> [String] {
        guard value.hasPrefix("@") else { return [value] }
        let text = try? String(contentsOfFile: String(value.dropFirst()), encoding: .utf8)
        guard let text else { throw Failure("--allow \(value): the file can't be read.") }
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }
}
