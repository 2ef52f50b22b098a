import BroadcasterAtomics
import Foundation

/// Runs a scenario in all schedules of few preemptions, as far as time allows, and then in random ones.
func explore(_ scenario: Scenario, bound: Int32, seconds: Double, seed: UInt64) {
    let start = Date()
    func isLate(_ share: Double) -> Bool { Date().timeIntervalSince(start) > share * seconds }
    var count = 0
    var complete = -1
    // What is made at the first use of a type is made before the first schedule.
    ExploreDepthFirst(0)
    scenario.run()

    bounds: for bound in 0...bound {
        ExploreDepthFirst(bound)
        repeat {
            runWithoutLeak(scenario)
            count += 1
            if count.isMultiple(of: 64), isLate(0.8) { break bounds }
        } while ExploreNext()
        complete = Int(bound)
    }
    // A scenario that is soon complete has little to find at random.
    let exhaustive = count
    let end = min(seconds, 0.1 + 2 * Date().timeIntervalSince(start))
    var next = seed
    while Date().timeIntervalSince(start) < end {
        ExploreAtRandom(next)
        runWithoutLeak(scenario)
        next += 1
        count += 1
    }
    let time = String(format: "%.1f s", Date().timeIntervalSince(start))
    print("\(exhaustive) schedules, all of at most \(complete) preemptions; \(count - exhaustive) random; \(time)")
}

private func runWithoutLeak(_ scenario: Scenario) {
    for _ in 0..<3 {
        let before = ExploreBlocks()
        scenario.run()
        // A thread that traps leaves what it had.
        if ExploreBlocks() <= before || ExploreTraps() > 0 { return }
        // What the runtime makes once isn't made a second time.
        ExploreAgain()
    }
    ExploreFail("a block of memory is never freed")
}

/// Runs a scenario in one schedule.
func replay(_ scenario: Scenario, _ schedule: String, isTraced: Bool) {
    ExploreDepthFirst(0)
    scenario.run()
    for _ in 0..<3 {
        ExploreReplay(schedule, isTraced)
        let before = ExploreBlocks()
        scenario.run()
        if ExploreBlocks() <= before {
            print("The schedule breaks no promise.")
            return
        }
    }
    ExploreFail("a block of memory is never freed")
}

/// What a run in a process of its own printed.
struct Output {
    let text: String
    let failure: (message: String, schedule: String)?
}

func child(_ arguments: [String]) -> Output {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    do {
        try process.run()
    } catch {
        return Output(text: "", failure: ("can't start: \(error)", ""))
    }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n")
    func line(_ name: String) -> String? {
        lines.last { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count).drop { $0 == " " }) }
    }
    if process.terminationStatus == 0 { return Output(text: text.trimmingCharacters(in: .newlines), failure: nil) }
    return Output(text: text, failure: (line("failure:") ?? "ended", line("schedule:") ?? ""))
}

/// Leaves out decisions that the failure doesn't need.
func shrink(_ schedule: String, in scenario: Scenario) -> String {
    var decisions = schedule.split(separator: " ")
    var isShorter = true
    while isShorter {
        isShorter = false
        for place in decisions.indices.reversed() {
            var fewer = decisions
            fewer.remove(at: place)
            let output = child([scenario.name, "--quiet", "--replay", fewer.joined(separator: " ")])
            guard let failure = output.failure else { continue }
            decisions = failure.schedule.split(separator: " ")
            isShorter = true
            break
        }
    }
    return decisions.joined(separator: " ")
}
