import Foundation

/// What the command line asks for.
struct Options {
    enum Format: String { case text, json, mermaid, html }

    static let usage = String(decoding: PackageResources.usage_txt, as: UTF8.self)

    private(set) var format = Format.text
    private(set) var isOfNotifications = false
    private(set) var link: String?
    private(set) var isStrict = false
    private(set) var isIncludingTests = false
    private(set) var allowed: Set<String> = []
    private(set) var filters: [String] = []
    private(set) var indexStore: String?
    private(set) var derivedData: String?
    private(set) var (roots, tests): ([String], [String]) = ([], [])
    private(set) var package = URL(fileURLWithPath: "").lastPathComponent
    /// The compilers whose library may read the index.
    private(set) var compilers: [String] = []

    init(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help":
                print(Self.usage, terminator: "")
                exit(0)
            case "--notifications": isOfNotifications = true
            case "--json", "--mermaid", "--html":
                if format != .text { fail("--\(format) and \(argument): choose one of them", status: 64) }
                format = Format(rawValue: String(argument.dropFirst(2)))!
            case "--link": link = Self.template(rest.value(of: argument))
            case "--strict": isStrict = true
            case "--including-tests": isIncludingTests = true
            case "--allow": allowed.formUnion(Self.names(rest.value(of: argument)))
            case "--index-store": indexStore = rest.value(of: argument)
            case "--derived-data":
                derivedData = rest.first?.contains("/") == true ? rest.removeFirst() : DerivedData.standard
            case "--compiler": compilers.append(rest.value(of: argument))
            case "--package": package = rest.value(of: argument)
            case "--root": roots += rest.values(of: argument)
            case "--tests": tests += rest.values(of: argument)
            case _ where argument.hasPrefix("-"):
                fail("unknown option \(argument)\n\n\(Self.usage)", status: 64)
            default: filters.append(argument)
            }
        }
        if link != nil, format != .html { fail("--link needs --html, because only the page has links", status: 64) }
        if indexStore == nil, derivedData == nil { fail("Name an index.\n\n\(Self.usage)", status: 64) }
        if roots.isEmpty { fail("Name the folder of the sources with --root.\n\n\(Self.usage)", status: 64) }
        for folder in roots + tests where !FileManager.default.fileExists(atPath: folder) {
            fail("There is no folder \(folder). A filter stands before --root and --tests.", status: 64)
        }
        if compilers.isEmpty { compilers = Self.installedCompilers }
    }

    /// The compilers in `PATH`, and the one of the Xcode that is selected.
    private static var installedCompilers: [String] {
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].components(separatedBy: ":")
        return folders.map { "\($0)/swiftc" } + [compilerOfXcode].compactMap { $0 }
    }

    /// The compiler that `xcrun` finds, because the one in `PATH` only starts it.
    private static var compilerOfXcode: String? {
        let xcrun = Process()
        let output = Pipe()
        xcrun.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        xcrun.arguments = ["xcrun", "--find", "swiftc"]
        xcrun.standardOutput = output
        xcrun.standardError = FileHandle.nullDevice
        guard (try? xcrun.run()) != nil else { return nil }
        let path = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        xcrun.waitUntilExit()
        return xcrun.terminationStatus == 0 ? path.trimmingCharacters(in: .newlines) : nil
    }

    /// Returns the template of an editor's links.
    private static func template(_ value: String) -> String {
        if value == "vscode" { return "vscode://file{root}/{file}:{line}" }
        if value.contains("://"), value.contains("{file}") { return value }
        fail("--link \(value): write vscode, or an address such as vscode://file{root}/{file}:{line}", status: 64)
    }

    /// Returns one name, or those of a file.
    private static func names(_ value: String) -> [String] {
        guard value.hasPrefix("@") else { return [value] }
        let text = try? String(contentsOfFile: String(value.dropFirst()), encoding: .utf8)
        guard let text else { fail("--allow \(value): the file can't be read.") }
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }
}

extension ArraySlice<String> {
    /// Removes the values behind an option, and returns them.
    fileprivate mutating func values(of option: String, atMost count: Int = .max) -> [String] {
        let values = prefix { !$0.hasPrefix("-") }.prefix(count)
        if values.isEmpty { fail("\(option) needs a value", status: 64) }
        removeFirst(values.count)
        return Array(values)
    }

    fileprivate mutating func value(of option: String) -> String { values(of: option, atMost: 1)[0] }
}
