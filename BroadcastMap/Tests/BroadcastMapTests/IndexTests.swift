import Foundation
import Testing

@testable import ChannelMap

@Suite("An index", .timeLimit(.minutes(30)))
struct IndexTests {
    private let program: TestProgram
    private let sources: String

    init() throws {
        program = try TestProgram()
        sources = program.sources
    }

    /// Writes a file that posts at one of its lines.
    private func write(_ name: String, line: Int = 2) throws {
        let lines = Array(repeating: "", count: line - 2)
        let code = "func send() { NotificationCenter.default.post(name: .init(\"sent\"), object: nil) }"
        try program.write((["import Foundation"] + lines + [code]).joined(separator: "\n"), to: name)
    }

    private func lines() throws -> [Int] {
        try Report(of: .notifications, in: program.index(), package: "App").channels.flatMap(\.senders).map(\.line)
    }

    private func message(_ failing: () throws -> Void) -> String {
        #expect(throws: Failure.self, performing: failing)?.message ?? ""
    }

    @Test("that is older than one of its files is an error, which says to build again")
    func newerFile() throws {
        try write("App.swift")
        try program.compile(["App.swift"])
        try program.date("Sources/App.swift", minutes: 60)
        #expect(
            message { _ = try program.index() }.hasSuffix("Sources/App.swift is newer than its index. Build again."))

        let store = try IndexStore("\(program.home)/index", compilers: Toolchain.compilers)
        let accepted = try Index(store, roots: [sources.realPath], excluding: [], acceptingStaleFiles: true)
        #expect(accepted.staleFiles.map { $0.hasSuffix("Sources/App.swift") } == [true])
    }

    @Test("of a file in a hidden folder, such as that of a build, isn't mapped")
    func hiddenFolders() throws {
        try write("App.swift", line: 3)
        try write(".build/Generated.swift", line: 4)
        try program.compile(["App.swift"])
        try program.compile([".build/Generated.swift"])
        #expect(try lines() == [3])
    }

    @Test("that is older than a header of its sources is an error as well")
    func newerHeader() throws {
        try write("App.swift")
        try program.compile(["App.swift"])
        try program.write("void begin(void);", to: "Old.h")
        try program.write("#include \"Old.h\"\nvoid begin(void) {}", to: "Old.m")
        let options = [
            "-c", "\(sources)/Old.m", "-o", "\(program.home)/Old.o", "-index-store-path", "\(program.home)/index",
        ]
        try Fixtures.run("clang", options)
        _ = try program.index()
        try program.date("Sources/Old.h", minutes: 60)
        #expect(message { _ = try program.index() }.hasSuffix("Sources/Old.h is newer than its index. Build again."))
    }

    @Test("with two units of a file counts the newest")
    func twoUnits() throws {
        try write("App.swift", line: 3)
        try program.compile(["App.swift"], options: ["-o", "first.o"])
        try write("App.swift", line: 4)
        try program.compile(["App.swift"], options: ["-o", "second.o"])
        let units = "\(program.home)/index/v5/units"
        let names = try FileManager.default.contentsOfDirectory(atPath: units)
        for name in names { try program.date("index/v5/units/\(name)", minutes: name.hasPrefix("first") ? 2 : 3) }
        #expect(try lines() == [4])
        for name in names { try program.date("index/v5/units/\(name)", minutes: name.hasPrefix("first") ? 2 : 1) }
        try write("App.swift", line: 3)
        #expect(try lines() == [3])
    }

    @Test("without a file of the sources is an error, even if it has a unit of one that was deleted")
    func deletedFile() throws {
        try write("App.swift")
        try program.compile(["App.swift"])
        try FileManager.default.removeItem(atPath: "\(sources)/App.swift")
        #expect(
            message { _ = try program.index() }.contains("index has no file in --root or --tests. Build for debugging"))
    }

    @Test("that another compiler wrote is an error, which names what can't be read")
    func otherFormat() throws {
        try write("App.swift")
        try program.compile(["App.swift"])
        try "another format".write(toFile: "\(program.home)/index/v5/units/x.o-1", atomically: true, encoding: .utf8)
        #expect(message { _ = try program.index() }.hasPrefix("x.o-1 in the index can't be read. Build for debugging"))
        try FileManager.default.moveItem(atPath: "\(program.home)/index/v5", toPath: "\(program.home)/index/v6")
        #expect(
            message { _ = try program.index() }.hasPrefix(
                "There is no index at \(program.home)/index. Build for debugging"))
    }

    @Test("needs a compiler with libIndexStore")
    func noLibrary() throws {
        try write("App.swift")
        try program.compile(["App.swift"])
        let message = message { _ = try IndexStore("\(program.home)/index", compilers: ["/bin/sh"]) }
        #expect(message.hasPrefix("There is no libIndexStore. Name the compiler with --compiler."))
    }

    @Test("lists the files that no unit is about, except manifests, what is hidden, and what is excluded")
    func missingFiles() throws {
        try write("App.swift")
        try program.compile(["App.swift"])
        for folder in [".hidden", "Excluded", "Folder.swift"] {
            try FileManager.default.createDirectory(atPath: "\(sources)/\(folder)", withIntermediateDirectories: true)
        }
        for name in ["Other.swift", "Package.swift", "Package@swift-6.swift", ".hidden/A.swift", "Excluded/B.swift"] {
            try write(name)
        }
        let files = try program.index(excluding: ["Excluded"]).missingFiles.map(\.realPath)
        #expect(files == ["\(sources.realPath)/Other.swift"])
    }

    @Test("of types that inherit from each other, which don't compile, has their uses")
    func circles() throws {
        let code = """
            import Foundation
            protocol Asking: Answering { func ask() }
            protocol Answering: Asking { func answer() }
            class First: Second, Asking { func ask() { NotificationCenter.default.post(name: .init("sent"), object: self) } }
            class Second: First { override func ask() {} }
            """
        try program.write(code, to: "App.swift")
        let indexing = ["-index-store-path", "index", "-index-ignore-system-modules"]
        let compilation = ["swiftc", "-c", "-parse-as-library", "-module-name", "App"] + indexing
        let script = "cd \"$0\" && \"$@\" Sources/App.swift 2> errors"
        #expect(throws: Failure.self) { try Fixtures.run("sh", ["-c", script, program.home] + compilation) }
        #expect(try lines() == [4])
        let types = try program.index().symbols.values
        for name in ["Asking", "Answering"] {
            let type = types.first { $0.name == name }
            #expect([type].compactMap { $0 }.requirements.count == 2)
        }
        let first = try #require(types.first { $0.name == "First" })
        let second = try #require(types.first { $0.name == "Second" })
        #expect(first.withBases.contains(second) && second.withBases.contains(first))
        #expect(first.allDerived == [second] && second.allDerived == [first])
    }

    @Test(
        "has a file of two modules in each of them, whichever is built last",
        arguments: [["App", "Widget"], ["Widget", "App"]])
    func twoModules(order: [String]) throws {
        let shared = try Fixtures.newFolder("Shared")
        let code = """
            import Foundation
            struct Sync { static let ended = Notification.Name("ended") }
            func tell() { NotificationCenter.default.post(name: Sync.ended, object: nil) }
            """
        try FileManager.default.createDirectory(atPath: "\(shared)/Sources", withIntermediateDirectories: true)
        try code.write(toFile: "\(shared)/Sources/Shared.swift", atomically: true, encoding: .utf8)
        for module in order {
            let file = "\(shared)/Sources/\(module).swift"
            let watch = """
                import Foundation
                func watch\(module)() {
                    _ = NotificationCenter.default.addObserver(forName: Sync.ended, object: nil, queue: .main) { _ in }
                }
                """
            try watch.write(toFile: file, atomically: true, encoding: .utf8)
            try FileManager.default.createDirectory(atPath: "\(shared)/\(module)", withIntermediateDirectories: true)
            try Fixtures.compile(
                [file, "\(shared)/Sources/Shared.swift"], as: module, into: "\(shared)/\(module)",
                options: ["-parse-as-library", "-index-store-path", "\(shared)/index"])
        }
        let index = try Fixtures.index(of: ["\(shared)/Sources"], in: "\(shared)/index")
        let report = Report(of: .notifications, in: index, package: "App")
        #expect(report.channels.flatMap(\.senders).map(\.module) == ["App", "Widget"])
        #expect(report.channels.flatMap(\.observers).map(\.name) == ["watchApp()", "watchWidget()"])
        #expect(report.problems.isEmpty)
    }

    @Test("has no test if the tests are excluded")
    func excluded() throws {
        try write("App.swift")
        try write("Tests/AppTests.swift", line: 5)
        try Fixtures.run("sed", ["-i.old", "s/func send/func test/", "\(sources)/Tests/AppTests.swift"])
        try program.compile(["App.swift", "Tests/AppTests.swift"])
        #expect(try lines() == [2, 5])
        let report = try Report(of: .notifications, in: program.index(excluding: ["Tests"]), package: "App")
        #expect(report.channels.flatMap(\.senders).map(\.line) == [2])
    }
}

@Suite("The folder of Xcode")
struct DerivedDataTests {
    private let folder: String

    init() throws { folder = try Fixtures.newFolder("DerivedData").realPath }

    /// Writes the folder of a workspace, which was used in a year.
    private func add(_ name: String, _ workspace: String, year: Int) throws {
        let path = "\(folder)/DerivedData/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let date = Date(timeIntervalSince1970: Double(year - 1970) * 31_557_600)
        let list: [String: Any] = ["WorkspacePath": workspace, "LastAccessedDate": date]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        try data.write(to: URL(fileURLWithPath: "\(path)/info.plist"))
    }

    private func chosen(_ name: String = "", for root: String) throws -> String {
        let path = try DerivedData.indexStore(in: "\(folder)/DerivedData\(name)", of: ["\(folder)/\(root)"])
        return String(path.dropFirst("\(folder)/DerivedData/".count))
    }

    @Test("has the index of the newest workspace that contains the sources: a package, a project, or a workspace")
    func newest() throws {
        try add("Package", "\(folder)/App", year: 2020)
        #expect(try chosen(for: "App/Sources") == "Package/Index.noindex/DataStore")
        #expect(try chosen(for: "App") == "Package/Index.noindex/DataStore")
        try add("Project", "\(folder)/App/App.xcodeproj", year: 2021)
        #expect(try chosen(for: "App/Sources") == "Project/Index.noindex/DataStore")
        try add("Workspace", "\(folder)/All.xcworkspace", year: 2022)
        try add("Older", "\(folder)/App/Older.xcodeproj", year: 2019)
        #expect(try chosen(for: "App/Sources") == "Workspace/Index.noindex/DataStore")
    }

    @Test("has no index of sources that are only beside a workspace, or have a longer name")
    func others() throws {
        try add("Sibling", "\(folder)/App-2/App.xcodeproj", year: 2030)
        try add("Short", "\(folder)/Ap", year: 2030)
        try add("Inner", "\(folder)/App/Sources/Inner/Inner.xcodeproj", year: 2030)
        try FileManager.default.createDirectory(
            atPath: "\(folder)/DerivedData/Empty", withIntermediateDirectories: true)
        try "no list".write(toFile: "\(folder)/DerivedData/Empty/info.plist", atomically: true, encoding: .utf8)
        let failure = #expect(throws: Failure.self) { try chosen(for: "App/Sources") }
        let message = "\(folder)/DerivedData has no index of \(folder)/App/Sources. \(DerivedData.remedy)"
        #expect(failure?.message == message)
    }

    @Test("may be that of one workspace, as xcodebuild -derivedDataPath writes it")
    func oneWorkspace() throws {
        try add("Package", "\(folder)/Elsewhere", year: 2020)
        #expect(try chosen("/Package", for: "App") == "Package/Index.noindex/DataStore")
    }

    @Test("names workspaces by symbolic links, too")
    func links() throws {
        try FileManager.default.createDirectory(atPath: "\(folder)/App", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: folder)
        try add("Package", "\(folder)/link/App", year: 2020)
        #expect(try chosen(for: "App") == "Package/Index.noindex/DataStore")
    }
}
