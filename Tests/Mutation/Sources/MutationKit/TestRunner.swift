import Foundation
import Glibc

/// Runs the tests of a copy, for no fault or for one.
package final class TestRunner {
    package enum Verdict: Sendable, Equatable {
        case noticed(String)
        case notNoticed
        case notReached
    }

    /// What a process can run, alone or with others of its kind.
    enum Test: Sendable, Hashable {
        /// A test of Swift Testing.
        case test(String)
        /// All test cases of XCTest.
        case testCases
        /// A program of `Tests/Programs`.
        case program(String)

        var name: String {
            switch self {
            case .test(let name), .program(let name): name
            case .testCases: "test cases"
            }
        }

        var isAlone: Bool { if case .test = self { false } else { true } }
    }

    /// What a test did in the copy without a fault.
    struct Run: Sendable {
        let test: Test
        /// Its processor time.
        let seconds: Double
        let reached: Set<Int>
    }

    private let copy: SourceCopy
    private let program: String
    private let environment: [String: String]
    private let processCount: Int
    private var runs: [Run] = []
    /// The tests that noticed a fault of a function, which are likely to notice others in it.
    private let noticing = Guarded<[String: Set<Test>]>([:])

    package init(_ copy: SourceCopy, processCount: Int) throws {
        self.copy = copy
        self.processCount = processCount
        let bin = try Command(arguments: copy.buildCommand("--show-bin-path")).run().output
        program = bin.split(separator: "\n").last.map { "\($0)/\(copy.package.program)" } ?? ""
        // The allocator overwrites what is freed, so that using it is noticed.
        var environment = ["MALLOC_PERTURB_": "85", "NO_COLOR": "1", "SWIFT_BACKTRACE": "enable=no"]
        if copy.package.name == "map" {
            environment["FIXTURE_PRODUCTS"] = try copy.buildFixture()
        }
        self.environment = environment
        guard FileManager.default.changeCurrentDirectoryPath(copy.folder.path) else {
            throw Failure("\(copy.folder.path): no folder")
        }
    }

    // MARK: Without a fault

    /// Runs each test by itself, and returns those that fail in the copy, so that they can't be used, with the reason.
    package func measure() throws -> [String] {
        let list = try Command(arguments: [program, "--testing-library", "swift-testing", "--list-tests"]).run().output
        var tests = list.split(separator: "\n").filter { $0.hasPrefix(copy.package.testPrefix) }.map {
            Test.test(String($0))
        }
        if copy.package.hasPrograms { tests += try [.testCases] + copy.buildPrograms().map(Test.program) }
        if tests.isEmpty { throw Failure("\(program) has no tests") }

        let results = Guarded<(runs: [Run], failed: [String])>(([], []))
        try forEachInParallel(tests) { test in
            for attempt in 1...2 {
                let (result, reached) = try self.measure(test)
                if result.ending == .exited(0) {
                    results.change { $0.runs.append(Run(test: test, seconds: result.seconds, reached: reached)) }
                    return
                }
                let said = Self.failedTest(in: result.output) ?? String(result.output.suffix(200))
                if attempt == 2 { results.change { $0.failed.append("\(test.name): \(result.ending) \(said)") } }
            }
        }
        runs = results.value.runs
        return results.value.failed.sorted()
    }

    private func measure(_ test: Test) throws -> (Command.Result, reached: Set<Int>) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("faults-\(UUID().uuidString)")
        // As long as the array of FaultState.
        try Data(count: 1 << 16).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let result = try command([test], ["FAULTS_REACHED": file.path]).run(limit: 120)
        let bytes = try Data(contentsOf: file)
        return (result, Set(bytes.indices.filter { bytes[$0] != 0 }))
    }

    // MARK: With a fault

    /// Calls `report` with each fault and what its tests say, until the time is up.
    package func run(
        _ numbers: [Int], until end: Date, report: @escaping @Sendable (Int, Verdict) -> Void
    ) throws {
        try forEachInParallel(numbers) { number in
            if Date() >= end { return }
            report(number, try self.verdict(number))
        }
    }

    private func verdict(_ number: Int) throws -> Verdict {
        let reaching = runs.filter { $0.reached.contains(number) }
        if reaching.isEmpty { return .notReached }
        for batch in batches(reaching, function: copy.faults[number]!.function) {
            let seconds = batch.reduce(0) { $0 + $1.seconds }
            let tests = batch.map(\.test)
            let result = try command(tests, ["FAULT": "\(number)"]).run(limit: 10 + 3 * seconds) {
                Self.failedTest(in: $0) != nil
            }
            let test = Self.failedTest(in: result.output)
            switch result.ending {
            case .exited(0): continue
            // The testing library's status if no test has these names.
            case .exited(EX_UNAVAILABLE): throw Failure("\(program) was changed meanwhile")
            case .matched: return noticed(by: tests, number, test ?? "?")
            case .exited(let status): return noticed(by: tests, number, test ?? "status \(status)")
            case .signaled(let signal): return noticed(by: tests, number, "a crash (signal \(signal))")
            case .timedOut: return noticed(by: tests, number, "a hang")
            }
        }
        return .notNoticed
    }

    private func noticed(by tests: [Test], _ number: Int, _ reason: String) -> Verdict {
        let function = copy.faults[number]!.function
        noticing.change { noticing in
            if tests.count <= Self.firstBatch { noticing[function, default: []].formUnion(tests) }
        }
        return .noticed(reason)
    }

    private static let firstBatch = 25

    /// The quick tests that reach few faults at first, those that noticed a fault of the function before all; then the
    /// other quick ones; the slow ones at last.
    private func batches(_ runs: [Run], function: String) -> [[Run]] {
        let likely = noticing.value[function] ?? []
        let sorted = runs.sorted {
            (likely.contains($0.test) ? 0 : 1, $0.reached.count, $0.test.name)
                < (likely.contains($1.test) ? 0 : 1, $1.reached.count, $1.test.name)
        }
        let quick = sorted.filter { $0.seconds < 1 && !$0.test.isAlone }
        let slow = sorted.filter { $0.seconds >= 1 && !$0.test.isAlone }
        let alone = sorted.filter(\.test.isAlone).map { [$0] }
        let first = [Array(quick.prefix(Self.firstBatch)), Array(quick.dropFirst(Self.firstBatch))]
        return (first + alone + [slow]).filter { !$0.isEmpty }
    }

    /// The first test that failed, apart from known issues.
    private static func failedTest(in output: String) -> String? {
        output.firstMatch(of: #/✘ Test (.*) recorded an issue/#).map { String($0.1) }
    }

    // MARK: Processes

    private func command(_ tests: [Test], _ variables: [String: String]) -> Command {
        let environment = environment.merging(variables) { $1 }
        switch tests[0] {
        case .program(let path): return Command(arguments: [path], environment: environment)
        case .testCases:
            return Command(arguments: [program, "--testing-library", "xctest"], environment: environment)
        case .test: break
        }
        let names = tests.map { $0.name.replacing(#/[^A-Za-z0-9_]/#) { "\\\($0.0)" } }
        let filter = "^(\(names.joined(separator: "|")))"
        return Command(
            arguments: [program, "--testing-library", "swift-testing", "--filter", filter], environment: environment)
    }

    private func forEachInParallel<Element: Sendable>(_ elements: [Element], _ body: (Element) throws -> Void) throws {
        let next = Guarded(0)
        let failure = Guarded<(any Error)?>(nil)
        // `nonisolated(unsafe)`: what it changes is guarded.
        nonisolated(unsafe) let body = body
        DispatchQueue.concurrentPerform(iterations: processCount) { _ in
            while failure.value == nil {
                let index = next.change { index in
                    defer { index += 1 }
                    return index
                }
                if index >= elements.count { return }
                do { try body(elements[index]) } catch { failure.change { $0 = error } }
            }
        }
        if let failure = failure.value { throw failure }
    }
}

/// A value and its lock, for several threads.
///
/// `@unchecked` because the lock guards the value.
package final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var guarded: Value

    package init(_ value: Value) { guarded = value }

    package var value: Value { lock.withLock { guarded } }

    @discardableResult package func change<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&guarded) } }
}
