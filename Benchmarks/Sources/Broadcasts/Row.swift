import Foundation
import Synchronization

/// A way to register observers and to call them all.
protocol Implementation: Sendable {
    /// What a registration returns, to be kept for as long as it should last.
    associatedtype Token
    func register(_ observer: CountingObserver) -> Token
    func broadcast()
    /// Ends the registrations that would outlive the implementation.
    func end()
}

extension Implementation {
    func end() {}
}

/// An implementation whose observers may come and go.
protocol ChangingImplementation: Implementation {
    func unregister(_ observer: CountingObserver, _ token: Token)
}

extension ChangingImplementation {
    /// One of the temporary observers registers and unregisters.
    func change(_ time: Int) {
        let observer = temporaryObservers[time % temporaryObservers.count]
        unregister(observer, register(observer))
    }
}

/// Work that is measured, with observers that are registered already.
package struct Workload {
    package let run: (_ times: Int) -> Void
    /// Stops the program unless the observers were called as they should be after so many runs.
    package let end: (_ runs: Int) -> Void
}

/// A row of a table: an implementation that does one kind of work.
package struct Row: Sendable {
    package let name: String
    package let workload: @Sendable ([CountingObserver], Tally) -> Workload

    init(_ name: String, workload: @escaping @Sendable ([CountingObserver], Tally) -> Workload) {
        self.name = name
        self.workload = workload
    }

    /// The same work under the name that it has in another table.
    func named(_ name: String) -> Row { Row(name, workload: workload) }

    /// A broadcast to all observers.
    static func broadcast<C: Implementation>(_ name: String, _ make: @escaping @Sendable (Tally) -> C) -> Row {
        Row(name) { observers, tally in
            let registered = RegisteredImplementation(name, observers, tally, make)
            return Workload(
                run: { times in for _ in 0..<times { registered.implementation.broadcast() } }, end: registered.end)
        }
    }

    /// A broadcast to the main queue, until the last observer was called.
    ///
    /// The main queue is blocked until all broadcasts are sent. So the costs of sending and of delivering add up, and
    /// neither hides behind the other on another core.
    static func onMainQueue<C: Implementation>(_ name: String, _ make: @escaping @Sendable (Tally) -> C) -> Row {
        Row(name) { observers, tally in
            let registered = RegisteredImplementation(name, observers, tally, make)
            let run: (Int) -> Void = { times in
                let allSent = DispatchSemaphore(value: 0)
                DispatchQueue.main.async { allSent.wait() }
                for _ in 0..<times { registered.implementation.broadcast() }
                allSent.signal()
                DispatchQueue.main.sync {}
            }
            return Workload(run: run, end: registered.end)
        }
    }

    /// The sender's side of a broadcast to the main queue, which is blocked until the end.
    static func sending<C: Implementation>(_ name: String, _ make: @escaping @Sendable (Tally) -> C) -> Row {
        Row(name) { observers, tally in
            let registered = RegisteredImplementation(name, observers, tally, make)
            let allSent = DispatchSemaphore(value: 0)
            DispatchQueue.main.async { allSent.wait() }
            let end: (Int) -> Void = { runs in
                allSent.signal()
                DispatchQueue.main.sync {}
                registered.end(afterRuns: runs)
            }
            return Workload(
                run: { times in for _ in 0..<times { registered.implementation.broadcast() } }, end: end)
        }
    }

    /// One observer registers and unregisters, while all others stay registered.
    ///
    /// At the end, one broadcast checks that only these others are still registered.
    static func register<C: ChangingImplementation>(_ name: String, _ make: @escaping @Sendable (Tally) -> C) -> Row {
        Row(name) { observers, tally in
            let registered = RegisteredImplementation(name, observers, tally, make)
            let end: (Int) -> Void = { _ in
                registered.implementation.broadcast()
                registered.end(afterRuns: 1)
            }
            return Workload(
                run: { times in for time in 0..<times { registered.implementation.change(time) } }, end: end)
        }
    }

    /// All observers register, and then all unregister.
    ///
    /// At the end they register again, and one broadcast checks that each is registered once.
    static func registerAll<C: ChangingImplementation>(_ name: String, _ make: @escaping @Sendable (Tally) -> C) -> Row
    {
        Row(name) { observers, tally in
            let implementation = make(tally)
            let run: (Int) -> Void = { times in
                for _ in 0..<times {
                    let tokens = observers.map(implementation.register)
                    for (observer, token) in zip(observers, tokens) { implementation.unregister(observer, token) }
                }
            }
            let end: (Int) -> Void = { _ in
                let registered = RegisteredImplementation(name, observers, tally) { _ in implementation }
                implementation.broadcast()
                registered.end(afterRuns: 1)
            }
            return Workload(run: run, end: end)
        }
    }

    /// A broadcast, while another thread registers and unregisters without pause.
    static func besideChanges<C: ChangingImplementation>(_ name: String, _ make: @escaping @Sendable (Tally) -> C)
        -> Row
    {
        Row(name) { observers, tally in
            let registered = RegisteredImplementation(name, observers, tally, make)
            let run: (Int) -> Void = { times in
                work(times, registered.implementation.broadcast) {
                    for time in 0..<10 { registered.implementation.change(time) }
                }
            }
            let end: (Int) -> Void = { runs in
                tally.forgetTemporaryObservers()
                registered.end(afterRuns: runs)
            }
            return Workload(run: run, end: end)
        }
    }

    /// One observer registers and unregisters, while another thread broadcasts without pause.
    static func besideBroadcasts<C: ChangingImplementation>(
        _ name: String, _ make: @escaping @Sendable (Tally) -> C
    ) -> Row {
        Row(name) { observers, tally in
            let registered = RegisteredImplementation(name, observers, tally, make)
            let broadcasts = Atomic(0)
            let run: (Int) -> Void = { times in
                work(times, { registered.implementation.change(0) }) {
                    registered.implementation.broadcast()
                    broadcasts.add(1, ordering: .relaxed)
                }
            }
            let end: (Int) -> Void = { _ in
                tally.forgetTemporaryObservers()
                registered.end(afterRuns: broadcasts.load(ordering: .relaxed))
            }
            return Workload(run: run, end: end)
        }
    }

    /// Does some work a number of times, while another thread does other work without pause.
    private static func work(
        _ times: Int, _ work: () -> Void, beside otherWork: @escaping @Sendable () -> Void
    ) {
        let started = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let finished = Flag()
        Thread.detachNewThread {
            otherWork()
            started.signal()
            while !finished.isRaised { otherWork() }
            done.signal()
        }
        started.wait()
        for _ in 0..<times { work() }
        finished.raise()
        done.wait()
    }

    /// Two threads broadcast at once, each to its own observers.
    static func onTwoThreads<First: Implementation, Second: Implementation>(
        _ name: String, _ makeFirst: @escaping @Sendable (Tally) -> First,
        _ makeSecond: @escaping @Sendable (Tally) -> Second
    ) -> Row {
        Row(name) { observers, tally in
            // The first weak reference to an object moves its reference counts to separate memory. What is made
            // between the two threads' observers keeps these counts in separate cache lines.
            let others = countingObservers(observers.count)
            let all = observers + countingObservers(64) + others
            RegisteredImplementation(name, all, Tally(all.count), WeakLoop.init).end(afterRuns: 0)
            let first = RegisteredImplementation(name, observers, tally, makeFirst)
            let second = RegisteredImplementation(name, others, Tally(others.count), makeSecond)
            let run: (Int) -> Void = { times in
                let ready = DispatchSemaphore(value: 0)
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    ready.signal()
                    for _ in 0..<times { second.implementation.broadcast() }
                    done.signal()
                }
                ready.wait()
                for _ in 0..<times { first.implementation.broadcast() }
                done.wait()
            }
            let end: (Int) -> Void = { runs in
                first.end(afterRuns: runs)
                second.end(afterRuns: runs)
                withExtendedLifetime(all) {}
            }
            return Workload(run: run, end: end)
        }
    }
}

/// An implementation with its observers.
///
/// `@unchecked` because the tokens are only kept.
private struct RegisteredImplementation<C: Implementation>: @unchecked Sendable {
    private let name: String
    private let tally: Tally
    let implementation: C
    private let tokens: [C.Token]

    init(_ name: String, _ observers: [CountingObserver], _ tally: Tally, _ make: (Tally) -> C) {
        self.name = name
        self.tally = tally
        implementation = make(tally)
        // Tokens of no size would still take a byte each.
        tokens = observers.compactMap { [implementation] observer in
            let token = implementation.register(observer)
            return MemoryLayout<C.Token>.size == 0 ? nil : token
        }
    }

    func end(afterRuns runs: Int) {
        implementation.end()
        tally.end(name, expecting: runs)
    }
}

private final class Flag: Sendable {
    private let raised = Atomic(false)
    var isRaised: Bool { raised.load(ordering: .acquiring) }
    func raise() { raised.store(true, ordering: .releasing) }
}
