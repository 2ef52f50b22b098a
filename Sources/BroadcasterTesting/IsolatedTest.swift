import Broadcaster
import Foundation

/// A test with its own broadcaster, and what went wrong with its broadcasts.
///
/// `@unchecked` because the lock guards what changes.
final class IsolatedTest: Unreflected, @unchecked Sendable {
    /// The test that the code belongs to.
    @TaskLocal static var current: IsolatedTest?

    /// The number of seconds that a test waits for a closure or a queue at its end.
    ///
    /// It is less than a minute, which is the shortest time limit of a test.
    static let timeLimit: TimeInterval = 30

    let broadcaster = Broadcaster()
    let id: TestID
    let pending: PendingBroadcasts
    private let trace: TestTrace?

    private let timeLimit: TimeInterval
    private var namedCauses: Set<String> = []
    private var isPendingNamed = false
    private var namedDelays: Set<String> = []
    private var reports: [String] = []
    private var recorders: [() -> String?] = []
    private let lock = NSLock()

    init(named name: String, timeLimit: TimeInterval) {
        self.timeLimit = timeLimit
        trace = TestTrace.start(of: name, with: broadcaster)
        id = StrayBroadcasts.monitor.isolatedTestStarts(named: name)
        pending = PendingBroadcasts(of: id)
        broadcaster.register((any Broadcaster.Monitor).self, ofTest: pending)
        // This also keeps it as long as the broadcaster, which an object may use after the test.
        broadcaster.onSettling { [pending] in pending.wereAwaited() }
    }

    /// The test that the code belongs to, if this is its broadcaster.
    static func current(of broadcaster: Broadcaster) -> IsolatedTest? {
        current?.broadcaster === broadcaster ? current : nil
    }

    /// Adds what the reader of a recorder missed to the reports of the test, and records until the test ends, because
    /// a message that the reader missed may arrive after the recorder was released.
    func add<Message>(_ received: ReceivedMessages<Message>, _ observation: Broadcaster.Observation) {
        lock.withLock { recorders.append { withExtendedLifetime(observation) { received.report } } }
    }

    /// Returns possible causes of a failure that is recorded now: its pending broadcasts, or what was sent or registered
    /// on its channels with another broadcaster.
    ///
    /// It returns nothing to an observer that fails on the main queue, or in a closure that awaits, because the
    /// broadcast that it receives is pending.
    func possibleCauses() -> [String] {
        if Broadcaster.isReceiving { return [] }
        let undelivered = pending.first
        let unhandled = Set(broadcaster.handledMessages.map(\.channel))
        let pendingChannels = unhandled.union(undelivered.map(\.protocolName))
        let list =
            undelivered.map { "'\($0.protocolName)' from \($0.place)" }
            + unhandled.sorted().map { "'\($0)' in a closure that awaits" }
        return causes(
            of: pendingChannels,
            """
            Pending broadcasts: \(list.joined(separator: ", ")). If a check is about what they cause, await \
            'Broadcaster.settled()' before it.
            """)
    }

    /// Returns possible causes of an error that the test threw: the broadcasts that it hadn't waited for, or what was
    /// sent or registered on its channels with another broadcaster.
    func possibleCausesOfError() -> [String] {
        let unawaited = pending.firstUnawaited
        let list = unawaited.map { "'\($0.protocolName)' from \($0.place)" }
        return causes(
            of: Set(unawaited.map(\.protocolName)),
            """
            The test threw an error, and hadn't waited for these broadcasts: \(list.joined(separator: ", ")). If the \
            error is about what they cause, await 'Broadcaster.settled()' before it.
            """)
    }

    /// Returns a text about some channels, if there are any, and what happened on the others with another broadcaster.
    private func causes(of pendingChannels: Set<String>, _ text: String) -> [String] {
        let otherChannels = Set(broadcaster.usedChannels).subtracting(pendingChannels)
        var causes = StrayBroadcasts.monitor.reports(
            on: otherChannels, of: broadcaster, in: id, hasSentTo: pending.sentChannels)
        if !pendingChannels.isEmpty { causes.append(text) }
        lock.withLock {
            namedCauses.formUnion(causes)
            isPendingNamed = isPendingNamed || !pendingChannels.isEmpty
        }
        return causes
    }

    /// Reports the possible causes of an error that the test throws, which can't have comments.
    func reportCausesOfError() {
        let causes = possibleCausesOfError()
        lock.withLock { reports += causes }
    }

    /// Ends the test, and returns what it reports.
    func end() -> [String] {
        let shared = StrayBroadcasts.monitor.isolatedTestEnds(id, leaving: broadcaster.registeredObservers)
        // Released after the lock, because the test keeps what records.
        let ended = lock.withLock {
            defer { recorders = [] }
            return recorders
        }
        let missed = ended.compactMap { $0() }
        return lock.withLock {
            reports += shared.filter { !namedCauses.contains($0) }
            return reports + (isPendingNamed ? [] : missed)
        }
    }

    /// Whether a broadcast isn't delivered, or not handled by a closure that awaits.
    var isUnsettled: Bool { !pending.first.isEmpty || !broadcaster.handledMessages.isEmpty }

    /// Waits until what the test sent is delivered and handled, or until the time is over, and reports what isn't.
    func settle() async {
        let hasSettled = await withCheckedContinuation { continuation in
            let end = FirstResult(continuation)
            Task {
                await broadcaster.settled()
                end.resume(returning: true)
            }
            // Weak, because the test ends before the time does.
            DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit) { [weak end] in
                end?.resume(returning: false)
            }
        }
        if !hasSettled { reportUnsettled() }
    }

    /// Reports the closures that didn't return in time, or if there are none, what a queue didn't deliver in time.
    func reportUnsettled() {
        let undelivered = pending.first.map {
            """
            '\($0.protocolName)', broadcast at \($0.place), wasn't delivered within \(time). The end of the test waits for it.
            """
        }
        let handled = broadcaster.handledMessages
        // Once all is delivered, the end of the test waits for each of them, even if `settled()` hasn't asked yet.
        let late = undelivered.isEmpty ? handled : handled.filter(\.isAwaited)
        let new = late.isEmpty ? undelivered : Set(late.map(reportOfLateClosure)).sorted()
        lock.withLock { reports += new.filter { namedDelays.insert($0).inserted } }
    }

    /// Reports each closure for which a call of `settled()` in the test waits too long, until its task is canceled.
    ///
    /// The call waits on, because it has no time limit.
    func watch(_ report: (String) -> Void) async {
        var waitedFor: Set<HandledMessage> = []
        while (try? await Task.sleep(nanoseconds: UInt64(timeLimit * 1_000_000_000))) != nil {
            let awaited = broadcaster.handledMessages.filter(\.isAwaited)
            for text in Set(awaited.intersection(waitedFor).map(reportOfLateClosure)).sorted() {
                if lock.withLock({ namedDelays.insert(text).inserted }) { report(text) }
            }
            waitedFor = awaited
        }
    }

    private func reportOfLateClosure(_ message: HandledMessage) -> String {
        """
        A closure that awaits the messages of '\(message.channel)' didn't return within \(time). 'settled()' and the end \
        of the test wait for it.
        """
    }

    private var time: String { String(format: "%g seconds", timeLimit) }
}

/// Resumes a continuation with the first of several results.
///
/// `@unchecked` because the lock guards the continuation.
private final class FirstResult: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Bool, Never>?

    init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = continuation }

    func resume(returning result: Bool) {
        let first = lock.withLock {
            defer { continuation = nil }
            return continuation
        }
        first?.resume(returning: result)
    }
}
