import Broadcaster
import Heap

/// What a row's contender and its registrations add to what the allocator has given out, for each observer.
package func bytesPerObserver(_ row: Row, observers count: Int) -> Double {
    let observers = countingObservers(count)
    // Once in a process, some contenders make what they keep. And the first weak reference to an object moves its reference
    // counts to memory of their own, in every contender.
    let first = row.workload(observers)
    first.run(1)
    first.end()
    let before = HeapBytesInUse()
    let workload = row.workload(observers)
    let after = HeapBytesInUse()
    workload.run(1)
    workload.end()
    withExtendedLifetime(observers) {}
    return Double(Int(after) - Int(before)) / Double(count)
}

/// What one owner's own set, broadcaster or center takes.
package struct Instance: Sendable {
    package let name: String
    /// What one takes with one observer, on average over a thousand of them.
    package let bytes: @Sendable () -> Double

    package static let all = [
        Instance("`WeakObjectSet`", HeldSet.init), Instance("`MulticastDelegate`", Delegates.init),
        Instance("`Broadcaster`", OwnBroadcaster.init), Instance("NotificationCenter") { Posts($0) },
        Instance("first attempt", FirstAttempt.init),
    ]

    private init<C: Contender>(_ name: String, _ make: @escaping @Sendable (Tally) -> C) {
        self.name = name
        bytes = {
            let observers = countingObservers(1000)
            let tally = Tally(observers: observers.count)
            for observer in observers { _ = make(tally).register(observer) }
            var made: [(contender: C, token: C.Token)] = []
            made.reserveCapacity(observers.count)
            let before = HeapBytesInUse()
            for observer in observers {
                let contender = make(tally)
                made.append((contender, contender.register(observer)))
            }
            let after = HeapBytesInUse()
            for (contender, _) in made { contender.broadcast() }
            tally.end(name, expecting: 1)
            withExtendedLifetime(observers) {}
            return Double(Int(after) - Int(before)) / Double(observers.count)
        }
    }
}
