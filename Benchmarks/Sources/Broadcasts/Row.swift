import Foundation
import Synchronization

/// A way to register observers and to call them all.
protocol Contender: Sendable {
    /// What a registration returns, to be kept as long as it shall last.
    associatedtype Token
    func register(_ observer: CountingObserver) -> Token
    func broadcast()
    /// Ends the registrations that would outlive the contender.
    func end()
}

extension Contender {
    func end() {}
}

/// A contender whose observers may come and go.
protocol ChangingContender: Contender {
    func unregister(_ observer: CountingObserver, _ token: Token)
}

/// Work that is measured.
///
/// It counts its runs, so that its end can check the calls of the observers. `@unchecked`: one thread at a time uses it.
package final class Workload: @unchecked Sendable {
    private let work: (_ times: Int) -> Void
    private let onEnd: (_ runs: Int) -> Void
    private var runs = 0

    init(onEnd: @escaping (_ runs: Int) -> Void, work: @escaping (_ times: Int) -> Void) {
        self.work = work
        self.onEnd = onEnd
    }

    package func run(_ times: Int) {
        work(times)
        runs += times
    }

    /// Stops the program unless the observers were called as they should be.
    package func end() { onEnd(runs) }
}

/// A row of a table: a contender that does one kind of work.
package struct Row: Sendable {
    package let name: String
    package let workload: @Sendable ([CountingObserver]) -> Workload

    init(_ name: String, workload: @escaping @Sendable ([CountingObserver]) -> Workload) {
        self.name = name
        self.workload = workload
    }

    /// A broadcast to all observers.
    static func broadcast<C: Contender>(_ name: String, _ make: @escaping @Sendable (Tally) -> C) -> Row {
        Row(name) { observers in
            let team = Team(name, observers, make)
            return Workload(onEnd: team.end) { times in
                for _ in 0..<times { team.contender.broadcast() }
            }
        }
    }

    /// A broadcast to the main queue, until the last observer was called.
    ///
    /// The main queue is blocked until all broadcasts are sent. So the costs of sending and of delivering add up, and
    /// neither hides behind the other on another core.
    static func onMainQueue<C: Contender>(_ name: String, _ make: @escaping @Sendable (Tally) -> C) -> Row {
        Row(name) { observers in
            let team = Team(name, observers, make)
            return Workload(onEnd: team.end) { times in
                let allSent = DispatchSemaphore(value: 0)
                DispatchQueue.main.async { allSent.wait() }
                for _ in 0..<times { team.contender.broadcast() }
                allSent.signal()
                DispatchQueue.main.sync {}
            }
        }
    }

    /// One observer registers and unregisters, while all others stay registered.
    ///
    /// At the end, one broadcast checks that only these others are still registered.
    static func register<C: ChangingContender>(_ name: String, _ make: @escaping @Sendable (Tally) -> C) -> Row {
        Row(name) { observers in
            let team = Team(name, observers, make)
            return Workload { _ in
                team.contender.broadcast()
                team.end(afterRuns: 1)
            } work: { times in
                for time in 0..<times { team.change(time) }
            }
        }
    }

    /// All observers register, and then all unregister.
    ///
    /// At the end they register again, and one broadcast checks that each is registered once.
    static func registerAll<C: ChangingContender>(_ name: String, _ make: @escaping @Sendable (Tally) -> C) -> Row {
        Row(name) { observers in
            let tally = Tally(observers: observers.count)
            let contender = make(tally)
            return Workload { _ in
                let tokens = observers.map(contender.register)
                contender.broadcast()
                tally.end(name, expecting: 1)
                withExtendedLifetime(tokens) {}
            } work: { times in
                for _ in 0..<times {
                    let tokens = observers.map(contender.register)
                    for (observer, token) in zip(observers, tokens) { contender.unregister(observer, token) }
                }
            }
        }
    }

    /// A broadcast, while another thread registers and unregisters without pause.
    static func besideChanges<C: ChangingContender>(_ name: String, _ make: @escaping @Sendable (Tally) -> C) -> Row {
        Row(name) { observers in
            let team = Team(name, observers, make)
            let onEnd: (Int) -> Void = { runs in
                team.tally.forgetGuests()
                team.end(afterRuns: runs)
            }
            return Workload(onEnd: onEnd) { times in
                let (changing, done, finished) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Flag())
                Thread.detachNewThread {
                    team.change(0)
                    changing.signal()
                    while !finished.isRaised { for time in 0..<10 { team.change(time) } }
                    done.signal()
                }
                changing.wait()
                for _ in 0..<times { team.contender.broadcast() }
                finished.raise()
                done.wait()
            }
        }
    }

    /// Two threads broadcast at once, each to observers of its own.
    static func onTwoThreads<First: Contender, Second: Contender>(
        _ name: String, _ makeFirst: @escaping @Sendable (Tally) -> First,
        _ makeSecond: @escaping @Sendable (Tally) -> Second
    ) -> Row {
        Row(name) { observers in
            // The first weak reference to an object moves its reference counts to memory of their own. What is made between
            // the two threads' observers keeps these counts in separate cache lines.
            let (between, others) = (countingObservers(64), countingObservers(observers.count))
            Team(name, observers + between + others, WeakLoop.init).end(afterRuns: 0)
            let (first, second) = (Team(name, observers, makeFirst), Team(name, others, makeSecond))
            let onEnd: (Int) -> Void = { runs in
                first.end(afterRuns: runs)
                second.end(afterRuns: runs)
                withExtendedLifetime((between, others)) {}
            }
            return Workload(onEnd: onEnd) { times in
                let (ready, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                Thread.detachNewThread {
                    ready.signal()
                    for _ in 0..<times { second.contender.broadcast() }
                    done.signal()
                }
                ready.wait()
                for _ in 0..<times { first.contender.broadcast() }
                done.wait()
            }
        }
    }
}

/// A contender with its observers.
private struct Team<C: Contender>: @unchecked Sendable {  // `@unchecked`: the tokens are only kept.
    let name: String
    let tally: Tally
    let contender: C
    private let tokens: [C.Token]
    private let guests: [CountingObserver]

    init(_ name: String, _ observers: [CountingObserver], _ make: (Tally) -> C) {
        self.name = name
        tally = Tally(observers: observers.count)
        contender = make(tally)
        tokens = observers.map(contender.register)
        guests = (0..<64).map { [tally] _ in CountingObserver(position: tally.guest) }
    }

    func end(afterRuns runs: Int) {
        contender.end()
        tally.end(name, expecting: runs)
    }
}

extension Team where C: ChangingContender {
    /// A guest registers and unregisters.
    func change(_ time: Int) {
        let guest = guests[time % guests.count]
        contender.unregister(guest, contender.register(guest))
    }
}

private final class Flag: Sendable {
    private let raised = Atomic(false)
    var isRaised: Bool { raised.load(ordering: .acquiring) }
    func raise() { raised.store(true, ordering: .releasing) }
}
