// An app that links Broadcaster, and hosts tests that link it once more.

import Broadcaster
import Foundation

#if canImport(Darwin)
    let library = "libHostedTests.dylib"
#else
    let library = "libHostedTests.so"
#endif
let path = Bundle.main.bundleURL.appendingPathComponent(library).path
guard let tests = dlopen(path, RTLD_NOW), let symbol = dlsym(tests, "reportsOfTest") else {
    fatalError(String(cString: dlerror()))
}
let reportsOfTest = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafeMutablePointer<CChar>?).self)

/// What the next test reports.
func reports() -> String {
    let text = reportsOfTest()!
    defer { free(text) }
    return String(cString: text)
}

let first = reports()
precondition(first.contains("two copies of Broadcaster"), "the second copy isn't reported: \(first)")
precondition(reports().isEmpty, "the second copy is reported twice")
withExtendedLifetime(Broadcaster.shared) {}
