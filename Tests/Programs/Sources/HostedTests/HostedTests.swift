// The tests of an app that hosts them: a library with a copy of Broadcaster of its own.

import Foundation

@testable import BroadcasterTesting

/// What an isolated test reports, one line each, in memory that the caller frees.
@_cdecl("reportsOfTest")
public func reportsOfTest() -> UnsafeMutablePointer<CChar>? {
    SharedBroadcasts.isolatedTestStarts()
    return strdup(SharedBroadcasts.isolatedTestEnds().joined(separator: "\n"))
}
