import Foundation

let usage = """
    usage: broadcast-map --index-store PATH --root DIR… [--tests DIR…] [--compiler PATH]
                         [--json | --mermaid] [--strict] [--allow NAME]… [--including-tests]

    Shows who sends to each channel and who observes it, from the index that a debug build writes:
    .build/debug/index/store, or Index.noindex/DataStore in Xcode's derived data.
    """

let flags = ["--json", "--mermaid", "--strict", "--including-tests", "--help"]
let settings = ["--index-store", "--root", "--tests", "--compiler", "--allow"]
var options: [String: [String]] = [:]
var last = ""
for argument in CommandLine.arguments.dropFirst() {
    if (flags + settings).contains(argument) {
        last = argument
        options[last, default: []] += []
    } else if settings.contains(last), !argument.hasPrefix("-") {
        options[last]?.append(argument)
    } else {
        fail("unknown argument \(argument)\n\n\(usage)", status: 64)
    }
}
if let setting = settings.first(where: { options[$0] == [] }) { fail("\(setting) needs a value", status: 64) }
if options["--help"] != nil {
    print(usage)
    exit(0)
}
guard let path = options["--index-store"]?.last, let roots = options["--root"] else { fail(usage, status: 64) }
let (tests, isIncludingTests) = (options["--tests"] ?? [], options["--including-tests"] != nil)
// Beside the compilers of the path, and in Xcode.
let bins = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":").map(String.init)
let xcode = "/var/db/xcode_select_link/Toolchains/XcodeDefault.xctoolchain/usr/bin"
let compilers = options["--compiler"] ?? (bins + [xcode]).map { "\($0)/swiftc" }
let libraries = compilers.map { URL(fileURLWithPath: $0.realPath).deletingLastPathComponent().path + "/../lib" }
let index = Index(
    IndexStore(path: path, libraries: libraries), roots: isIncludingTests ? roots + tests : roots,
    excluding: isIncludingTests ? [] : tests)
if index.symbols.isEmpty {
    fail(
        """
        The index at \(path) has no file of \(roots.joined(separator: ", ")).
        Build for debugging, because a release build writes no index. If another build system writes it, name it \
        with --index-store.
        """)
}
let map = Map(Resolver(index), allowing: Set(options["--allow"] ?? []))
if map.channels.isEmpty, map.unresolved.isEmpty { fail("Nothing here uses Broadcaster.") }
print(try options["--json"] != nil ? map.json() : options["--mermaid"] != nil ? map.mermaid : map.text)
let faults = map.problems + map.unresolved.map { "\($0.userName) is unresolved" }
if options["--strict"] != nil, !faults.isEmpty { fail(faults.joined(separator: "\n"), status: 1) }
