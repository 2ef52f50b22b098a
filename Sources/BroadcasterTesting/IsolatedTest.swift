import Broadcaster
import Foundation

/// A test with its own broadcaster, and what went wrong with its broadcasts.
///
/// `@unchecked` because the lock guards what changes.
final class IsolatedTest: Unreflected, @unchecked Sendable {
    /// The test that the code belongs to.
    @TaskLocal static var current: IsolatedTest?

    /// The number of seconds that a test waits for a closure or a queue.
    ///
    /// It is less than a minute, which is the shortest time limit of a test.
    static let timeLimit: TimeInterval = 30

    let broadcaster = Broadcaster()
    let pending = PendingBroadcasts()

    private let timeLimit: TimeInterval
    private let earlierShared = SharedBroadcasts.latestNumber
    private var namedCauses: Set<String> = []
    private var isPendingNamed = false
    private var reports: [String] = []
    private var readings: [RecorderReading] = []
    private let lock = NSLock()

    /// Starts a test, in which `settled()` has a time limit.
    init(timeLimit: TimeInterval) {
        self.timeLimit = timeLimit
        broadcaster.register((any Broadcaster.Monitor).self, observer: pending)
        broadcaster.limitSettling(to: timeLimit) { [weak self] channels in self?.reportTimeout(of: channels) }
        SharedBroadcasts.isolatedTestStarts()
    }

    /// Adds what a recorder's reader missed to the reports of the test.
    func add(_ reading: RecorderReading) { lock.withLock { readings.append(reading) } }

    /// Returns possible causes of a failure that is recorded now: its pending broadcasts, or those of its channels that
    /// reached the shared broadcaster.
    ///
    /// It returns nothing to an observer that fails on the main queue, or in a closure that awaits, because the broadcast
    /// that it receives is pending.
    func possibleCauses() -> [String] {
        if Broadcaster.isReceiving { return [] }
        let undelivered = pending.first
        let unhandled = Set(broadcaster.unhandledChannels)
        let pendingChannels = unhandled.union(undelivered.map(\.channel))
        let otherChannels = broadcaster.usedChannels.filter { !pendingChannels.contains($0) }
        var causes = SharedBroadcasts.latest(of: otherChannels, after: earlierShared).map(\.report)
        if !pendingChannels.isEmpty {
            let list =
                undelivered.map { "'\($0.channel)' from \($0.place)" }
                + unhandled.sorted().map { "'\($0)' in a closure that awaits" }
            causes.append(
                """
                Pending broadcasts: \(list.joined(separator: ", ")). If a check is about what they cause, await \
                'Broadcaster.settled()' before it.
                """)
        }
        lock.withLock {
            namedCauses.formUnion(causes)
            isPendingNamed = isPendingNamed || !pendingChannels.isEmpty
        }
        return causes
    }

    /// Whether a broadcast isn't delivered, or not handled by a closure that awaits.
    var isUnsettled: Bool { !pending.first.isEmpty || !broadcaster.unhandledChannels.isEmpty }

    /// Reports the possible causes of an error that the test throws, which can't have comments.
    func reportCausesOfError() {
        let causes = possibleCauses()
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

    /// Reports the closures that didn't return in time, or if there are none, what a queue didn't deliver in time.
    private func reportTimeout(of channels: [String]) {
        let time = String(format: "%g seconds", timeLimit)
        let unhandled = Set(channels).sorted().map {
            """
            A closure that awaits the messages of '\($0)' didn't return within \(time). 'settled()' and the end of the \
            test wait for it.
            """
        }
        let undelivered = pending.first.map {
            """
            '\($0.channel)', broadcast at \($0.place), wasn't delivered within \(time). 'settled()' and the end of the \
            test wait for it.
            """
        }
        let late = channels.isEmpty ? undelivered : unhandled
        lock.withLock { reports += late.filter { !reports.contains($0) } }
    }
}
