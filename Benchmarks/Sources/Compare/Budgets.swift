/// A limit of what a user would feel.
struct Budget {
    let title: String
    let section: Section
    let ours: String
    /// Without a peer, the limit is a figure and not a ratio.
    let theirs: String?
    let limits: KeyValuePairs<Int, Double>

    init(
        _ title: String, _ section: Section, _ ours: String, _ theirs: String?, _ limits: KeyValuePairs<Int, Double>
    ) {
        (self.title, self.section, self.ours, self.theirs, self.limits) = (title, section, ours, theirs, limits)
    }

    static let all = [
        Budget(
            "`set.forEach` / weak loop", .synchronous, "`set.forEach`", "weak loop", [1: 2, 10: 1.2, 1000: 1.1]),
        Budget(
            "`observers(of:)` / `NotificationCenter`", .synchronous, "`observers(of:)`", "NotificationCenter",
            [1: 0.4, 10: 0.4, 1000: 0.45]),
        Budget(
            "`notify` / `main.async` of the weak loop", .mainQueue, "`notify`", "`main.async`",
            [1: 1.6, 10: 1.2, 100: 1.1]),
        Budget(
            "register and unregister / `NotificationCenter`, beside others", .register, "Broadcaster",
            "NotificationCenter", [1: 0.4, 1000: 0.4]),
        Budget(
            "all register, all unregister / `NotificationCenter`", .registerAll, "Broadcaster", "NotificationCenter",
            [1_000_000: 1]),
        Budget(
            "two threads on two protocols / on two weak loops", .twoThreads, "Broadcaster", "weak loop",
            [1: 2.6, 10: 1.35, 1000: 1.2]),
        Budget(
            "a broadcast beside another thread's changes / `NotificationCenter`", .besideChanges, "Broadcaster",
            "NotificationCenter", [1: 0.7, 10: 0.7, 100: 0.7]),
        Budget("bytes of a broadcaster with one observer", .memory, "`Broadcaster`", nil, [1: 1536]),
        Budget(
            "a broadcast on one of many channels / `NotificationCenter`", .channels, "Broadcaster",
            "NotificationCenter", [10_000: 1]),
    ]

    /// Prints a line for each count.
    func print(_ measured: [Int: Measured]) {
        for (count, limit) in limits {
            let figure = theirs.map { measured[count]!.ratio(ours, to: $0) } ?? measured[count]!.median(ours)
            let shown = theirs == nil ? figure.shown(digits: 4) : figure.ratioShown
            printRow([title, "\(count)", figure <= limit ? shown : "**\(shown)**", limit.shown(digits: 4)])
        }
    }
}
