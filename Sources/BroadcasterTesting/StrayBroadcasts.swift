import Broadcaster
import Testing

/// The isolated tests that run, and the broadcasts that they may miss, because they were sent with another broadcaster.
///
/// There are two such broadcasters. Code that left the task of a test uses the shared one. An object that one test
/// created and others use, such as a singleton, keeps the broadcaster of that test.
///
/// A test that notifies in its own task, and is bound to no broadcaster, means the shared one, and what its broadcast
/// calls may broadcast in turn. Only code that left the task of a test is unaware of it.
final class StrayBroadcasts: Broadcaster.Monitor {
    static let monitor = {
        let monitor = StrayBroadcasts()
        Broadcaster.shared.register((any Broadcaster.Monitor).self, ofTest: monitor)
        return monitor
    }()

    private struct State {
        var runningTests: Set<Int> = []
        var allowingTests = 0
        /// Counts tests and stray broadcasts.
        var count = 0
        /// What tests that run may miss.
        var latest: [StrayBroadcast.Path: StrayBroadcast] = [:]
        /// The latest broadcast with the shared broadcaster of each channel that no test has reported.
        var unreported: [String: StrayBroadcast] = [:]
        var reported: Set<String> = []

        mutating func nextNumber() -> Int {
            count += 1
            return count
        }

        func isRunning(_ test: IsolatedTest.ID?) -> Bool { test.map { runningTests.contains($0.number) } ?? false }

        mutating func note(
            _ broadcast: Broadcaster.Broadcast, from sender: IsolatedTest.ID?, to owner: IsolatedTest.ID?
        ) {
            let channel = broadcast.protocolName
            let path = StrayBroadcast.Path(channel: channel, owner: owner, sender: sender)
            let stray = StrayBroadcast(
                path: path, number: nextNumber(), place: broadcast.place, isOwnerRunning: isRunning(owner))
            latest[path] = stray
            if owner == nil, !reported.contains(channel) { unreported[channel] = stray }
        }
    }

    private let state = Locked(State())

    /// Returns the name of a test that starts, and a number that is higher than those of what happened before.
    func isolatedTestStarts(named name: String) -> IsolatedTest.ID {
        state.withLock { state in
            let number = state.nextNumber()
            state.runningTests.insert(number)
            return IsolatedTest.ID(name: name, number: number)
        }
    }

    /// Returns what no test reported yet: a broadcast of each channel with the shared broadcaster, and a second copy of
    /// the library.
    func isolatedTestEnds(_ test: IsolatedTest.ID) -> [String] {
        state.withLock { state in
            state.runningTests.remove(test.number)
            if state.runningTests.isEmpty { state.latest = [:] }
            // The first copy is that of the app that hosts the tests.
            let isNewCopy = isOfSecondCopy(Broadcaster.self) && state.reported.insert(Self.reportOfCopies).inserted
            let new = state.unreported.values.sorted { $0.path.channel < $1.path.channel }
            state.reported.formUnion(state.unreported.keys)
            state.unreported = [:]
            return (isNewCopy ? [Self.reportOfCopies] : []) + new.map { $0.report(in: test) }
        }
    }

    func allowingTestStarts() { state.withLock { $0.allowingTests += 1 } }

    func allowingTestEnds() { state.withLock { $0.allowingTests -= 1 } }

    /// Whether a test runs that uses the shared broadcaster on purpose.
    var isAllowing: Bool { state.withLock { $0.allowingTests > 0 } }

    /// Returns the broadcasts that a test may have missed on its channels since it started.
    ///
    /// Code that left its task may belong to another test that runs. So what such code sent with the broadcaster of a
    /// running test is missed only on a channel to which the test has sent nothing itself.
    func reports(
        on channels: Set<String>, in test: IsolatedTest.ID, hasSentTo sentChannels: Set<String>
    ) -> [String] {
        state.withLock { Array($0.latest.values) }
            .filter { $0.number > test.number && channels.contains($0.path.channel) }
            .filter { $0.isMissed(in: test, hasSentTo: sentChannels) }
            .sorted { ($0.path.channel, $0.number) < ($1.path.channel, $1.number) }
            .map { $0.report(in: test) }
    }

    private static let reportOfCopies = """
        The tests and the app that hosts them have two copies of Broadcaster, each with a shared broadcaster of its \
        own, so the tests neither isolate nor record what the app broadcasts. Link the library once: to the app only, \
        or to both as a dynamic product.
        """

    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
        // XCTest has no `Test.current`.
        guard Test.current == nil, IsolatedTest.current == nil, broadcast.cause == nil else { return }
        state.withLock { state in
            if !state.runningTests.isEmpty, state.allowingTests == 0 { state.note(broadcast, from: nil, to: nil) }
        }
    }

    /// Notes a broadcast that is sent with the broadcaster of a test, unless the test sends it while it runs.
    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast, of owner: IsolatedTest.ID) {
        let sender = IsolatedTest.current?.id
        state.withLock { state in
            if state.runningTests.isEmpty { return }
            // A task that is left behind isn't in a test.
            let sender = state.isRunning(sender) ? sender : nil
            if state.isRunning(owner) && (sender == owner || sender == nil && broadcast.cause != nil) { return }
            state.note(broadcast, from: sender, to: owner)
        }
    }

    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {}
}

extension IsolatedTest {
    /// An isolated test, of which there may be several of one name.
    struct ID: Hashable, Sendable {
        let name: String
        let number: Int
    }
}
