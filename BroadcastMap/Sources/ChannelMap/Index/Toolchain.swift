import Foundation

/// The compilers that may have written an index, and whose library reads it.
package enum Toolchain {
    /// The compilers in `PATH`, and the one of the Xcode that is selected.
    package static var compilers: [String] {
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].components(separatedBy: ":")
        return folders.map { "\($0)/swiftc" } + [compilerOfXcode].compactMap { $0 }
    }

    /// The compiler that `xcrun` finds, because the one in `PATH` only starts it.
    private static var compilerOfXcode: String? {
        let found = Command.output("xcrun", ["--find", "swiftc"], errors: FileHandle.nullDevice)
        return found.status == 0 ? found.text.trimmingCharacters(in: .newlines) : nil
    }
}
