import Broadcaster
import Foundation
import Testing

/// What a test may miss because it was sent, or registered, with another broadcaster than its own.
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
        var latest: [StrayBroadcast.Path: StrayBroadcast] = [:]
        var reported: Set<String> = []
        /// What was registered with the shared broadcaster while it was watched.
        var unexpected = WatchedRegistrations()
        /// The observers that outlived the test with whose broadcaster they were registered.
        var leftBehind: [(observer: RegisteredObserver, owner: IsolatedTest.ID)] = []

        var isWatching: Bool { !runningTests.isEmpty && allowingTests == 0 }

        mutating func nextNumber() -> Int {
            count += 1
            return count
        }

        func isRunning(_ test: IsolatedTest.ID?) -> Bool { runningTests.contains { $0 == test?.number } }

        mutating func note(
            _ broadcast: Broadcaster.Broadcast, from sender: IsolatedTest.ID?, to owner: IsolatedTest.ID?
        ) {
            let path = StrayBroadcast.Path(channel: broadcast.protocolName, owner: owner, sender: sender)
            latest[path] = StrayBroadcast(
                path: path, number: nextNumber(), place: broadcast.place, isOwnerRunning: isRunning(owner))
        }
    }

    private let state = Locked(State())

    /// Returns the name of a test that starts, and a number that is higher than those of what happened before.
    func isolatedTestStarts(named name: String) -> IsolatedTest.ID {
        changeTests { state in
            let number = state.nextNumber()
            state.runningTests.insert(number)
            return IsolatedTest.ID(name: name, number: number)
        }
    }

    /// Returns what no test reported yet: a broadcast of each channel with the shared broadcaster, and a second copy of
    /// the library.
    func isolatedTestEnds(_ test: IsolatedTest.ID, leaving observers: [RegisteredObserver]) -> [String] {
        changeTests { state in
            state.runningTests.remove(test.number)
            state.leftBehind = state.leftBehind.filter(\.observer.isAlive) + observers.map { ($0, test) }
            let new = state.latest.values.filter {
                $0.path.owner == nil && state.reported.insert($0.path.channel).inserted
            }
            // The first copy is that of the app that hosts the tests.
            let isNewCopy = isOfSecondCopy(Broadcaster.self) && state.reported.insert(Self.reportOfCopies).inserted
            return (isNewCopy ? [Self.reportOfCopies] : [])
                + new.sorted { $0.path.channel < $1.path.channel }.map { $0.report(in: test) }
        }
    }

    func allowingTestStarts() { changeTests { $0.allowingTests += 1 } }

    func allowingTestEnds() { changeTests { $0.allowingTests -= 1 } }

    /// Changes which tests run, and notes when the shared broadcaster begins or ends to be watched.
    private func changeTests<R>(_ change: (inout State) -> R) -> R {
        state.withLock { state in
            let wasWatching = state.isWatching
            let result = change(&state)
            if state.isWatching != wasWatching { state.unexpected.toggle() }
            return result
        }
    }

    /// Returns what a test may have missed on its channels: broadcasts since it started, and observers.
    ///
    /// Code that left its task may belong to another test that runs. So what such code sent with the broadcaster of a
    /// running test is missed only on a channel to which the test has sent nothing itself.
    func reports(
        on channels: Set<String>, of broadcaster: Broadcaster, in test: IsolatedTest.ID,
        hasSentTo sentChannels: Set<String>
    ) -> [String] {
        let (broadcasts, left, unexpected) = state.withLock { state in
            (
                state.latest.values.filter { $0.number > test.number && channels.contains($0.path.channel) },
                state.leftBehind.filter { channels.contains($0.observer.channel) },
                state.isWatching ? state.unexpected : nil
            )
        }
        let missed = broadcasts.filter { $0.isMissed(in: test, hasSentTo: sentChannels) }
            .sorted { ($0.path.channel, $0.number) < ($1.path.channel, $1.number) }
        // Outside the lock, because what lists observers releases them.
        var observers = reports(on: left, besidesThoseOf: broadcaster)
        if let unexpected { observers += reportsOfShared(on: channels, in: unexpected) }
        return missed.map { $0.report(in: test) } + observers.sorted()
    }

    private func reports(
        on leftBehind: [(observer: RegisteredObserver, owner: IsolatedTest.ID)], besidesThoseOf broadcaster: Broadcaster
    ) -> [String] {
        if leftBehind.isEmpty { return [] }
        // XCTest keeps what its test cases create for each test. A singleton is one of which there is no other.
        let own = Set(broadcaster.registeredObservers.map(\.listing))
        let groups = Dictionary(grouping: leftBehind.filter(\.observer.isAlive)) { $0.observer.listing }
        return groups.filter { $0.value.count == 1 && !own.contains($0.key) }.map { listing, observers in
            """
            \(listing) with the broadcaster of another test, '\(observers[0].owner.name)'. \(Self.explanationOfOther)
            """
        }
    }

    private func reportsOfShared(on channels: Set<String>, in unexpected: WatchedRegistrations) -> [String] {
        let observers = Broadcaster.shared.registeredObservers.filter {
            channels.contains($0.channel) && unexpected.contain($0)
        }
        return Set(observers.map(\.listing)).map { listing in
            """
            \(listing) with the shared broadcaster, registered by this test or another one while isolated \
            tests ran. \(Self.explanationOfShared("observer", "register"))
            """
        }
    }

    static let explanationOfOther = """
        An object that one test creates and others use, such as a singleton, keeps the broadcaster of that test: create \
        a new one for each test, or pass it the broadcaster.
        """

    static func explanationOfShared(_ object: String, _ verb: String) -> String {
        """
        A dispatch queue and a detached task don't inherit the broadcaster of a test: store 'Broadcaster.current' when \
        the \(object) is created, and \(verb) with it. If a test is meant to use the shared broadcaster, give it the \
        trait '.allowsSharedBroadcasts', or override 'allowsSharedBroadcasts' of its test case.
        """
    }

    private static let reportOfCopies = """
        The tests and the app that hosts them have two copies of Broadcaster, each with a shared broadcaster of its \
        own, so the tests neither isolate nor record what the app broadcasts. Link the library once: to the app only, \
        or to both as a dynamic product.
        """

    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
        // XCTest has no `Test.current`.
        guard Test.current == nil, IsolatedTest.current == nil, broadcast.cause == nil else { return }
        state.withLock { if $0.isWatching { $0.note(broadcast, from: nil, to: nil) } }
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

/// The registrations that were made with the shared broadcaster while it was watched.
private struct WatchedRegistrations {
    /// The latest registrations when it last began to be watched, by the name of the protocol.
    private var latest: [String: Int] = [:]
    /// The numbers of those that were made while it was watched before.
    private var earlier: [String: [ClosedRange<Int>]] = [:]
    private var isWatched = false

    /// Begins or ends to watch.
    mutating func toggle() {
        isWatched.toggle()
        Broadcaster.shared.forEachChannel { name, number in
            if isWatched {
                latest[name] = number
            } else if number > latest[name, default: 0] {
                earlier[name, default: []].append(latest[name, default: 0] + 1...number)
            }
        }
    }

    /// Whether they contain that of an observer, while it is watched.
    func contain(_ observer: RegisteredObserver) -> Bool {
        observer.number > latest[observer.channel, default: 0]
            || earlier[observer.channel, default: []].contains { $0.contains(observer.number) }
    }
}

extension IsolatedTest {
    /// An isolated test, of which there may be several of one name.
    struct ID: Hashable, Sendable {
        let name: String
        let number: Int
    }
}

/// A broadcast that was sent with another broadcaster than that of the test that sent it.
struct StrayBroadcast {
    /// From where to where it was sent.
    struct Path: Hashable {
        let channel: String
        /// The test with whose broadcaster it was sent; `nil` for the shared one.
        let owner: IsolatedTest.ID?
        /// The test that sent it, if that is known, and it runs.
        let sender: IsolatedTest.ID?
    }

    let path: Path
    /// Its place among the tests and such broadcasts of a run.
    let number: Int
    let place: String
    let isOwnerRunning: Bool

    /// Whether a test may have expected it, or not have expected it, on one of its channels.
    func isMissed(in test: IsolatedTest.ID, hasSentTo channels: Set<String>) -> Bool {
        if path.owner == nil || path.sender == test { return true }
        if path.owner == test { return path.sender != nil }
        return path.sender == nil && (!isOwnerRunning || !channels.contains(path.channel))
    }

    func report(in test: IsolatedTest.ID) -> String {
        guard let owner = path.owner else {
            return """
                '\(path.channel)' was broadcast with the shared broadcaster at \(place), by this test or another one, \
                while isolated tests ran. \
                \(StrayBroadcasts.explanationOfShared("sender", "notify"))
                """
        }
        let sender = owner == test ? path.sender : nil
        let whose = sender.map { "this test, by another test, '\($0.name)'" } ?? "another test, '\(owner.name)'"
        return """
            '\(path.channel)' was broadcast at \(place) with the broadcaster of \(whose). \
            \(StrayBroadcasts.explanationOfOther)
            """
    }
}

extension RegisteredObserver {
    fileprivate var listing: String { "'\(channel)' is observed by \(description)" }
}
