import Explorer
import Glibc

/// What the arguments ask for.
struct Command {
    static let usage = """
        Interleavings [PROGRAM ...] [--bound N] [--seconds N] [--schedule NUMBER] [--list]

        Runs programs in all orders with at most two preemptions: those whose names contain a word, or all. --bound sets the
        number of preemptions, and --seconds a limit for each program. --schedule runs one schedule again, and prints it.
        """

    private var words: [String] = []
    private var options = ExplorerOptions(preemptions: 2, seconds: 0, schedule: nil)
    private var schedule: String?
    private var isListing = false

    init(_ arguments: some Sequence<String>) {
        var iterator = arguments.makeIterator()
        while let argument = iterator.next() {
            switch argument {
            case "--list": isListing = true
            case "--bound": options.preemptions = Self.parse(iterator.next())
            case "--seconds": options.seconds = Self.parse(iterator.next())
            case "--schedule": schedule = Self.parse(iterator.next())
            case _ where argument.hasPrefix("--"): Self.stop()
            default: words.append(argument)
            }
        }
    }

    private static func parse<Value: LosslessStringConvertible>(_ text: String?) -> Value {
        guard let value = text.flatMap(Value.init) else { stop() }
        return value
    }

    private static func stop() -> Never {
        print(usage)
        exit(64)
    }

    func run() -> Never {
        let chosen = programs.filter { program in words.isEmpty || words.contains(where: program.name.contains) }
        if chosen.isEmpty { Self.stop() }
        if isListing {
            for program in chosen { print(program.name) }
            exit(0)
        }
        if let schedule {
            if chosen.count != 1 { Self.stop() }
            exit(chosen[0].isRight(in: schedule, options) ? 0 : 1)
        }
        let summary = Summary(of: chosen.count)
        Job.all = Job(programs: chosen, options: options, summary: summary)
        ExplorerForEach(Int32(chosen.count)) { Job.all.explore(Int($0)) }
        summary.print()
        exit(summary.wrongCount == 0 ? 0 : 1)
    }
}

/// What the processes of the programs share: the numbers that the summary adds up.
private struct Summary {
    private let counts: UnsafeMutableBufferPointer<(schedules: Int, isWrong: Bool)>

    init(of count: Int) {
        typealias Element = (schedules: Int, isWrong: Bool)
        let memory = ExplorerSharedMemory(UInt(count * MemoryLayout<Element>.stride))!
        let elements = memory.bindMemory(to: Element.self, capacity: count)
        counts = UnsafeMutableBufferPointer(start: elements, count: count)
        // A process that ends too soon leaves it wrong.
        counts.initialize(repeating: (schedules: 0, isWrong: true))
    }

    func note(_ schedules: Int, isWrong: Bool, of program: Int) { counts[program] = (schedules, isWrong) }

    var wrongCount: Int { counts.count { $0.isWrong } }

    func print() {
        let schedules = counts.reduce(0) { $0 + $1.schedules }
        Swift.print("\(counts.count) programs, \(schedules) schedules, \(wrongCount) wrong")
    }
}

private struct Job {
    nonisolated(unsafe) static var all: Job!

    let programs: [Program]
    let options: ExplorerOptions
    let summary: Summary

    func explore(_ number: Int) {
        let outcome = programs[number].outcome(options)
        print(outcome.line)
        if outcome.isWrong { programs[number].explainProblem(options) }
        summary.note(outcome.schedules, isWrong: outcome.isWrong, of: number)
    }
}

private struct Outcome {
    let line: String
    let schedules: Int
    let isWrong: Bool
}

extension Program {
    private func explore(_ options: ExplorerOptions) -> ExplorerResult {
        let result = ExplorerSharedMemory(UInt(MemoryLayout<ExplorerResult>.size))!.bindMemory(
            to: ExplorerResult.self, capacity: 1)
        defer { munmap(result, MemoryLayout<ExplorerResult>.size) }
        explore(options, into: result)
        return result.pointee
    }

    fileprivate func outcome(_ options: ExplorerOptions) -> Outcome {
        let result = explore(options)
        var remarks: [String] = []
        if !result.isComplete { remarks.append("not all") }
        if result.hasDiverged { remarks.append("a run that took another way when it was repeated") }
        let problem = result.text(\.problem)
        let isWrong =
            if let expected { !problem.hasPrefix(expected) } else {
                !problem.isEmpty || result.hasDiverged || !result.isComplete && options.seconds == 0
            }
        if let expected { remarks.append(isWrong ? "doesn't find \(expected)" : "finds \(expected)") }
        if isWrong { remarks.append("WRONG at schedule \(result.firstWrong)") }
        let limits = remarks.map { ", \($0)" }.joined()
        let line = "\(name): \(result.schedules) schedules with \(options.preemptions) preemptions\(limits)"
        return Outcome(line: line, schedules: result.schedules, isWrong: isWrong)
    }

    /// Prints the shortest wrong schedule, with as few preemptions as show it.
    fileprivate func explainProblem(_ options: ExplorerOptions) {
        var options = options
        for bound in 0...options.preemptions {
            options.preemptions = bound
            let result = explore(options)
            let schedule = result.text(\.schedule)
            if schedule.isEmpty { continue }
            print("  \(result.text(\.problem))")
            print("  \"\(name)\" --bound \(bound) --schedule \(schedule):")
            _ = isRight(in: schedule, options)
            return
        }
    }

    /// Runs a schedule again, and prints its steps.
    fileprivate func isRight(in schedule: String, _ options: ExplorerOptions) -> Bool {
        var options = options
        let result = schedule.withCString { text in
            options.schedule = text
            return explore(options)
        }
        let problem = result.text(\.problem)
        print(problem.isEmpty ? "  right" : "  \(problem)")
        return problem.isEmpty
    }
}

extension ExplorerResult {
    /// A text of C.
    fileprivate func text<Characters>(_ characters: KeyPath<ExplorerResult, Characters>) -> String {
        withUnsafeBytes(of: self[keyPath: characters]) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
