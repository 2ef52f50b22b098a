import Foundation

let usage = """
    usage: swift package broadcast-map [--json | --mermaid] [--strict] [--allow NAME]… [--including-tests]
           broadcast-map --index-store PATH --root DIR… [--tests DIR…] [--compiler PATH] [the same options]

    Shows who sends to each channel and who observes it, from the index that a debug build writes.
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

let (tests, isIncluding) = (options["--tests"] ?? [], options["--including-tests"] != nil)
// Those of the path, and in Xcode.
let xcode = "/var/db/xcode_select_link/Toolchains/XcodeDefault.xctoolchain/usr/bin"
let bins = ProcessInfo.processInfo.environment["PATH", default: ""].components(separatedBy: ":") + [xcode]
let store = IndexStore(path, compilers: options["--compiler"] ?? bins.map { "\($0)/swiftc" })
let index = Index(store, roots: (roots + tests).map(\.realPath), excluding: isIncluding ? [] : tests.map(\.realPath))
if index.symbols.isEmpty { fail("\(path) has no file of \(roots.joined(separator: ", ")). \(IndexStore.remedy)") }
let map = Map(Resolver(index), allowing: Set(options["--allow"] ?? []))
if map.channels.isEmpty, map.unresolved.isEmpty { fail("Nothing here uses Broadcaster.") }
print(try options["--json"] != nil ? map.json() : options["--mermaid"] != nil ? map.mermaid : map.text)
if options["--strict"] != nil, !map.problems.isEmpty || !map.unresolved.isEmpty { exit(1) }
