import Broadcaster
import Foundation
import TestSupport
import Testing

extension Notification.Name {
    fileprivate static let bytesDidArrive = Notification.Name("NotificationBridgeTests.bytesDidArrive")
}

private protocol BytesObserver: AnyObject {
    func bytesDidArrive(_ bytes: Int)
}

/// Broadcasts what is posted, and posts what is broadcast, as the page *Moving from NotificationCenter* shows.
@MainActor
private final class BytesBridge: @MainActor BytesObserver {
    private var token: (any NSObjectProtocol)?

    init() {
        Broadcaster.register(BytesObserver.self, observer: self)
        token = NotificationCenter.default.addObserver(forName: .bytesDidArrive, object: nil, queue: nil) {
            [weak self] notification in
            guard let self, notification.object as AnyObject? !== self else { return }
            guard let bytes = notification.userInfo?["bytes"] as? Int else { return }
            Broadcaster.notify(BytesObserver.self) { if $0 !== self { $0.bytesDidArrive(bytes) } }
        }
    }

    func bytesDidArrive(_ bytes: Int) {
        NotificationCenter.default.post(name: .bytesDidArrive, object: self, userInfo: ["bytes": bytes])
    }

    func close() {
        if let token { NotificationCenter.default.removeObserver(token) }
    }
}

@MainActor
private final class MovedObserver: @MainActor BytesObserver {
    private(set) var bytes: [Int] = []

    init() { Broadcaster.register(BytesObserver.self, observer: self) }

    func bytesDidArrive(_ bytes: Int) { self.bytes.append(bytes) }
}

@MainActor
private final class UnmovedObserver {
    private(set) var bytes: [Int] = []
    private var token: (any NSObjectProtocol)?

    init() {
        token = NotificationCenter.default.addObserver(forName: .bytesDidArrive, object: nil, queue: nil) {
            [weak self] notification in
            let bytes = notification.userInfo?["bytes"] as? Int
            MainActor.assumeIsolated { self?.bytes.append(bytes ?? 0) }
        }
    }

    func close() {
        if let token { NotificationCenter.default.removeObserver(token) }
    }
}

@Suite("A bridge between notifications and broadcasts", .timeLimit(.minutes(60)), .watched)
struct NotificationBridgeTests {
    @MainActor
    @Test("a post and a broadcast each reach the observers of both, once and in order")
    func reachesBothOnce() async {
        await Broadcaster.$current.withValue(Broadcaster()) {
            let bridge = BytesBridge()
            let moved = MovedObserver()
            let unmoved = UnmovedObserver()
            defer {
                bridge.close()
                unmoved.close()
            }
            NotificationCenter.default.post(name: .bytesDidArrive, object: nil, userInfo: ["bytes": 1])
            Broadcaster.notify(BytesObserver.self) { $0.bytesDidArrive(2) }
            NotificationCenter.default.post(name: .bytesDidArrive, object: nil, userInfo: ["bytes": 3])
            // What a bridge without end would send again arrives in a later turn.
            for _ in 1...3 { await Broadcaster.settled() }

            #expect(moved.bytes == [1, 2, 3])
            // A post reaches those of the notification before it returns, and a broadcast in its turn.
            #expect(unmoved.bytes == [1, 3, 2])
        }
    }
}
