import Broadcasts
import Foundation
import Heap

/// Prints the points of the growth curves.
func measureGrowth() {
    func point(_ figure: String, _ series: String, _ x: Int, _ y: Double) {
        print("\(figure),\(series),\(x),\(y.shown)")
    }
    print("figure,series,x,y")

    let broadcasts = [Synchronous.floor] + Synchronous.ours.filter { $0.name == "forEach" } + Synchronous.peers
    for count in [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000] {
        let measured = compare(broadcasts, observers: count, rounds: max(7, min(51, 1_000_000 / count)))
        for contender in broadcasts {
            point("ns per observer", contender.name, count, measured.median(contender.name)! / Double(count))
        }
    }
    for contender in broadcasts {
        for count in [1000, 10_000, 100_000, 1_000_000] {
            point(
                "bytes per observer", contender.name, count, Double(bytes(contender, observers: count)) / Double(count))
        }
    }
    let channels = [Channels.ours, Channels.peer]
    for count in [10, 100, 1000, 10_000] {
        let measured = compare(channels, observers: count, rounds: 51, slice: 2_000_000)
        for contender in channels {
            point("ns by channels", contender.name, count, measured.median(contender.name)! / Double(count))
        }
    }
    for count in [1, 1000, 10_000, 100_000, 1_000_000] {
        let measured = measureRegistering(beside: count)
        for contender in registeringContenders {
            point("ns to register and unregister", contender.name, count, measured.median(contender.name)!)
        }
    }
    let (observers, tally) = (countingObservers(10), Tally(count: 10))
    let workload = shortLived.workload(observers, tally)
    let before = Int(HeapBytesInUse())
    for count in [1_000_000, 9_000_000] {
        point(
            "ns per short-lived observer", shortLived.name, count, nanoseconds { workload.run(count) } / Double(count))
        point("ns of the first broadcast after them", shortLived.name, count, nanoseconds(workload.end))
        point("ns of the second", shortLived.name, count, nanoseconds(workload.end))
        point("bytes that they leave", shortLived.name, count, Double(Int(HeapBytesInUse()) - before))
        tally.check(2, shortLived.name)
    }
    withExtendedLifetime((observers, workload)) {}
}

/// What the registrations of that many observers add to what the allocator has given out.
private func bytes(_ contender: Contender, observers count: Int) -> Int {
    let observers = countingObservers(count)
    let tally = Tally(count: count)
    let before = Int(HeapBytesInUse())
    let workload = contender.workload(observers, tally)
    let after = Int(HeapBytesInUse())
    workload.run(1)
    workload.end()
    tally.check(1, contender.name)
    tally.free()
    withExtendedLifetime(observers) {}
    return after - before
}
