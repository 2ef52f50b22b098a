import Broadcasts
import Heap

/// Prints what one owner's own set, broadcaster or center takes with one observer.
func compareMemory() {
    print("### Memory of one owner's instance, with one observer\n")
    print("| | bytes | / WeakObjectSet |\n| --- | --- | --- |")
    var bytes: [String: Double] = [:]
    for instance in Instance.all {
        let size = bytesInUse(instance)
        bytes[instance.name] = size
        let limit = instance.name == "Broadcaster" ? " \(size.shown(against: 1024))" : ""
        print("| \(instance.name) | \(size.shown)\(limit) | \((size / bytes["WeakObjectSet"]!).ratioShown) |")
    }
    print("\nThe observer, and the counts that its first weak reference moves out of it, aren't included.\n")
}

/// What the allocator has given out for one instance, on average.
private func bytesInUse(_ instance: Instance, instances count: Int = 1000) -> Double {
    let observers = countingObservers(count)
    let tally = Tally(count: count)
    // Creates what is created once in a process, and what the first weak reference to each observer creates.
    for observer in observers { _ = instance.make(observer) }
    var made: [(owner: any Sendable, message: @Sendable (Tally) -> Void)] = []
    made.reserveCapacity(count)
    let before = Int(HeapBytesInUse())
    for observer in observers { made.append(instance.make(observer)) }
    let after = Int(HeapBytesInUse())
    for instance in made { instance.message(tally) }
    tally.check(1, instance.name)
    tally.free()
    withExtendedLifetime((observers, made)) {}
    return Double(after - before) / Double(count)
}
