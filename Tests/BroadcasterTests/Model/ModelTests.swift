import Foundation
import Testing

/// Random programs, run by a model and by the real thing: every call, its order and its receiver must agree.
///
/// `BROADCASTER_MODEL_PROGRAMS` sets how many; then they begin at a seed drawn by chance, and `BROADCASTER_MODEL_SEED`
/// sets where.
@Suite("Model")
@MainActor
struct ModelTests {
    @Test("the real thing does what the model does", .timeLimit(.minutes(60)))
    func agrees() async {
        let wanted = number("BROADCASTER_MODEL_PROGRAMS")
        let first = number("BROADCASTER_MODEL_SEED") ?? (wanted == nil ? 0 : .random(in: 0..<1 << 32))
        let count = wanted ?? 6000
        if wanted != nil { print("model: \(count) programs from seed \(first) on") }
        var steps = 0
        var events = 0
        for seed in first..<first + count {
            var generator = ProgramGenerator(seed: seed)
            let program = generator.program()
            let run = await run(program)
            steps += run.steps
            events += run.expected.count
            if run.expected != run.seen {
                await report(program, seed: seed)
                return
            }
        }
        print("model: \(count) programs from seed \(first) on, \(steps) operations, \(events) events: all agree")
    }

    private func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
    }

    private func run(_ program: [Step]) async -> (expected: [Event], seen: [Event], steps: Int) {
        let model = Model()
        model.run(program)
        let thing = RealThing()
        await thing.run(program)
        return (model.events, thing.events, model.steps)
    }

    private func report(_ program: [Step], seed: UInt64) async {
        let program = await shrunk(program) {
            let run = await self.run($0)
            return run.expected != run.seen
        }
        let run = await run(program)
        let agreed = zip(run.expected, run.seen).prefix { $0 == $1 }.count
        Issue.record(
            """
            The program of seed \(seed), shrunk:
            \(program.listed())
            After \(run.expected.prefix(agreed))
            the model does   \(run.expected.dropFirst(agreed))
            the real thing   \(run.seen.dropFirst(agreed))
            """)
    }

    /// The smallest program that is found to fail still.
    private func shrunk(_ program: [Step], while fails: ([Step]) async -> Bool) async -> [Step] {
        var program = program
        var shrinks = true
        while shrinks {
            shrinks = false
            for smaller in program.smaller where await fails(smaller) {
                program = smaller
                shrinks = true
                break
            }
        }
        return program
    }

    @Test("a program that fails is shrunk to what makes it fail", .timeLimit(.minutes(1)))
    func shrinks() async {
        let nested: [Step] = [
            .create(shelf: 1, last: [.drop(shelf: 2), .unregisterAll(Place(centre: 0, channel: 0))]), .settle,
        ]
        let program: [Step] =
            (0..<50).map { .drop(shelf: $0) } + [.scope(1, [.drop(shelf: 1), .scope(2, nested)])]
            + (0..<50).map { .drop(shelf: $0) }
        let smallest = await shrunk(program) { $0.listed().contains("unregisterAll") }
        let expected: [Step] = [
            .scope(1, [.scope(2, [.create(shelf: 1, last: [.unregisterAll(Place(centre: 0, channel: 0))])])])
        ]
        #expect(smallest == expected)
    }
}
