import Broadcaster
import Foundation

/// A test with its own broadcaster, and what it reports about its broadcasts.
///
/// A broadcast is *pending* until it is delivered to every observer, and *settled* once closures that await have *handled*
/// its messages, too. The test has *awaited* it if it called `settled()` since, or read what a recorder received of it.
final class IsolatedTest: Sendable {
    /// The test that the code belongs to.
    @TaskLocal static var current: IsolatedTest?

    /// The number of seconds that a test waits for a closure or a queue at its end.
    ///
    /// It is less than a minute, which is the shortest time limit of a test.
    static let timeLimit: TimeInterval = 30

    let broadcaster = Broadcaster()
    let id: IsolatedTest.ID
    let sent: SentBroadcasts
    private let trace: TestTrace?

    private let timeLimit: TimeInterval
    private let state = Locked(State())

    private struct State {
        /// What was reported, or added to a failure.
        var named: Set<String> = []
        var areUnsettledNamed = false
        var reports: [String] = []
        var recorders: [() -> String?] = []
        /// What to report about recorders that belong to other tests.
        var misplacedRecorders: Set<String> = []
    }

    init(named name: String, timeLimit: TimeInterval) {
        self.timeLimit = timeLimit
        trace = TestTrace.start(of: name, with: broadcaster)
        id = StrayBroadcasts.monitor.isolatedTestStarts(named: name)
        sent = SentBroadcasts(of: id)
        broadcaster.register((any Broadcaster.Monitor).self, ofTest: sent)
        // This also keeps it as long as the broadcaster, which an object may use after the test.
        broadcaster.onSettling { [sent] in sent.noteWait() }
    }

    /// The test that the code belongs to, if this is its broadcaster.
    static func current(of broadcaster: Broadcaster) -> IsolatedTest? {
        current?.broadcaster === broadcaster ? current : nil
    }

    /// Adds what the reader of a recorder missed to the reports of the test, and records until the test ends, because
    /// a message that the reader missed may arrive after the recorder was released.
    func add<Message>(_ received: ReceivedMessages<Message>, _ observation: Broadcaster.Observation) {
        state.withLock { $0.recorders.append { withExtendedLifetime(observation) { received.report } } }
    }

    /// Adds a report of a recorder that the test uses, and that can't receive what the test sends.
    func addMisplacedRecorder(_ report: String) {
        if StrayBroadcasts.monitor.isAllowing { return }
        state.withLock { _ = $0.misplacedRecorders.insert(report) }
    }

    /// Returns possible causes of a failure that is recorded now: its pending broadcasts, or what it missed on its
    /// other channels.
    ///
    /// It returns nothing to an observer that fails on the main queue, or in a closure that awaits, because the
    /// broadcast that it receives is pending.
    func possibleCauses() -> [String] {
        if Broadcaster.isReceiving { return [] }
        let pending = sent.pending
        let unhandled = Set(broadcaster.unhandledMessages.map(\.channel))
        let unsettledChannels = unhandled.union(pending.map(\.protocolName))
        let list = pending.map(\.listing) + unhandled.sorted().map { "'\($0)' in a closure that awaits" }
        return causes(
            of: unsettledChannels,
            """
            Pending broadcasts: \(list.joined(separator: ", ")). If a check is about what they cause, await \
            'Broadcaster.settled()' before it.
            """)
    }

    /// Returns possible causes of an error that the test threw: the broadcasts that it hadn't waited for, or what it
    /// missed on its other channels.
    func possibleCausesOfError() -> [String] {
        let unawaited = sent.unawaited
        let list = unawaited.map(\.listing)
        return causes(
            of: Set(unawaited.map(\.protocolName)),
            """
            The test threw an error, and hadn't waited for these broadcasts: \(list.joined(separator: ", ")). If the \
            error is about what they cause, await 'Broadcaster.settled()' before it.
            """)
    }

    /// Returns a text about unsettled channels, if there are any, and what the test missed on the others.
    private func causes(of unsettledChannels: Set<String>, _ text: String) -> [String] {
        var causes = state.withLock { $0.misplacedRecorders }.sorted()
        // The test knows nothing of its broadcasts that such a recorder would have received.
        let unsettledChannels = causes.isEmpty ? unsettledChannels : []
        var otherChannels = Set(broadcaster.channelNames).subtracting(unsettledChannels)
        // A monitor is no part of what a test is about.
        otherChannels.remove(typeName((any Broadcaster.Monitor).self))
        causes += StrayBroadcasts.monitor.reports(on: otherChannels, in: id, hasSentTo: sent.channels)
        causes += ObserversElsewhere.reports(on: otherChannels, besidesThoseOf: broadcaster)
        let unobserved = sent.unobserved.filter { otherChannels.contains($0.protocolName) }.map(\.listing)
        if !unobserved.isEmpty {
            causes.append(
                """
                Nothing observed these broadcasts: \(unobserved.joined(separator: ", ")). An observer receives what is \
                sent after it was registered, and while it is alive.
                """)
        }
        if !unsettledChannels.isEmpty { causes.append(text) }
        state.withLock { state in
            state.named.formUnion(causes)
            state.areUnsettledNamed = state.areUnsettledNamed || !unsettledChannels.isEmpty
        }
        return causes
    }

    /// Reports the possible causes of an error that the test throws, which can't have comments.
    func reportCausesOfError() {
        let causes = possibleCausesOfError()
        if !causes.isEmpty { state.withLock { $0.reports.append(causes.joined(separator: "\n")) } }
    }

    /// Ends the test, and returns what it reports.
    ///
    /// A test that was skipped reports only what no other test would report.
    func end(isSkipped: Bool = false) -> [String] {
        let shared = StrayBroadcasts.monitor.isolatedTestEnds(id)
        ObserversElsewhere.testEnds(self)
        if isSkipped { return shared }
        let missed = state.withLock { $0.recorders }.compactMap { $0() }
        return state.withLock { state in
            let unnamed = (shared + state.misplacedRecorders.sorted()).filter { !state.named.contains($0) }
            return state.reports + unnamed + (state.areUnsettledNamed ? [] : missed)
        }
    }

    /// Whether a broadcast is pending, or a message unhandled.
    var isUnsettled: Bool { !sent.pending.isEmpty || !broadcaster.unhandledMessages.isEmpty }

    /// Waits until what the test sent is delivered and handled, or until the time is over, and reports what isn't.
    func settle() async {
        let settling = Task {
            await broadcaster.settled()
            return !Task.isCancelled
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit) { settling.cancel() }
        if await !settling.value { reportUnsettled() }
    }

    /// Reports the closures that didn't return in time, or if there are none, what a queue didn't deliver in time.
    func reportUnsettled() {
        let pending = sent.pending.map {
            """
            '\($0.protocolName)', broadcast at \($0.place), wasn't delivered within \(time). The end of the test waits for it.
            """
        }
        let handled = broadcaster.unhandledMessages
        // Once all is delivered, the end of the test waits for each of them, even if `settled()` hasn't asked yet.
        let late = pending.isEmpty ? handled : handled.filter(\.isAwaited)
        let new = late.isEmpty ? pending : Set(late.map(reportOfLateClosure)).sorted()
        state.withLock { state in state.reports += new.filter { state.named.insert($0).inserted } }
    }

    /// Reports each closure for which a call of `settled()` in the test waits too long, until its task is canceled.
    ///
    /// The call waits on, because it has no time limit.
    func watch(_ report: (String) -> Void) async {
        var waitedFor: Set<UInt> = []
        while (try? await Task.sleep(nanoseconds: UInt64(timeLimit * 1_000_000_000))) != nil {
            let awaited = broadcaster.unhandledMessages.filter(\.isAwaited)
            let late = awaited.filter { waitedFor.contains($0.number) }
            for text in Set(late.map(reportOfLateClosure)).sorted() {
                if state.withLock({ $0.named.insert(text).inserted }) { report(text) }
            }
            waitedFor = Set(awaited.map(\.number))
        }
    }

    private func reportOfLateClosure(_ message: UnhandledMessage) -> String {
        """
        A closure that awaits the messages of '\(message.channel)' didn't return within \(time). 'settled()' and the end \
        of the test wait for it.
        """
    }

    private var time: String { String(format: "%g seconds", timeLimit) }
}
