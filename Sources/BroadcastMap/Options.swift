import Foundation

/// What the command line asks for.
struct Options {
    enum Format {
        case text, mermaid, json
    }

    static let usage = """
        usage: swift package broadcast-map [--json | --mermaid] [--strict] [--allow NAME]… [--including-tests]
               broadcast-map --index-store PATH --root DIR… [--tests DIR…] [--compiler PATH] [the same options]

        Shows who sends to each channel and who observes it, from the index that a debug build writes.
        """

    private(set) var format = Format.text
    private(set) var isStrict = false
    private(set) var isIncludingTests = false
    private(set) var allowed: Set<String> = []
    private(set) var store = ""
    private(set) var roots: [String] = []
    private(set) var tests: [String] = []
    /// The compilers whose library may read the index.
    private(set) var compilers: [String] = []

    init(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help": fail(Self.usage, status: 0)
            case "--json": format = .json
            case "--mermaid": format = .mermaid
            case "--strict": isStrict = true
            case "--including-tests": isIncludingTests = true
            case "--allow": allowed.formUnion(rest.values(of: argument))
            // The first ones count, because the plug-in adds its own behind those of the user.
            case "--index-store": store = [store, rest.values(of: argument)[0]].first { !$0.isEmpty }!
            case "--compiler": compilers += rest.values(of: argument)
            case "--root": roots += rest.values(of: argument)
            case "--tests": tests += rest.values(of: argument)
            default: fail("unknown argument \(argument)\n\n\(Self.usage)", status: 64)
            }
        }
        if store.isEmpty || roots.isEmpty { fail(Self.usage, status: 64) }
        if compilers.isEmpty { compilers = Self.installedCompilers }
    }

    /// The compilers in `PATH`, and the one of Xcode.
    private static var installedCompilers: [String] {
        let xcode = "/var/db/xcode_select_link/Toolchains/XcodeDefault.xctoolchain/usr/bin"
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].components(separatedBy: ":") + [xcode]
        return folders.map { "\($0)/swiftc" }
    }
}

extension ArraySlice<String> {
    /// Removes the values behind an option, and returns them.
    fileprivate mutating func values(of option: String) -> [String] {
        let values = prefix { !$0.hasPrefix("-") }
        if values.isEmpty { fail("\(option) needs a value", status: 64) }
        removeFirst(values.count)
        return Array(values)
    }
}
