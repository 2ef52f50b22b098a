import SwiftIfConfig
import SwiftSyntax

/// The build that the tests run in: code that it leaves out has no faults.
struct LinuxDebugBuild: BuildConfiguration {
    /// The conditions that are set, besides `DEBUG`.
    let conditions: Set<String>

    func isCustomConditionSet(name: String) -> Bool { name == "DEBUG" || conditions.contains(name) }
    func hasFeature(name: String) -> Bool { true }
    func hasAttribute(name: String) -> Bool { true }
    func canImport(importPath: [(TokenSyntax, String)], version: CanImportVersion) -> Bool {
        ["Dispatch", "Foundation", "Glibc"].contains(importPath.first?.1)
    }
    func isActiveTargetOS(name: String) -> Bool { name == "Linux" }
    func isActiveTargetArchitecture(name: String) -> Bool { name == "x86_64" }
    func isActiveTargetEnvironment(name: String) -> Bool { false }
    func isActiveTargetRuntime(name: String) -> Bool { name == "_Native" || name == "_multithreaded" }
    func isActiveTargetPointerAuthentication(name: String) -> Bool { name == "_none" }
    func isActiveTargetObjectFormat(name: String) -> Bool { name == "ELF" }
    var targetPointerBitWidth: Int { 64 }
    var targetAtomicBitWidths: [Int] { [8, 16, 32, 64, 128] }
    var endianness: Endianness { .little }
    var languageVersion: VersionTuple { VersionTuple(6) }
    // That of the toolchain that builds this program, which builds the copy as well.
    var compilerVersion: VersionTuple {
        #if compiler(>=6.4)
            VersionTuple(6, 4)
        #elseif compiler(>=6.3)
            VersionTuple(6, 3)
        #else
            VersionTuple(6, 2)
        #endif
    }
}
