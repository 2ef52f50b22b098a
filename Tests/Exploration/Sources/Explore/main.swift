import BroadcasterAtomics
import Foundation

// Explores the interleavings of the library's own code: swift run -c release -Xswiftc -enable-testing explore [NAME]
//
//     --seconds N           how long each scenario may take (5)
//     --bound N             at most so many preemptions and old values in the part that is complete (3)
//     --seed N              where the random part starts; else, it differs in each run
//     --first               ends at the first failure, and doesn't shrink it
//     --replay SCHEDULE     runs one schedule, as a failure printed it, and shows its steps

ExploreFixAddresses(CommandLine.unsafeArgv)

let scenarios = guards + setScenarios + broadcastScenarios
var arguments = Array(CommandLine.arguments.dropFirst())

@MainActor func option(_ name: String) -> String? {
    guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
    defer { arguments.removeSubrange(place...place + 1) }
    return arguments[place + 1]
}

@MainActor func flag(_ name: String) -> Bool {
    guard let place = arguments.firstIndex(of: name) else { return false }
    arguments.remove(at: place)
    return true
}

let seconds = option("--seconds").flatMap(Double.init) ?? 5
let bound = option("--bound").flatMap(Int32.init) ?? 3
let seed = option("--seed").flatMap(UInt64.init) ?? .random(in: 1...1_000_000_000)
let schedule = option("--replay")
let isFirstOnly = flag("--first")
// Of a process that another one started, to see how it ends:
let isQuiet = flag("--quiet")
let isChild = flag("--child")
// No thread waits outside of a schedule, so what takes much time never ends. A schedule takes less than a millisecond.
var limit = rlimit(rlim_cur: rlim_t(2 * seconds + 30), rlim_max: .max)
if isChild || isQuiet { setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit) }

let chosen = scenarios.filter { scenario in arguments.isEmpty || arguments.contains { scenario.name.hasPrefix($0) } }

if chosen.isEmpty {
    print("There is no scenario of this name.")
    exit(2)
}

if let schedule {
    for scenario in chosen { replay(scenario, schedule, isTraced: !isQuiet) }
} else if isChild {
    for scenario in chosen { explore(scenario, bound: bound, seconds: seconds, seed: seed) }
} else {
    // Each in a process of its own, because a failure ends the process.
    var failed = 0
    for scenario in chosen {
        print(scenario.name)
        let output = child(
            [scenario.name, "--child", "--seconds", "\(seconds)", "--bound", "\(bound)", "--seed", "\(seed)"])
        guard let failure = output.failure else {
            print("    \(output.text)")
            continue
        }
        failed += 1
        print("    FAILED: \(failure.message)")
        let shortest = isFirstOnly ? failure.schedule : shrink(failure.schedule, in: scenario)
        print("    To see it again: explore '\(scenario.name)' --replay '\(shortest)'")
        if isFirstOnly { break }
    }
    print("\(chosen.count - failed) passed, \(failed) failed (seed \(seed))")
    exit(failed == 0 ? 0 : 1)
}
