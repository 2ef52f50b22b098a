// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// They are public because the library's interface mentions them, and have the meaning of the originals.

import Agents
import Explorer
import Foundation

// Each module that links this file prefers these declarations to those of Foundation, Dispatch and the standard library.
// They have as much of each as the library uses.

public final class NSLock: @unchecked Sendable {
    public init() { ExplorerBegin(address(of: self), "lock") }

    public func lock() { ExplorerLock(address(of: self)) }

    public func unlock() { ExplorerUnlock(address(of: self)) }

    /// Waits, because a caller whose try fails does nothing else than to try again, or to wait.
    public func `try`() -> Bool {
        lock()
        return true
    }

    public func withLock<R>(_ body: () throws -> R) rethrows -> R {
        lock()
        defer { unlock() }
        return try body()
    }
}

public final class DispatchQueue: @unchecked Sendable {
    public enum Attribute: Sendable { case concurrent }
    public enum Flag: Sendable { case barrier }
    private enum Kind { case main, serial, concurrent }

    public static let main = DispatchQueue(.main)
    private static let shared = DispatchQueue(.concurrent)
    private let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    public convenience init(label: String) { self.init(.serial) }

    public convenience init(label: String, attributes: Attribute) { self.init(.concurrent) }

    public static func global() -> DispatchQueue { shared }

    public func async(group: DispatchGroup? = nil, execute work: @escaping @Sendable () -> Void) {
        group?.enter()
        let item = Work {
            work()
            group?.leave()
        }
        switch kind {
        case .main: item.enqueue(on: nil, named: "item of the main queue")
        case .serial: item.enqueue(on: address(of: self), named: "item of a queue")
        case .concurrent: item.spawn(named: "item of a concurrent queue")
        }
    }

    /// The time may be over at any moment.
    public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {
        Work(work).spawn(named: "timer")
    }

    /// The time of a warning is never over.
    public func asyncAfter(deadline: DispatchTime, execute work: DispatchWorkItem) {}

    public func sync<R>(flags: Flag? = nil, execute work: () throws -> R) rethrows -> R {
        precondition(kind == .concurrent)
        ExplorerEnter(address(of: self), flags == .barrier)
        defer { ExplorerLeave(address(of: self), flags == .barrier) }
        return try work()
    }

    /// No queue has a mark: the main queue runs on the main thread.
    public static func getSpecific(key: DispatchSpecificKey<Void>) -> Void? { nil }

    public func setSpecific(key: DispatchSpecificKey<Void>, value: Void) {}
}

public final class DispatchWorkItem {
    public init(block: @escaping () -> Void) {}

    public func cancel() {}
}

public final class DispatchGroup: @unchecked Sendable {
    private var count = 0
    private var waiting: [(queue: DispatchQueue, work: @Sendable () -> Void)] = []

    public init() { ExplorerBegin(address(of: self), "group") }

    public func enter() {
        ExplorerStep(ExplorerWrite, address(of: self), "enters", "group")
        count += 1
    }

    public func leave() {
        ExplorerStep(ExplorerWrite, address(of: self), "leaves", "group")
        precondition(count > 0, "more calls of leave() than of enter()")
        count -= 1
        if count == 0 { startWaiting() }
    }

    public func notify(queue: DispatchQueue, execute work: @escaping @Sendable () -> Void) {
        ExplorerStep(ExplorerWrite, address(of: self), "waits for", "group")
        waiting.append((queue, work))
        if count == 0 { startWaiting() }
    }

    private func startWaiting() {
        let ready = waiting
        waiting = []
        for (queue, work) in ready { queue.async(execute: work) }
    }
}

/// Ends the program, or in a program that is about traps, the agent.
func fatalError(_ message: String = "") -> Never {
    ExplorerTrap()
    Swift.fatalError(message)
}

extension Task {
    /// Cancels the task in one step.
    func cancel() { ExplorerCancel(unsafeBitCast(self, to: UnsafeMutableRawPointer.self)) }
}

extension AsyncStream.Continuation {
    @discardableResult
    func yield(_ value: sending Element) -> YieldResult { StreamStep.yield(value, to: self) }

    func finish() { StreamStep.finish(self) }
}
