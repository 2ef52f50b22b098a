import Foundation
import TestSupport
import Testing

/// Random programs, run by a model and by the system under test: every call, its order and its receiver must agree.
///
/// `BROADCASTER_MODEL_PROGRAMS` sets how many programs; they then start at a random seed. `BROADCASTER_MODEL_SEED` sets
/// the seed to start at.
@Suite("Model", .watched)
struct ModelTests {
    @Test(
        "random programs make the same calls, in the same order, as a model of the contract", .timeLimit(.minutes(60)))
    func agrees() async {
        let wanted = number("BROADCASTER_MODEL_PROGRAMS")
        let first = number("BROADCASTER_MODEL_SEED") ?? (wanted == nil ? 0 : .random(in: 0..<1 << 32))
        let count = wanted ?? 1000
        if wanted != nil { print("model: \(count) programs from seed \(first) on") }
        var steps = 0
        var events = 0
        for seed in first..<first + count {
            var generator = ProgramGenerator(seed: seed)
            let program = generator.program()
            let run = await run(program)
            steps += run.steps
            events += run.expected.count
            if run.expected != run.observed {
                await report(program, seed: seed)
                return
            }
        }
        if wanted != nil { print("model: \(steps) operations, \(events) events: all agree") }
    }

    private func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
    }

    private func run(_ program: [Step]) async -> (expected: [Event], observed: [Event], steps: Int) {
        let model = Model()
        model.run(program)
        let system = SystemUnderTest()
        await system.run(program)
        return (model.events, system.events, model.stepCount)
    }

    private func report(_ program: [Step], seed: UInt64) async {
        let program = await reduced(program) {
            let run = await self.run($0)
            return run.expected != run.observed
        }
        let run = await run(program)
        let agreed = zip(run.expected, run.observed).prefix { $0 == $1 }.count
        Issue.record(
            """
            The program of seed \(seed), reduced:
            \(program.listed())
            After        \(run.expected.prefix(agreed))
            expected     \(run.expected.dropFirst(agreed))
            but observed \(run.observed.dropFirst(agreed))
            """)
    }

    /// The smallest program found that still fails.
    private func reduced(_ program: [Step], while fails: ([Step]) async -> Bool) async -> [Step] {
        var program = program
        var mayShrink = true
        while mayShrink {
            mayShrink = false
            for smaller in program.smaller where await fails(smaller) {
                program = smaller
                mayShrink = true
                break
            }
        }
        return program
    }

    @Test("a failing program is reduced to the steps that make it fail", .timeLimit(.minutes(60)))
    func reduces() async {
        let nested: [Step] = [
            .create(slot: 1, onDeinit: [.release(slot: 2), .unregisterAll(Channel(owner: 0, number: 0))]), .settle,
        ]
        let program: [Step] =
            (0..<50).map { .release(slot: $0) }
            + [.withCurrent(1, [.release(slot: 1), .withCurrent(2, nested)])]
            + (0..<50).map { .release(slot: $0) }
        let smallest = await reduced(program) { $0.listed().contains("unregisterAll") }
        let expected: [Step] = [
            .withCurrent(
                1, [.withCurrent(2, [.create(slot: 1, onDeinit: [.unregisterAll(Channel(owner: 0, number: 0))])])])
        ]
        #expect(smallest == expected)
    }
}
