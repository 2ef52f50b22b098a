import Broadcaster
import Foundation

/// The observers that a test may miss, because they are registered with another broadcaster than its own.
///
/// There are two such broadcasters: the shared one, and that of a test that has ended, with which an object that other
/// tests use as well, such as a singleton, was registered.
enum ObserversElsewhere {
    /// The observers that outlived their tests, by their listings.
    private static let left = Locked<[String: [LeftObserver]]>([:])

    /// Keeps weak references to the observers of a test that ends, because its broadcaster is released.
    ///
    /// What earlier tests left isn't looked at, so the time is linear in the tests of a run.
    static func testEnds(_ test: IsolatedTest) {
        var observers: [LeftObserver] = []
        test.broadcaster.forEachObserver { observers.append(LeftObserver($1, channel: $0, of: test.id)) }
        left.withLock { left in for observer in observers { left[observer.listing, default: []].append(observer) } }
    }

    /// Returns the observers of some channels that are registered elsewhere, but for those of which a test has its own.
    static func reports(on channels: Set<String>, besidesThoseOf broadcaster: Broadcaster) -> [String] {
        let own = broadcaster.listings(on: channels)
        let candidates = left.withLock { left in
            left.filter { channels.contains($0.value[0].channel) && !own.contains($0.key) }
        }
        var reports = candidates.compactMap { listing, observers in
            // XCTest keeps what its test cases create for each test. A singleton is one of which there is no other.
            let living = Array(observers.lazy.filter(\.isAlive).prefix(2))
            if living.count != 1 { return nil as String? }
            return """
                \(listing) with the broadcaster of another test, '\(living[0].test.name)'. \
                \(StrayBroadcast.explanationOfOther)
                """
        }
        if !StrayBroadcasts.monitor.isAllowing {
            let shared = Broadcaster.shared.listings(on: channels).subtracting(own)
            reports += shared.map { "\($0) \(explanationOfShared)" }
        }
        return reports.sorted()
    }

    static let explanationOfShared = """
        with the shared broadcaster, because it was registered outside a test or its task, such as by a property of a \
        test case, in 'class func setUp', on a dispatch queue, or in a detached task. Create it in the test or in \
        'setUp()', or store 'Broadcaster.current' when it is created, and register with it. \(StrayBroadcast.allowing)
        """
}

/// An observer that outlived the test with whose broadcaster it was registered, held weakly.
///
/// `@unchecked` because nothing changes but the weak reference, which the runtime guards.
private final class LeftObserver: @unchecked Sendable {
    let channel: String
    let listing: String
    let test: IsolatedTest.ID
    private weak var object: AnyObject?
    private let isLoop: Bool

    init(_ observer: ListedObserver, channel: String, of test: IsolatedTest.ID) {
        self.channel = channel
        self.test = test
        listing = observer.listing(on: channel)
        object = observer.object.takeUnretainedValue()
        isLoop = observer.kind == .loop
    }

    /// Whether the observer is alive; on any thread, because it is released on the main queue.
    ///
    /// A loop counts as alive: its sequence ended with its broadcaster, but a test may still read it.
    var isAlive: Bool {
        if isLoop { return true }
        guard let object else { return false }
        // `nonisolated(unsafe)`: only the main queue uses it from here on.
        nonisolated(unsafe) let retained = Unmanaged.passRetained(consume object)
        DispatchQueue.main.async { retained.release() }
        return true
    }
}

extension ListedObserver {
    fileprivate func listing(on channel: String) -> String {
        "'\(channel)' is observed by \(description(waitingCount: 0))"
    }
}

extension Broadcaster {
    fileprivate func listings(on channels: Set<String>) -> Set<String> {
        var listings: Set<String> = []
        forEachObserver { if channels.contains($0) { listings.insert($1.listing(on: $0)) } }
        return listings
    }
}
