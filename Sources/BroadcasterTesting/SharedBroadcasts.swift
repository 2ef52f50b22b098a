import Broadcaster
import Foundation
import Testing

/// The channels whose broadcasts reached the shared broadcaster while isolated tests ran.
///
/// A test that notifies in its own task, and is bound to no broadcaster, means the shared one, and what its broadcast
/// calls may broadcast in turn. Only code that left the task of a test is unaware of it.
final class SharedBroadcasts: Broadcaster.Monitor, UnlistedObserver, Unreflected, @unchecked Sendable {
    private static let monitor = {
        let monitor = SharedBroadcasts()
        Broadcaster.shared.register((any Broadcaster.Monitor).self, observer: monitor)
        return monitor
    }()

    // `@unchecked` because the lock guards these.
    private var isolatedTests = 0
    private var sharingTests = 0
    private var count = 0
    private var latest: [String: SharedBroadcast] = [:]
    private var reported: Set<String> = []
    private let lock = NSLock()

    static func isolatedTestStarts() { monitor.lock.withLock { monitor.isolatedTests += 1 } }

    /// Returns what no test reported yet: a broadcast of each channel, and a second copy of the library.
    static func isolatedTestEnds() -> [String] {
        monitor.lock.withLock {
            monitor.isolatedTests -= 1
            let new = monitor.latest.values.filter { monitor.reported.insert($0.channel).inserted }
            // The first copy is that of the app that hosts the tests.
            let isNewCopy = isOfSecondCopy(Broadcaster.self) && monitor.reported.insert(reportOfCopies).inserted
            return (isNewCopy ? [reportOfCopies] : [])
                + new.sorted { $0.channel < $1.channel }.map(\.report)
        }
    }

    static func sharingTestStarts() { monitor.lock.withLock { monitor.sharingTests += 1 } }

    static func sharingTestEnds() { monitor.lock.withLock { monitor.sharingTests -= 1 } }

    /// The number of the latest broadcast.
    static var latestNumber: Int { monitor.lock.withLock { monitor.count } }

    /// Returns the latest broadcast of each of some channels if it is later than another one, sorted by channel.
    static func latest(of channels: [String], after number: Int) -> [SharedBroadcast] {
        monitor.lock.withLock { channels.sorted().compactMap { monitor.latest[$0] }.filter { $0.number > number } }
    }

    private static let reportOfCopies = """
        The tests and the app that hosts them have two copies of Broadcaster, each with a shared broadcaster of its \
        own, so the tests neither isolate nor record what the app broadcasts. Link the library once: to the app only, \
        or to both as a dynamic product.
        """

    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
        // XCTest has no `Test.current`.
        guard Test.current == nil, IsolatedTest.current == nil, broadcast.cause == nil else { return }
        lock.withLock {
            guard isolatedTests > 0, sharingTests == 0 else { return }
            count += 1
            let new = SharedBroadcast(broadcast, number: count)
            latest[new.channel] = new
        }
    }

    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {}
}

/// A broadcast that reached the shared broadcaster while isolated tests ran.
struct SharedBroadcast {
    let channel: String
    /// Counts such broadcasts in a run.
    let number: Int
    private let place: String

    init(_ broadcast: Broadcaster.Broadcast, number: Int) {
        channel = broadcast.channel
        self.number = number
        place = broadcast.place
    }

    var report: String {
        """
        '\(channel)' was broadcast with the shared broadcaster at \(place), by this test or another one, while tests \
        with their own broadcasters ran. A dispatch queue and a detached task don't inherit the broadcaster of a \
        test: store 'Broadcaster.current' when the sender is created, and notify with it. If a test is meant to use \
        the shared broadcaster, give it the trait '.allowsSharedBroadcasts', or override 'allowsSharedBroadcasts' of \
        its test case.
        """
    }
}
