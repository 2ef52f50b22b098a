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
        for way in broadcasts {
            point("broadcast, ns per observer", way.name, count, measured.median(way.name)! / Double(count))
        }
    }
    for way in broadcasts {
        for count in [1000, 10_000, 100_000, 1_000_000] {
            point("bytes per observer", way.name, count, Double(bytes(way, observers: count)) / Double(count))
        }
    }
    let channels = [Channels.ours, Channels.peer]
    for count in [10, 100, 1000, 10_000] {
        let measured = compare(channels, observers: count, rounds: 51, slice: 2_000_000)
        for way in channels {
            point("broadcast, ns by channels", way.name, count, measured.median(way.name)! / Double(count))
        }
    }
    for count in [1, 1000, 10_000, 100_000, 1_000_000] {
        let measured = measureRegistering(beside: count)
        for way in registeringWays { point("register and unregister, ns", way.name, count, measured.median(way.name)!) }
    }
    for (way, count) in [(ShortLived.ours, 10_000_000), (ShortLived.baseline, 1_000_000)] {
        let (ears, tally) = (ears(10), Tally(count: 10))
        let subject = way.subject(ears, tally)
        let before = Int(HeapBytesInUse())
        let taken = nanoseconds { subject.run(count) }
        point("short-lived observers, ns each", way.name, count, taken / Double(count))
        point("short-lived observers, ns of the first broadcast after them", way.name, count, nanoseconds(subject.end))
        point("short-lived observers, ns of the second", way.name, count, nanoseconds(subject.end))
        point("short-lived observers, bytes that they leave", way.name, count, Double(Int(HeapBytesInUse()) - before))
        tally.check(2, way.name)
        tally.free()
        withExtendedLifetime((ears, subject)) {}
    }
}

/// What the registrations of so many observers add to what the allocator has given out.
private func bytes(_ way: Way, observers count: Int) -> Int {
    let ears = ears(count)
    let tally = Tally(count: count)
    let before = Int(HeapBytesInUse())
    let subject = way.subject(ears, tally)
    let after = Int(HeapBytesInUse())
    subject.run(1)
    subject.end()
    tally.check(1, way.name)
    tally.free()
    withExtendedLifetime(ears) {}
    return after - before
}
