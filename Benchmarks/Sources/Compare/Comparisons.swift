import Broadcasts

let synchronousContenders = [Synchronous.floor] + Synchronous.ours + Synchronous.peers
let mainQueueContenders = [ToMain.floor] + ToMain.ours + ToMain.peers
let registeringContenders = [Registering.ours] + Registering.peers

func compareSynchronous() {
    let floor = Synchronous.floor.name
    let limits =
        Limit.limits(["forEach", "invoke"], to: floor, [1: 1.5, 10: 1.2, 1000: 1.15])
        + Limit.limits(["forEach", "invoke"], to: "OpenCombine", [1: 0.68, 10: 0.54, 1000: 0.54])
        + Limit.limits(["for-in"], to: "OpenCombine", [1: 0.72, 10: 0.56, 1000: 0.56])
        + Limit.limits(["keyed"], to: "NotificationCenter", [1: 0.52, 10: 0.66, 1000: 0.78])
    var table = Table("observers", first: floor, others: Synchronous.peers.map(\.name), limits: limits)
    for count in [0, 1, 10, 100, 1000] {
        table.add(Synchronous.ours.map(\.name), at: count, compare(synchronousContenders, observers: count))
    }
    print("A broadcast here and now\n\n\(table.text)\n")
}

func compareToMain() {
    let floor = ToMain.floor.name
    let limits =
        Limit.limits(["notify"], to: floor, [1: 1.5, 10: 1.25, 100: 1.2])
        + Limit.limits(["notify"], to: "OpenCombine", [1: 0.85, 10: 0.2, 100: 0.12])
        + Limit.limits(["notify"], to: "NotificationCenter", [1: 0.03, 10: 0.03, 100: 0.03])
    var table = Table("observers", first: floor, others: ToMain.peers.map(\.name), limits: limits)
    for count in [0, 1, 10, 100, 1000] {
        let measured = compare(mainQueueContenders, observers: count, rounds: 51, slice: 2_000_000)
        table.add(ToMain.ours.map(\.name), at: count, measured)
    }
    print("A broadcast from a background thread to the main queue\n\n\(table.text)\n")
}

func compareRegistering() {
    let name = Registering.ours.name
    let counts = [1, 1000, 100_000, 1_000_000]
    let limits = counts.flatMap { Limit.limits([name], to: "NotificationCenter", [$0: 0.6]) }
    var table = Table(
        "already registered", first: "NotificationCenter", others: ["OpenCombine", "baseline"], limits: limits)
    var cost: [Int: Double] = [:]
    for count in counts {
        let measured = measureRegistering(beside: count)
        table.add([name], at: count, measured)
        cost[count] = measured.median(name)
    }
    let growth = cost[1_000_000]! / cost[1000]!
    print("To register and unregister\n\n\(table.text)\n")
    print("At 1000000 it costs \(growth.ratioShown) times what it costs at 1000 \(growth.shown(against: 3)).\n")
}

func measureRegistering(beside count: Int) -> Measured {
    // Long enough for what is done only now and then, such as moving the registrations to a new buffer.
    let slice = max(500_000, 1000 * Double(count))
    return compare(registeringContenders, observers: count, rounds: count > 1000 ? 3 : 51, slice: slice, calls: 1)
}
