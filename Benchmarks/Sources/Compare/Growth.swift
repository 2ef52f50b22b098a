import Broadcasts
import Foundation

/// Prints the points of the growth curves.
func measureGrowth() {
    func print(_ figure: String, _ row: Row, _ count: Int, _ value: Double) {
        let name = row.name == Rows.forEach.name ? "Broadcaster" : row.name
        Swift.print("\(figure),\(name),\(count),\(String(format: "%.1f", value))")
    }
    Swift.print("figure,series,x,y")
    let broadcasts = [Rows.weakLoop, Rows.forEach, Rows.posts] + Rows.otherPeers
    for count in [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000] {
        let measured = measure(broadcasts, observers: count, rounds: max(7, min(51, 1_000_000 / count)))
        for row in broadcasts { print("ns per observer", row, count, measured.median(row.name) / Double(count)) }
    }
    for row in broadcasts {
        for count in [1000, 10_000, 100_000, 1_000_000] {
            print("bytes per observer", row, count, bytesPerObserver(row, observers: count))
        }
    }
    for count in [10, 100, 1000, 10_000] {
        let measured = measure(Rows.protocols, observers: count, rounds: 51, slice: 2_000_000)
        for row in Rows.protocols { print("ns by channels", row, count, measured.median(row.name) / Double(count)) }
    }
    for count in [1, 1000, 10_000, 100_000, 1_000_000] {
        // Long enough for what happens only now and then, such as moving the registrations to a new buffer.
        let slice = max(500_000, 200 * Double(count))
        let measured = measure(Rows.registering, observers: count, rounds: count > 1000 ? 3 : 51, slice: slice)
        for row in Rows.registering { print("ns to register and unregister", row, count, measured.median(row.name)) }
    }
    exit(0)
}
