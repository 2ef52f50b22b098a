import Explorer

import class Broadcaster.DispatchGroup
import class Broadcaster.DispatchQueue
import class Broadcaster.NSLock

// The library's, because the testing library has declarations of the same names.
typealias LibraryGroup = DispatchGroup
typealias LibraryLock = NSLock
typealias LibraryQueue = DispatchQueue

extension Task {
    func cancel() { ExplorerCancel(unsafeBitCast(self, to: UnsafeMutableRawPointer.self)) }
}
