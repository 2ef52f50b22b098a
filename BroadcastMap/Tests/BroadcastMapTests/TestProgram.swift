import Foundation

@testable import ChannelMap

/// A program that a test writes and compiles, because its files are what the test is about.
struct TestProgram {
    let home: String

    /// The folder of the files, to which their names are relative.
    var sources: String { "\(home)/Sources" }

    init(_ files: [String: String] = [:]) throws {
        home = try Fixtures.newFolder("Program")
        try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
        for (name, code) in files { try write(code, to: name) }
    }

    func write(_ code: String, to name: String) throws {
        let path = "\(sources)/\(name)"
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try code.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Changes the time of a file in the program's folder, to so many minutes from now.
    func date(_ path: String, minutes: Double) throws {
        let time = Date(timeIntervalSinceNow: minutes * 60)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: "\(home)/\(path)")
    }

    /// Compiles files, or all, as the module `App`.
    func compile(_ names: [String] = [], options: [String] = []) throws {
        let files = names.isEmpty ? sources.swiftFiles : names.map { "\(sources)/\($0)" }
        try Fixtures.compile(files, as: "App", into: home, options: ["-parse-as-library"] + options)
    }

    func index(excluding excluded: [String] = [], acceptingStaleFiles: Bool = false) throws -> Index {
        try Fixtures.index(
            of: [sources], excluding: excluded.map { "\(sources)/\($0)" }, in: "\(home)/index",
            acceptingStaleFiles: acceptingStaleFiles)
    }
}
