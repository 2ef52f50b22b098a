// The tests of an app that hosts them: a library with its own copy of Broadcaster.

import Foundation

@testable import BroadcasterTesting

/// What an isolated test reports, one line each, in memory that the caller frees.
@_cdecl("reportsOfTest")
public func reportsOfTest() -> UnsafeMutablePointer<CChar>? {
    let test = StrayBroadcasts.monitor.isolatedTestStarts(named: "test")
    return strdup(StrayBroadcasts.monitor.isolatedTestEnds(test).joined(separator: "\n"))
}
