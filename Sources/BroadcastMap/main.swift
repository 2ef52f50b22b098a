import Foundation

let usage = """
    usage: broadcast-map --index-store PATH --root DIR… [--tests DIR…] [--compiler PATH]
                         [--json | --mermaid] [--strict] [--allow NAME]… [--including-tests]

    Shows who sends to each channel and who observes it, from the index that a debug build writes.

    --index-store PATH  The index: .build/debug/index/store, or Index.noindex/DataStore in Xcode's derived data.
    --root DIR…         The directories of the sources that are mapped.
    --tests DIR…        The directories of tests, which are mapped only with --including-tests.
    --compiler PATH     The swiftc that has built the sources. Its library reads the index.
    --json, --mermaid   The map for other programs, or as a flowchart for Markdown.
    --strict            Exits with 1 if there are problems or unresolved uses.
    --allow NAME        Accepts what is wrong with a channel, a method, or a function.
    """

/// Ends the program with a message on standard error.
func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("broadcast-map: \(message)\n".utf8))
    exit(status)
}

/// Returns the values of each option.
func parsed(_ arguments: some Sequence<String>) -> [String: [String]] {
    let flags: Set = ["--json", "--mermaid", "--strict", "--including-tests", "--help"]
    let options: Set = ["--index-store", "--root", "--tests", "--compiler", "--allow"]
    var values: [String: [String]] = [:]
    var option: String?
    for argument in arguments {
        if flags.contains(argument) || options.contains(argument) {
            option = options.contains(argument) ? argument : nil
            values[argument, default: []] += []
        } else if let option, !argument.hasPrefix("-") {
            values[option, default: []].append(argument)
        } else {
            fail("unknown argument \(argument)\n\n\(usage)", status: 64)
        }
    }
    if let missing = options.first(where: { values[$0]?.isEmpty == true }) {
        fail("\(missing) needs a value", status: 64)
    }
    return values
}

/// Returns the directories that may have the library, beside each compiler.
func libraryDirectories(_ compilers: [String]?, _ environment: [String: String]) -> [String] {
    let developer = environment["DEVELOPER_DIR"] ?? "/var/db/xcode_select_link"
    let paths = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/swiftc" }
    let apple = [
        "\(developer)/Toolchains/XcodeDefault.xctoolchain", "\(developer)", "/Library/Developer/CommandLineTools",
    ]
    return (compilers ?? paths + apple.map { "\($0)/usr/bin/swiftc" }).compactMap(\.realPath)
        .map { ($0 as NSString).deletingLastPathComponent + "/../lib" }
}

do {
    let options = parsed(CommandLine.arguments.dropFirst())
    if options["--help"] != nil {
        print(usage)
        exit(0)
    }
    guard let path = options["--index-store"]?.last, let roots = options["--root"] else { fail(usage, status: 64) }
    let tests = options["--tests"] ?? []
    let isIncludingTests = options["--including-tests"] != nil
    let store = try IndexStore(
        path: path, libraries: libraryDirectories(options["--compiler"], ProcessInfo.processInfo.environment))
    let index = try Index(
        store, roots: roots + (isIncludingTests ? tests : []), excluding: isIncludingTests ? [] : tests)
    if index.files.isEmpty {
        let sources = roots.joined(separator: ", ")
        throw Failure(
            "The index at \(path) has no file of \(sources). A release build and other build systems write it elsewhere, or not at all: build for debugging, or name the index with --index-store."
        )
    }
    let map = try Map(Resolver(index), allowing: Set(options["--allow"] ?? []))
    if map.channels.isEmpty, map.unresolved.isEmpty { throw Failure("Nothing here uses Broadcaster.") }
    let directory = FileManager.default.currentDirectoryPath.realPath ?? ""
    if options["--json"] != nil {
        print(String(decoding: try map.json(relativeTo: directory), as: UTF8.self))
    } else {
        print(options["--mermaid"] != nil ? map.mermaid : map.text(relativeTo: directory))
    }
    if options["--strict"] != nil, !map.problems.isEmpty || !map.unresolved.isEmpty { exit(1) }
} catch let failure as Failure {
    fail(failure.message, status: 66)
}
