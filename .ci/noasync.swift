// What Apple's SDK forbids in asynchronous code, as `NS_SWIFT_UNAVAILABLE_FROM_ASYNC` and `noasync` mark it there, and
// Linux's modules allow. Compiled as part of a module, each declaration hides the one that it imitates.

import Dispatch
import Foundation

extension DispatchSemaphore {
    @available(*, noasync) func wait() { fatalError() }
    @available(*, noasync) func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
    @available(*, noasync) func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult { fatalError() }
}

extension DispatchGroup {
    @available(*, noasync) func wait() { fatalError() }
    @available(*, noasync) func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
    @available(*, noasync) func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult { fatalError() }
}

extension DispatchWorkItem {
    @available(*, noasync) func wait() { fatalError() }
    @available(*, noasync) func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
    @available(*, noasync) func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult { fatalError() }
}

@available(*, noasync) func dispatchMain() -> Never { fatalError() }

extension NSLock {
    @available(*, noasync) func lock() { fatalError() }
    @available(*, noasync) func unlock() { fatalError() }
    @available(*, noasync) func `try`() -> Bool { fatalError() }
    @available(*, noasync) func lock(before limit: Date) -> Bool { fatalError() }
}

extension NSRecursiveLock {
    @available(*, noasync) func lock() { fatalError() }
    @available(*, noasync) func unlock() { fatalError() }
    @available(*, noasync) func `try`() -> Bool { fatalError() }
    @available(*, noasync) func lock(before limit: Date) -> Bool { fatalError() }
}

extension NSConditionLock {
    @available(*, noasync) func lock() { fatalError() }
    @available(*, noasync) func unlock() { fatalError() }
    @available(*, noasync) func `try`() -> Bool { fatalError() }
    @available(*, noasync) func lock(before limit: Date) -> Bool { fatalError() }
    @available(*, noasync) func lock(whenCondition condition: Int) { fatalError() }
    @available(*, noasync) func lock(whenCondition condition: Int, before limit: Date) -> Bool { fatalError() }
    @available(*, noasync) func tryLock(whenCondition condition: Int) -> Bool { fatalError() }
    @available(*, noasync) func unlock(withCondition condition: Int) { fatalError() }
}

extension NSCondition {
    @available(*, noasync) func lock() { fatalError() }
    @available(*, noasync) func unlock() { fatalError() }
    @available(*, noasync) func wait() { fatalError() }
    @available(*, noasync) func wait(until limit: Date) -> Bool { fatalError() }
    @available(*, noasync) func signal() { fatalError() }
}

extension Thread {
    @available(*, noasync) class var current: Thread { fatalError() }
    @available(*, noasync) class var isMainThread: Bool { fatalError() }
    @available(*, noasync) class func sleep(until date: Date) { fatalError() }
    @available(*, noasync) class func sleep(forTimeInterval interval: TimeInterval) { fatalError() }
    @available(*, noasync) class func exit() { fatalError() }
}

extension RunLoop {
    @available(*, noasync) class var current: RunLoop { fatalError() }
    @available(*, noasync) func run() { fatalError() }
    @available(*, noasync) func run(until limitDate: Date) { fatalError() }
    @available(*, noasync) func run(mode: RunLoop.Mode, before limitDate: Date) -> Bool { fatalError() }
    @available(*, noasync) func acceptInput(forMode mode: RunLoop.Mode, before limitDate: Date) { fatalError() }
}

extension Operation {
    @available(*, noasync) func waitUntilFinished() { fatalError() }
}

extension OperationQueue {
    @available(*, noasync) func waitUntilAllOperationsAreFinished() { fatalError() }
    @available(*, noasync) func addOperations(_ operations: [Operation], waitUntilFinished: Bool) { fatalError() }
}

/// What SwiftPM generates for a target that embeds files.
@dynamicMemberLookup enum PackageResources {
    static subscript(dynamicMember name: String) -> [UInt8] { fatalError() }
}
