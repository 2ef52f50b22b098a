import Broadcaster
import Broadcasts
import Foundation
import Heap

/// The points of the growth curves.
struct Growth {
    private(set) var lines = ["figure,series,x,y"]

    mutating func add(_ figure: String, _ series: String, _ x: Int, _ y: Double) {
        lines.append("\(figure),\(series),\(x),\(y.shown)")
        print(lines.last!)
    }

    mutating func add(_ figure: String, _ names: [String], _ x: Int, _ measured: Measured, per: Int = 1) {
        for name in names { add(figure, name, x, measured.median(name)! / Double(per)) }
    }

    mutating func measureAll() {
        let broadcasts =
            [Synchronous.floor] + Synchronous.ours.filter { $0.name == "forEach" }
            + Synchronous.peers
        for count in [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000] {
            let rounds = max(5, min(51, 1_000_000 / count))
            let measured = compare(broadcasts, observers: count, rounds: rounds)
            add("nanoseconds per observer", broadcasts.map(\.name), count, measured, per: count)
        }
        for way in broadcasts {
            for count in [1000, 10_000, 100_000, 1_000_000] {
                add("bytes per observer", way.name, count, Double(bytes(way, observers: count)) / Double(count))
            }
        }
        let channels = [Channels.ours, Channels.peer]
        for count in [10, 100, 1000, 10_000] {
            let ears = ears(count)
            let made = channels.map { way in
                let tally = Tally(count: count)
                return (subject: way.subject(ears, tally), tally: tally)
            }
            var measured = Measured()
            // Whole turns around the channels, so that each is called as often as the others.
            let turns = made.map { made in Subject(made.subject.name) { made.subject.run($0 * count) } }
            let total = measured.add(turns, rounds: 51, slice: 2_000_000)
            for (subject, tally) in made {
                tally.check(total[subject.name]!, subject.name)
                subject.end()
                tally.free()
            }
            add("nanoseconds per broadcast, by channels", channels.map(\.name), count, measured, per: count)
        }
    }
}

/// What the registrations of a million observers add to what the allocator has given out.
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
