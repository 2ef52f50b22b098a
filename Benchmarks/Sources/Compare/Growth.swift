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
            point("ns per observer", way.name, count, measured.median(way.name)! / Double(count))
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
            point("ns by channels", way.name, count, measured.median(way.name)! / Double(count))
        }
    }
    for count in [1, 1000, 10_000, 100_000, 1_000_000] {
        let measured = measureRegistering(beside: count)
        for way in registeringWays {
            point("ns to register and unregister", way.name, count, measured.median(way.name)!)
        }
    }
    let (ears, tally) = (ears(10), Tally(count: 10))
    let subject = shortLived.subject(ears, tally)
    let before = Int(HeapBytesInUse())
    for count in [1_000_000, 9_000_000] {
        point("ns per short-lived observer", shortLived.name, count, nanoseconds { subject.run(count) } / Double(count))
        point("ns of the first broadcast after them", shortLived.name, count, nanoseconds(subject.end))
        point("ns of the second", shortLived.name, count, nanoseconds(subject.end))
        point("bytes that they leave", shortLived.name, count, Double(Int(HeapBytesInUse()) - before))
        tally.check(2, shortLived.name)
    }
    withExtendedLifetime((ears, subject)) {}
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
