import Broadcaster
import Testing

@Suite("Multicast delegates in a circle", .timeLimit(.minutes(1)))
struct CircleTests {
    protocol Hearer: AnyObject {
        func hear(_ depth: Int)
    }

    protocol Player: Hearer {
        func play(_ depth: Int)
    }

    final class Hearers: MulticastDelegate<any Hearer>, Hearer {
        func hear(_ depth: Int) { invoke { $0.hear(depth) } }
    }

    /// Stands in for players, and as one of them for a hearer.
    final class Players: MulticastDelegate<any Player>, Player {
        func hear(_ depth: Int) { invoke { $0.hear(depth) } }
        func play(_ depth: Int) { invoke { $0.play(depth) } }
    }

    /// Hands on as hearers do, and can be one of the players.
    final class PlayingHearers: MulticastDelegate<any Hearer>, Player {
        func hear(_ depth: Int) { invoke { $0.hear(depth) } }
        func play(_ depth: Int) {}
    }

    final class Ear: Hearer {
        var heard: [Int] = []
        var onHearing: ((Int) -> Void)?

        func hear(_ depth: Int) {
            heard.append(depth)
            onHearing?(depth)
        }
    }

    @Test("one that is added to itself stops the program, which names it and the mend")
    func itself() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let hearers = Hearers()
            hearers.add(hearers)
        }
        expectComplaint(in: result, of: "CircleTests.Hearers", to: "CircleTests.Hearers")
    }

    @Test("so does one that is added to itself by an operator")
    func itselfByOperator() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let hearers = Hearers()
            hearers += hearers
        }
        expectComplaint(in: result, of: "CircleTests.Hearers", to: "CircleTests.Hearers")
    }

    @Test("so does one that is added through another")
    func throughAnother() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let first = Hearers()
            let second = Hearers([first])
            withExtendedLifetime((first, second)) { first.add(second) }
        }
        expectComplaint(in: result, of: "CircleTests.Hearers", to: "CircleTests.Hearers")
    }

    @Test("so does a circle of a hundred thousand, with others in between")
    func throughMany() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let ear = Ear()
            let all = (0..<100_000).map { _ in Hearers([ear]) }
            // In this order, each hands on to nobody yet when it is looked through.
            for (from, to) in zip(all, all.dropFirst()) { from.add(to) }
            withExtendedLifetime(all) { all[all.count - 1].add(all[0]) }
        }
        expectComplaint(in: result, of: "CircleTests.Hearers", to: "CircleTests.Hearers")
    }

    @Test("so does a circle through multicast delegates of two protocols")
    func throughTwoProtocols() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let players = Players()
            let hearers = PlayingHearers([players])
            withExtendedLifetime((players, hearers)) { players.add(hearers) }
        }
        expectComplaint(in: result, of: "CircleTests.PlayingHearers", to: "CircleTests.Players")
    }

    @Test("one that hands on to another twice is no circle, however many such steps there are")
    func diamonds() {
        let ear = Ear()
        let last = Hearers([ear])
        let left = Hearers([last])
        let right = Hearers([last])
        Hearers([left, right]).hear(1)
        #expect(ear.heard == [1, 1])

        var layers = [[last]]
        for _ in 0..<100 {
            let below = layers[layers.count - 1]
            layers.append([Hearers(below), Hearers(below)])
        }
        #expect(layers.allSatisfy { !$0[0].isEmpty })
        withExtendedLifetime((ear, last, left, right)) {}
    }

    @Test("a circle that was cut open may be closed elsewhere")
    func cut() {
        let first = Hearers()
        let second = Hearers([first])
        second.remove(first)
        first.add(second)
        #expect(first.contains(second))

        let third = Hearers()
        var between: Hearers? = Hearers([third])
        let fourth = Hearers([between!])
        between = nil
        third.add(fourth)
        #expect(third.contains(fourth))
        withExtendedLifetime((first, second, third, fourth)) {}
    }

    @Test("a delegate that calls back is no circle")
    func callingBack() {
        let ear = Ear()
        let inner = Hearers([ear])
        let outer = Hearers([inner])
        ear.onHearing = { depth in if depth < 100 { outer.hear(depth + 1) } }
        outer.hear(1)
        #expect(ear.heard == Array(1...100))
        withExtendedLifetime((ear, inner, outer)) {}
    }

    private func expectComplaint(in result: ExitTest.Result?, of added: String, to owner: String) {
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("\(added)' can't be a delegate of"))
        #expect(message.contains("\(owner)', to which it forwards"))
        #expect(message.contains("Leave it out, or first remove"))
    }
}
