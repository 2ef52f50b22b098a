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
    let pending = PendingBroadcasts()
    private let trace: TestTrace?

    private let timeLimit: TimeInterval
    private let earlierShared = SharedBroadcasts.latestNumber
    private var namedCauses: Set<String> = []
    private var isPendingNamed = false
    private var namedDelays: Set<String> = []
    private var reports: [String] = []
    private var readings: [RecorderReading] = []
    private let lock = NSLock()

    init(named name: String, timeLimit: TimeInterval) {
        self.timeLimit = timeLimit
        trace = TestTrace.start(of: name, with: broadcaster)
        broadcaster.register((any Broadcaster.Monitor).self, observer: pending)
        broadcaster.onSettling { [pending] in pending.wereAwaited() }
        SharedBroadcasts.isolatedTestStarts()
    }

    /// Adds what a recorder's reader missed to the reports of the test.
    func add(_ reading: RecorderReading) { lock.withLock { readings.append(reading) } }

    /// Returns possible causes of a failure that is recorded now: its pending broadcasts, or those of its channels that
    /// reached the shared broadcaster.
    ///
    /// It returns nothing to an observer that fails on the main queue, or in a closure that awaits, because the
    /// broadcast that it receives is pending.
    func possibleCauses() -> [String] {
        if Broadcaster.isReceiving { return [] }
        let undelivered = pending.first
        let unhandled = Set(broadcaster.handledMessages.map(\.channel))
        let pendingChannels = unhandled.union(undelivered.map(\.channel))
        let list =
            undelivered.map { "'\($0.channel)' from \($0.place)" }
            + unhandled.sorted().map { "'\($0)' in a closure that awaits" }
        return causes(
            of: pendingChannels,
            """
            Pending broadcasts: \(list.joined(separator: ", ")). If a check is about what they cause, await \
            'Broadcaster.settled()' before it.
            """)
    }

    /// Returns possible causes of an error that the test threw: the broadcasts that it hadn't waited for, or those of
    /// its channels that reached the shared broadcaster.
    func possibleCausesOfError() -> [String] {
        let unawaited = pending.firstUnawaited
        let list = unawaited.map { "'\($0.channel)' from \($0.place)" }
        return causes(
            of: Set(unawaited.map(\.channel)),
            """
            The test threw an error, and hadn't waited for these broadcasts: \(list.joined(separator: ", ")). If the \
            error is about what they cause, await 'Broadcaster.settled()' before it.
            """)
    }

    /// Returns a text about some channels, if there are any, and what the other ones sent with the shared broadcaster.
    private func causes(of pendingChannels: Set<String>, _ text: String) -> [String] {
        let otherChannels = broadcaster.usedChannels.filter { !pendingChannels.contains($0) }
        var causes = SharedBroadcasts.latest(of: otherChannels, after: earlierShared).map(\.report)
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
        let shared = SharedBroadcasts.isolatedTestEnds()
        return lock.withLock {
            reports += shared.filter { !namedCauses.contains($0) }
            return reports + (isPendingNamed ? [] : readings.compactMap(\.report))
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
            '\($0.channel)', broadcast at \($0.place), wasn't delivered within \(time). The end of the test waits for it.
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
