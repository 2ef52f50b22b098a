import Foundation

let usage = """
    usage: broadcast-map --index-store PATH --root DIR… [--tests DIR…] [--compiler PATH]
                         [--json | --mermaid] [--strict] [--allow NAME]… [--including-tests]

    Shows who sends to each channel and who observes it, from the index that a debug build writes:
    .build/debug/index/store, or Index.noindex/DataStore in Xcode's derived data.
    """
let flags: Set = ["--json", "--mermaid", "--strict", "--including-tests", "--help"]
let settings: Set = ["--index-store", "--root", "--tests", "--compiler", "--allow"]
var options: [String: [String]] = [:]
var last = ""
for argument in CommandLine.arguments.dropFirst() {
    let isOption = argument.hasPrefix("-")
    let isKnown = isOption ? flags.union(settings).contains(argument) : settings.contains(last)
    if !isKnown { fail("unknown argument \(argument)\n\n\(usage)", status: 64) }
    if isOption { last = argument }
    options[last, default: []] += isOption ? [] : [argument]
}
if options["--help"] != nil { fail(usage, status: 0) }
if let setting = settings.first(where: { options[$0] == [] }) { fail("\(setting) needs a value", status: 64) }
guard let path = options["--index-store"]?.first, let roots = options["--root"] else { fail(usage, status: 64) }

let tests = options["--tests"] ?? []
let excluded = options["--including-tests"] == nil ? tests : []
// Those of the path, and in Xcode.
let xcode = "/var/db/xcode_select_link/Toolchains/XcodeDefault.xctoolchain/usr/bin"
let bins = ProcessInfo.processInfo.environment["PATH", default: ""].components(separatedBy: ":") + [xcode]
let store = IndexStore(path, compilers: options["--compiler"] ?? bins.map { "\($0)/swiftc" })
let index = Index(store, roots: (roots + tests).map(\.realPath), excluding: excluded.map(\.realPath))
if index.symbols.isEmpty { fail("\(path) has no file of \(roots.joined(separator: ", ")). \(IndexStore.remedy)") }
let map = Map(Resolver(index), allowing: Set(options["--allow"] ?? []))
if map.channels.isEmpty, map.unresolved.isEmpty { fail("Nothing here uses Broadcaster.") }
print(try options["--json"] != nil ? map.json() : options["--mermaid"] != nil ? map.mermaid : map.text)
let faults = map.problems + map.unresolved.map { "\($0.userName) is unresolved" }
if options["--strict"] != nil, !faults.isEmpty { fail(faults.joined(separator: "\n"), status: 1) }
