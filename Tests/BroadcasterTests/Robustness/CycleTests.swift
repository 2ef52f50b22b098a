import Broadcaster
import Testing

@Suite("Cycles of multicast delegates", .timeLimit(.minutes(10)))
struct CycleTests {
    protocol Listener: Hearing, AnyObject {}

    protocol Player: Listener {
        func play()
    }

    final class Listeners: MulticastDelegate<any Listener>, Listener {
        func hear(_ word: String) { invoke { $0.hear(word) } }
    }

    /// Stands in for players, and is a listener as any player is.
    final class Players: MulticastDelegate<any Player>, Player {
        func hear(_ word: String) { invoke { $0.hear(word) } }
        func play() { invoke { $0.play() } }
    }

    /// Forwards to listeners, and can be one of the players.
    final class PlayingListeners: MulticastDelegate<any Listener>, Player {
        func hear(_ word: String) { invoke { $0.hear(word) } }
        func play() {}
    }

    @Test("adding a multicast delegate to itself traps with a message that names it and the fix")
    func itself() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let listeners = Listeners()
            listeners.add(listeners)
        }
        expectTrap(result, adding: "Listeners", to: "Listeners")
    }

    @Test("so does adding it with +=")
    func itselfByOperator() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let listeners = Listeners()
            listeners += listeners
        }
        expectTrap(result, adding: "Listeners", to: "Listeners")
    }

    @Test("so does adding it where the method is passed as a function")
    func itselfByFunction() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let listeners = Listeners()
            [listeners].forEach(listeners.add)
        }
        expectTrap(result, adding: "Listeners", to: "Listeners")
    }

    @Test("so does a cycle through another")
    func throughAnother() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let first = Listeners()
            let second = Listeners([first])
            withExtendedLifetime((first, second)) { first.add(second) }
        }
        expectTrap(result, adding: "Listeners", to: "Listeners")
    }

    @Test("so does a cycle of a hundred thousand, with other delegates in between")
    func throughMany() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let listener = Named("listener", Log())
            let all = (0..<100_000).map { _ in Listeners([listener]) }
            // In this order, each is added before it forwards to another, so only the last check has a long way to go.
            for (from, to) in zip(all, all.dropFirst()) { from.add(to) }
            withExtendedLifetime(all) { all[all.count - 1].add(all[0]) }
        }
        expectTrap(result, adding: "Listeners", to: "Listeners")
    }

    @Test("so does a cycle through multicast delegates of two protocols")
    func throughTwoProtocols() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let players = Players()
            let listeners = PlayingListeners([players])
            withExtendedLifetime((players, listeners)) { players.add(listeners) }
        }
        expectTrap(result, adding: "PlayingListeners", to: "Players")
    }

    @Test("forwarding to the same delegate twice is no cycle, however often it happens on the way")
    func diamonds() {
        let log = Log<String>()
        let listener = Named("listener", log)
        let last = Listeners([listener])
        let left = Listeners([last])
        let right = Listeners([last])
        Listeners([left, right]).hear("1")
        #expect(log.entries == ["listener 1", "listener 1"])

        var layers = [[last]]
        for _ in 0..<100 {
            let below = layers[layers.count - 1]
            layers.append([Listeners(below), Listeners(below)])
        }
        #expect(layers.allSatisfy { !$0[0].isEmpty })
        withExtendedLifetime((listener, last, left, right)) {}
    }

    @Test("after a removal or a deallocation opens a chain, it may be closed elsewhere")
    func openedChain() {
        let first = Listeners()
        let second = Listeners([first])
        second.remove(first)
        first.add(second)
        #expect(first.contains(second))

        let third = Listeners()
        var between: Listeners? = Listeners([third])
        let fourth = Listeners([between!])
        between = nil
        third.add(fourth)
        #expect(third.contains(fourth))
        withExtendedLifetime((first, second, third, fourth)) {}
    }

    @Test("a delegate that calls back is no cycle")
    func callingBack() {
        let log = Log<String>()
        let listener = Named("listener", log)
        let inner = Listeners([listener])
        let outer = Listeners([inner])
        listener.onHearing = { depth in
            let depth = Int(depth)!
            if depth < 100 { outer.hear("\(depth + 1)") }
        }
        outer.hear("1")
        #expect(log.entries == (1...100).map { "listener \($0)" })
        withExtendedLifetime((listener, inner, outer)) {}
    }

    private func expectTrap(
        _ result: ExitTest.Result?, adding added: String, to owner: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        expectMessage(
            result, contains: "CycleTests.\(added)' can't be a delegate of",
            "CycleTests.\(owner)', to which it forwards",
            "Leave it out, or first remove 'BroadcasterTests.CycleTests.\(owner)' from the delegates", at: location)
    }
}

extension Named: CycleTests.Listener {}
