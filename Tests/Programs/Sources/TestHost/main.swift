// An app that links Broadcaster, and hosts tests that link it once more.

import Broadcaster
import DynamicLibrary
import Foundation
import StandardError

let reportsOfTest = function(
    "reportsOfTest", ofLibrary: "HostedTests", as: (@convention(c) () -> UnsafeMutablePointer<CChar>?).self)

/// What the next test reports.
func reports() -> String {
    let text = reportsOfTest()!
    defer { free(text) }
    return String(cString: text)
}

let standardError = StandardError()
let first = reports()
let second = reports()
let warnings = standardError.rest()
precondition(first.contains("two copies of Broadcaster"), "the second copy isn't reported: \(first)")
precondition(second.isEmpty, "the second copy is reported twice")
precondition(!warnings.contains("two copies"), "the second copy is reported on standard error, too: \(warnings)")
withExtendedLifetime(Broadcaster.shared) {}
