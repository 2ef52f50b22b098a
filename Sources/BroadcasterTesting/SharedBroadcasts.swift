import Broadcaster
import Foundation
import Testing

/// The channels whose broadcasts reached the shared broadcaster while isolated tests ran.
///
/// A test that notifies in its own task, and is bound to no broadcaster, means the shared one. Only code that left the
/// task of a test is unaware of it.
final class SharedBroadcasts: BroadcastObserver, @unchecked Sendable {
    /// Whether the code belongs to a test case of XCTest, which has no `Test.current`.
    @TaskLocal static var isInTestCase = false

    private static let observer = {
        let observer = SharedBroadcasts()
        Broadcaster.shared.register((any BroadcastObserver).self, observer: observer)
        return observer
    }()

    // `@unchecked` because the lock guards these.
    private var isolatedTests = 0
    private var sharingTests = 0
    private var found: Set<String> = []
    private var reported: Set<String> = []
    private let lock = NSLock()

    static func isolatedTestStarts() { observer.lock.withLock { observer.isolatedTests += 1 } }

    /// Returns the channels that no test reported yet.
    static func isolatedTestEnds() -> [String] {
        observer.lock.withLock {
            observer.isolatedTests -= 1
            let new = observer.found.subtracting(observer.reported)
            observer.reported.formUnion(new)
            return new.sorted()
        }
    }

    static func sharingTestStarts() { observer.lock.withLock { observer.sharingTests += 1 } }

    static func sharingTestEnds() { observer.lock.withLock { observer.sharingTests -= 1 } }

    static func complaint(about channel: String) -> String {
        """
        '\(channel)' was broadcast with the shared broadcaster while tests with their own broadcasters ran, by this \
        test or another one. A dispatch queue and a detached task don't inherit the broadcaster of a test: store \
        'Broadcaster.current' when the sender is created, and notify with it. If a test means to use the shared \
        broadcaster, give it the trait '.allowsSharedBroadcasts', or override 'allowsSharedBroadcasts' of its test case.
        """
    }

    func broadcastWillBeSent(_ broadcast: Broadcast) {
        guard Test.current == nil, !Self.isInTestCase else { return }
        lock.withLock {
            if isolatedTests > 0, sharingTests == 0 { found.insert(broadcast.channel) }
        }
    }

    func broadcastWasDelivered(
        _ broadcast: Broadcast, observerCount: Int, queueTime: TimeInterval, duration: TimeInterval
    ) {}
}
