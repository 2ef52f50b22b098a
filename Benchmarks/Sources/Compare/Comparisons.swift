import Broadcasts

let synchronousContenders = [Synchronous.floor] + Synchronous.ours + Synchronous.peers
let queryContenders = [Queries.floor] + Queries.ours + [Queries.forEach]
let standInContenders = [Synchronous.floor, StandIns.floor] + StandIns.ours
let mainQueueContenders = [MainQueue.floor] + MainQueue.ours + [MainQueue.locked] + MainQueue.peers
let registeringContenders = [Registering.ours] + Registering.peers
let registeringAllContenders = [RegisteringAll.ours] + RegisteringAll.peers

func compareSynchronous() {
    let floor = Synchronous.floor.name
    let limits =
        Limit.limits(["forEach", "invoke"], to: floor, [1: 1.5, 10: 1.2, 1000: 1.15])
        + Limit.limits(["keyed"], to: floor, [1: 1.6])
        + Limit.limits(["forEach", "invoke"], to: "OpenCombine", [1: 0.68, 10: 0.54, 1000: 0.54])
        + Limit.limits(["for-in"], to: "OpenCombine", [1: 0.72, 10: 0.56, 1000: 0.56])
        + Limit.limits(["keyed"], to: "NotificationCenter", [1: 0.52, 10: 0.66, 1000: 0.78])
    var table = Table("observers", first: floor, others: Synchronous.peers.map(\.name), limits: limits)
    for count in [0, 1, 10, 100, 1000] {
        table.add(Synchronous.ours.map(\.name), at: count, compare(synchronousContenders, observers: count))
    }
    table.print("A synchronous broadcast", caveatsOf: synchronousContenders)
}

func compareQueries() {
    let floor = Queries.floor.name
    let limits =
        Limit.limits(["isEmpty"], to: floor, [0: 2]) + Limit.limits(["for-in"], to: "forEach", [0: 1.3, 1: 1.3])
    var table = Table("members", first: floor, others: ["forEach"], limits: limits)
    for count in [0, 1, 1000] {
        table.add(Queries.ours.map(\.name), at: count, compare(queryContenders, observers: count))
    }
    table.print("Questions to a set", caveatsOf: queryContenders)
}

func compareStandIns() {
    var table = Table("delegates", first: StandIns.floor.name, others: [Synchronous.floor.name], limits: [])
    for count in [0, 1, 10, 100] {
        table.add(StandIns.ours.map(\.name), at: count, compare(standInContenders, observers: count))
    }
    table.print("A message to a stand-in", caveatsOf: standInContenders)
    if !StandIns.ours.contains(where: { $0.name == "@Multicast" }) {
        print("`@Multicast` has rows if the package is built with `--traits Macros`.\n")
    }
}

func compareMainQueue() {
    let floor = MainQueue.floor.name
    let limits =
        Limit.limits(["notify"], to: floor, [1: 1.25, 10: 1.25, 100: 1.2])
        + Limit.limits(["notify"], to: "OpenCombine", [1: 0.85, 10: 0.2, 100: 0.12])
        + Limit.limits(["notify"], to: "NotificationCenter", [1: 0.03, 10: 0.03, 100: 0.03])
    var table = Table("observers", first: floor, others: MainQueue.peers.map(\.name), limits: limits)
    for count in [0, 1, 10, 100, 1000] {
        let measured = compare(mainQueueContenders, observers: count, rounds: 51, slice: 2_000_000)
        table.add(MainQueue.ours.map(\.name) + [MainQueue.locked.name], at: count, measured)
    }
    table.print("A broadcast from a background thread to the main queue", caveatsOf: mainQueueContenders)
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
    table.print("One observer registers and unregisters", caveatsOf: registeringContenders)
    let growth = cost[1_000_000]! / cost[1000]!
    print("At 1000000 it costs \(growth.ratioShown) times what it costs at 1000 \(growth.shown(against: 3)).\n")
}

func measureRegistering(beside count: Int) -> Measured {
    // Long enough for what happens only now and then, such as moving the registrations to a new buffer.
    let slice = max(500_000, 1000 * Double(count))
    return compare(registeringContenders, observers: count, rounds: count > 1000 ? 3 : 51, slice: slice)
}

func compareRegisteringAll() {
    let contenders = registeringAllContenders
    let counts = [1000, 1_000_000]
    let limits = counts.flatMap { Limit.limits([RegisteringAll.ours.name], to: "NotificationCenter", [$0: 0.6]) }
    var table = Table("observers", first: "NotificationCenter", others: ["baseline"], limits: limits)
    for count in counts {
        let measured = count > 1000 ? compareAlone(contenders, observers: count) : compare(contenders, observers: count)
        table.add([RegisteringAll.ours.name], at: count, measured.divided(by: Double(count)))
    }
    table.print("All observers register, then all unregister: for each observer", caveatsOf: contenders)
}
