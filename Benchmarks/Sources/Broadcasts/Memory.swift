import Heap

/// Whether the allocator's statistics count small blocks; if they don't, no observer seems to need memory.
private let countsBlocks: Bool = {
    let before = HeapBytesInUse()
    let blocks = (0..<1 << 14).map { _ in UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8) }
    defer { for block in blocks { block.deallocate() } }
    return (1 << 20...2 << 20).contains(Int(HeapBytesInUse()) - Int(before))
}()

/// What a row's implementation and its registrations add to what the allocator has given out, for each observer.
package func bytesPerObserver(_ row: Row, observers count: Int) -> Double {
    let observers = countingObservers(count)
    func workload(_ tally: Tally) -> Workload { row.workload(observers, tally) }
    // Some implementations keep what they make once in a process. And the first weak reference to an object moves its
    // reference counts to memory of their own, in every implementation.
    let first = workload(Tally(count))
    first.run(1)
    first.end(1)
    let tally = Tally(count)
    precondition(countsBlocks, "the allocator's statistics don't count a megabyte of small blocks")
    let before = HeapBytesInUse()
    let second = workload(tally)
    let after = HeapBytesInUse()
    second.run(1)
    second.end(1)
    withExtendedLifetime(observers) {}
    return Double(Int(after) - Int(before)) / Double(count)
}
