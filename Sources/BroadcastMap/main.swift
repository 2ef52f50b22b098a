import Foundation

let usage = """
    usage: broadcast-map --index-store PATH --root DIR… [--tests DIR…] [--compiler PATH]
                         [--json | --mermaid] [--strict] [--allow NAME]… [--including-tests]

    Shows who sends to each channel and who observes it, from the index that a debug build writes:
    .build/debug/index/store, or Index.noindex/DataStore in Xcode's derived data.
    """

func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("broadcast-map: \(message)\n".utf8))
    exit(status)
}

/// Returns the values of each option.
func parsed(_ arguments: some Sequence<String>) -> [String: [String]] {
    let flags = ["--json", "--mermaid", "--strict", "--including-tests", "--help"]
    let options = ["--index-store", "--root", "--tests", "--compiler", "--allow"]
    var values: [String: [String]] = [:]
    var option = ""
    for argument in arguments {
        if flags.contains(argument) || options.contains(argument) {
            option = argument
            values[option, default: []] += []
        } else if options.contains(option), !argument.hasPrefix("-") {
            values[option, default: []].append(argument)
        } else {
            fail("unknown argument \(argument)\n\n\(usage)", status: 64)
        }
    }
    if let option = options.first(where: { values[$0] == [] }) { fail("\(option) needs a value", status: 64) }
    return values
}

/// The compilers of the path, and of Xcode.
var compilers: [String] {
    let path = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":").map(String.init)
    let xcode = "/var/db/xcode_select_link"
    return (path + ["\(xcode)/Toolchains/XcodeDefault.xctoolchain/usr/bin", "\(xcode)/usr/bin"]).map { "\($0)/swiftc" }
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
    let libraries = (options["--compiler"] ?? compilers).compactMap(\.realPath)
        .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/../lib" }
    let index = try Index(
        IndexStore(path: path, libraries: libraries), roots: isIncludingTests ? roots + tests : roots,
        excluding: isIncludingTests ? [] : tests)
    if index.files.isEmpty {
        throw Failure(
            """
            The index at \(path) has no file of \(roots.joined(separator: ", ")).
            Build for debugging, because a release build writes no index. If another build system writes it, name it \
            with --index-store.
            """)
    }
    let map = try Map(Resolver(index), allowing: Set(options["--allow"] ?? []))
    if map.channels.isEmpty, map.unresolved.isEmpty { throw Failure("Nothing here uses Broadcaster.") }
    let directory = FileManager.default.currentDirectoryPath.realPath ?? ""
    let text = options["--mermaid"] == nil ? map.text(relativeTo: directory) : map.mermaid
    print(options["--json"] == nil ? text : try map.json(relativeTo: directory))
    let faults = map.problems + map.unresolved.map { "\($0.userName) is unresolved" }
    if options["--strict"] != nil, !faults.isEmpty { fail(faults.joined(separator: "\n"), status: 1) }
} catch let failure as Failure {
    fail(failure.message, status: 66)
}
