import ArgumentParser
import Foundation
import MutationKit

@main
struct Mutation: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Tests/Mutation/run",
        abstract: "Measures how many faults in the sources the tests notice.",
        discussion: """
            It writes a copy of the sources in which each fault is behind a switch, builds it once, and runs the tests for \
            each fault. It prints a table, and each fault that no test notices. The status is 1 if the tests notice too \
            few. Needs Linux.
            """)

    @Argument(help: "Files or folders with sources, relative to the repository. All, by default.")
    var paths: [String] = []

    @Option(help: ArgumentHelp("Only faults in lines that changed since a revision.", valueName: "revision"))
    var changed: String?

    @Option(help: ArgumentHelp("Only so many faults of each package, drawn by chance.", valueName: "number"))
    var sample: Int?

    @Option(help: "What the chance is drawn from.")
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("One of several parts of the faults, such as 3/8.", valueName: "part"))
    var part: Part = Part(number: 1, count: 1)

    @Option(
        help: ArgumentHelp("How long to run tests after the build. What is left out is counted.", valueName: "minutes"))
    var minutes: Double = .infinity

    @Option(help: ArgumentHelp("How many processes run tests at once.", valueName: "number"))
    var processes = ProcessInfo.processInfo.activeProcessorCount

    @Flag(help: "Print the faults, and run nothing.")
    var list = false

    @Flag(help: "Print what noticed each fault.")
    var verbose = false

    func run() throws {
        let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let accepted = try AcceptedFaults(
            String(contentsOf: root.appendingPathComponent("Tests/Mutation/accepted.txt"), encoding: .utf8))
        let changes = try changed.map { try ChangedLines(since: $0, in: root) }
        let packages = try selectedPackages(root, changes)

        if list {
            for (package, paths) in packages {
                for fault in try package.faults(in: paths, root) where changes?.contains(fault) ?? true { print(fault) }
            }
            return
        }
        if packages.isEmpty { print("No file with faults is selected.") }
        var problems = accepted.problems(try TestedPackage.all.flatMap { try $0.faults(in: $0.files(in: root), root) })
        for (package, paths) in packages {
            problems += try measure(
                package, paths, root, accepted, changes, seconds: 60 * minutes / Double(packages.count))
        }
        for problem in problems { print(problem) }
        if !problems.isEmpty { throw ExitCode.failure }
    }

    /// The packages and their files that the arguments name.
    private func selectedPackages(_ root: URL, _ changes: ChangedLines?) throws -> [(TestedPackage, [String])] {
        for path in paths where !FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path) {
            throw ValidationError("There is no \(path).")
        }
        return TestedPackage.all.compactMap { package in
            let files = package.files(in: root).filter { file in
                let isNamed =
                    paths.isEmpty || paths.contains { ("\(file)/").hasPrefix($0.hasSuffix("/") ? $0 : "\($0)/") }
                return isNamed && changes?.paths.contains(file) ?? true
            }
            return files.isEmpty ? nil : (package, files)
        }
    }

    /// Prints what the tests of a package notice, and returns what is wrong with it.
    private func measure(
        _ package: TestedPackage, _ paths: [String], _ root: URL, _ accepted: AcceptedFaults, _ changes: ChangedLines?,
        seconds: Double
    ) throws -> [String] {
        let copy = try SourceCopy(of: root, for: package, scratch: root.appendingPathComponent(".build/mutants"))
        let isVerbose = verbose
        try copy.build(log: log) { if isVerbose { log($0) } }
        let faults = copy.faults
        let numbers = numbers(of: faults, in: paths, changes)
        if numbers.isEmpty {
            print("\(package.name): no faults")
            return []
        }

        let runner = try TestRunner(copy, processCount: processes)
        let end = Date() + seconds
        log("\(package.name): running each test without a fault")
        for test in try runner.measure() { log("\(package.name): fails in the copy, and isn't used: \(test)") }

        let report = Guarded(Report())
        for number in numbers where accepted.contains(faults[number]!) { report.change { $0.accept(faults[number]!) } }
        let running = numbers.filter { !accepted.contains(faults[$0]!) }
        let name = package.name
        try runner.run(running, until: end) { number, verdict in
            let done = report.change { report in
                report.add(faults[number]!, verdict)
                return report.verdicts.count
            }
            if isVerbose { log("\(faults[number]!): \(verdict)") }
            if done % 10 == 0 { log("\(name): \(done) of \(running.count)") }
        }
        return summarize(report.value, of: package, running.count)
    }

    /// The faults that the options select, in the order in which they run.
    private func numbers(of faults: [Int: Fault], in paths: [String], _ changes: ChangedLines?) -> [Int] {
        let paths = Set(paths)
        var numbers = faults.filter { paths.contains($0.value.path) && changes?.contains($0.value) ?? true }.keys
            .sorted()
        var generator = SeededGenerator(seed: seed)
        // In a random order if the time may be up before the last one.
        if sample != nil || minutes.isFinite { numbers.shuffle(using: &generator) }
        if let sample { numbers = Array(numbers.prefix(sample)) }
        return numbers.enumerated().filter { $0.offset % part.count == part.number - 1 }.map(\.element)
    }

    private func summarize(_ report: Report, of package: TestedPackage, _ total: Int) -> [String] {
        print("\n\(report.table)")
        if !report.lines(.notNoticed).isEmpty { print("Not noticed:") }
        for line in report.lines(.notNoticed) { print(line) }
        if !report.lines(.notReached).isEmpty { print("Not reached by any test:") }
        for line in report.lines(.notReached) { print(line) }
        let leftOut = total - report.verdicts.count
        if leftOut > 0 { print("\(leftOut) of \(total) faults are left out, because the time was up.") }

        let (noticed, reached) = report.score
        if reached == 0 { return [] }
        let percentage = 100 * Double(noticed) / Double(reached)
        let text = String(format: "%.1f %%", percentage)
        print(
            "\(package.name): \(noticed) of \(reached) noticed, \(text)\(sample == nil && minutes.isInfinite ? "" : ", with the seed \(seed)")"
        )
        if percentage >= package.minimumScore { return [] }
        return ["\(package.name): \(text) are less than \(Int(package.minimumScore)) %"]
    }
}

/// One of several parts, written as 3/8.
struct Part: ExpressibleByArgument {
    let number: Int
    let count: Int

    init(number: Int, count: Int) {
        self.number = number
        self.count = count
    }

    init?(argument: String) {
        let numbers = argument.split(separator: "/").compactMap { Int($0) }
        guard numbers.count == 2, numbers[1] > 0, 1...numbers[1] ~= numbers[0] else { return nil }
        self.init(number: numbers[0], count: numbers[1])
    }

    var defaultValueDescription: String { "\(number)/\(count)" }
}

@Sendable private func log(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
