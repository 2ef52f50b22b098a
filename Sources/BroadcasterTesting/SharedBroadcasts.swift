import Broadcaster
import Foundation
import Testing

/// The channels whose broadcasts reached the shared broadcaster while isolated tests ran.
///
/// A test that notifies in its own task, and is bound to no broadcaster, means the shared one. Only code that left the
/// task of a test is unaware of it.
final class SharedBroadcasts: Broadcaster.Monitor, @unchecked Sendable {
    /// Whether the code belongs to a test case of XCTest, which has no `Test.current`.
    @TaskLocal static var isInTestCase = false

    private static let monitor = {
        let monitor = SharedBroadcasts()
        Broadcaster.shared.register((any Broadcaster.Monitor).self, observer: monitor)
        return monitor
    }()

    // `@unchecked` because the lock guards these.
    private var isolatedTests = 0
    private var sharingTests = 0
    private var found: [String: SharedBroadcast] = [:]
    private var reported: Set<String> = []
    private let lock = NSLock()

    static func isolatedTestStarts() { monitor.lock.withLock { monitor.isolatedTests += 1 } }

    /// Returns what no test reported yet: the first broadcast of each channel, and a second copy of the library.
    static func isolatedTestEnds() -> [String] {
        monitor.lock.withLock {
            monitor.isolatedTests -= 1
            let new = monitor.found.values.filter { monitor.reported.insert($0.channel).inserted }
            let isNewCopy = isSecondCopy && monitor.reported.insert(reportOfCopies).inserted
            return (isNewCopy ? [reportOfCopies] : [])
                + new.sorted { $0.channel < $1.channel }.map(\.report)
        }
    }

    static func sharingTestStarts() { monitor.lock.withLock { monitor.sharingTests += 1 } }

    static func sharingTestEnds() { monitor.lock.withLock { monitor.sharingTests -= 1 } }

    /// Whether an image that was loaded earlier, such as the app that hosts the tests, has the library, too.
    private static var isSecondCopy: Bool {
        guard let first = NSClassFromString(NSStringFromClass(Broadcaster.self)) else { return false }
        return first != Broadcaster.self
    }

    private static let reportOfCopies = """
        The tests and the app that hosts them have two copies of Broadcaster, each with a shared broadcaster of its \
        own, so the tests neither isolate nor record what the app broadcasts. Link the library once: to the app only, \
        or to both as a dynamic product.
        """

    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
        guard Test.current == nil, !Self.isInTestCase else { return }
        lock.withLock {
            guard isolatedTests > 0, sharingTests == 0, found[broadcast.channel] == nil else { return }
            found[broadcast.channel] = SharedBroadcast(broadcast)
        }
    }

    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, _ delivery: Broadcaster.Delivery) {}
}

/// A broadcast that reached the shared broadcaster while isolated tests ran.
struct SharedBroadcast {
    let channel: String
    private let place: String

    init(_ broadcast: Broadcaster.Broadcast) {
        channel = broadcast.channel
        place = "\(broadcast.fileID):\(broadcast.line)"
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
