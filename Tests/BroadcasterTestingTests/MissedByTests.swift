import Broadcaster
@testable import BroadcasterTesting
import TestSupport
import Testing
import XCTest

extension BroadcasterTestingTests {
    @Suite("What a test that fails has missed")
    @MainActor
    struct MissedByTests {
        @Test(
            "a test that fails names what was registered with the shared broadcaster before all tests",
            arguments: Form.allCases, [nil, "lobby"])
        func registeredBefore(form: Form, key: String?) async throws {
            var registered: Any? = form.register(for: key)
            let issues = try await failingTest()
            #expect(issues.count == 1)
            #expect(
                issues.first?.contains("'\(Self.channel)' is observed by \(form.description) with the shared") == true)
            withExtendedLifetime(registered) {}
            registered = nil
            let later = try await failingTest()
            #expect(later.allSatisfy { !$0.contains("is observed by \(form.description) with the shared") })
        }

        static let channel = typeName((any MissedObserver).self)

        private func failingTest() async throws -> [String] {
            try await issues {
                Broadcaster.notify(MissedMessage.missed)
                await Broadcaster.settled()
                #expect(Bool(false))
            }
        }

        @Test("a test that fails doesn't name an observer of the shared broadcaster if it has such an observer itself")
        func ownObserver() async throws {
            let ofNoTest = MissingBadge()
            Broadcaster.shared.register(MissedObserver.self, observer: ofNoTest)
            try await expectIssues([""]) {
                let badge = MissingBadge()
                Broadcaster.register(MissedObserver.self, observer: badge)
                Broadcaster.notify(MissedMessage.missed)
                await Broadcaster.settled()
                #expect(Bool(false))
                withExtendedLifetime(badge) {}
            }
            withExtendedLifetime(ofNoTest) {}
        }

        @Test("a test that fails names a sequence in a static that belongs to another test")
        func sequence() async throws {
            let kept = Log<AsyncStream<LoopMessage>>()
            _ = try await issues { kept.write(Broadcaster.messages(of: LoopMessage.self)) }
            try await expectIssue(containing: "is observed by loop with the broadcaster of another test, '") {
                Broadcaster.notify(LoopMessage.looped)
                await Broadcaster.settled()
                for await _ in kept.entries[0] { return }
                Issue.record("The sequence has ended.")
            }
        }

        @Test(
            "a test that reads a recorder of another test, or of none, is told, although nothing it checks fails",
            arguments: Origin.allCases, [false, true])
        func misplacedRecorder(origin: Origin, isFailing: Bool) async throws {
            let kept = Log<MessageRecorder<OrderObserverMessage>>()
            if origin == .none { kept.write(MessageRecorder(OrderObserverMessage.self)) }
            if origin == .otherTest {
                _ = try await issues { kept.write(MessageRecorder(OrderObserverMessage.self, for: "lobby")) }
            }
            if origin == .ownBroadcaster {
                kept.write(MessageRecorder(OrderObserverMessage.self, from: Broadcaster()))
            }
            let issues = try await issues {
                if origin == .shared { kept.write(MessageRecorder(OrderObserverMessage.self, from: .shared)) }
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                #expect(kept.entries[0].messages.isEmpty)
                await Broadcaster.settled()
                #expect(kept.entries[0].messages.isEmpty != isFailing)
            }
            let start = "A recorder of OrderObserverMessage gets nothing of what this test sends, "
            let reports = issues.filter { $0.hasPrefix(start) }
            #expect(reports.count == (origin == .none || origin == .otherTest ? 1 : 0))
            #expect(issues.count == (isFailing ? 1 : reports.count))
        }

        enum Origin: CaseIterable { case none, otherTest, ownBroadcaster, shared }

        @Test("next() of another test's recorder is the cause that a test that throws is told, and not a broadcast")
        func misplacedNext() async throws {
            let kept = Log<MessageRecorder<OrderObserverMessage>>()
            _ = try await issues { kept.write(MessageRecorder(OrderObserverMessage.self)) }
            let issues = try await issues {
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                _ = try await kept.entries[0].next(within: 0)
            }
            #expect(issues.count { $0.hasPrefix("A recorder of OrderObserverMessage gets nothing") } == 1)
            #expect(issues.allSatisfy { !$0.contains("hadn't waited") })
        }

        @Test("a test that fails names its broadcasts that nothing observed, because a listener started too late")
        func lateListener() async throws {
            let line = #line + 6
            let issues = try await issues {
                let count = Log<UploadObserverMessage>()
                let listener = Task {
                    for await message in Broadcaster.messages(of: UploadObserverMessage.self) { count.write(message) }
                }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1), for: "lobby")
                Broadcaster.notify(OrderObserverMessage.orderPlaced(2), for: "lobby")
                await Broadcaster.settled()
                #expect(count.entries.count == 1)
                listener.cancel()
            }
            let file = "BroadcasterTestingTests/MissedByTests.swift"
            #expect(
                issues == [
                    """
                    Nothing observed these broadcasts: 'TestSupport.UploadObserver' from \(file):\(line), \
                    'TestSupport.OrderObserver' from \(file):\(line + 1). An observer receives what is sent after it was \
                    registered, and while it is alive.
                    """
                ])
        }

        @Test("a test that passes isn't told about broadcasts that nothing observed, or observers elsewhere")
        func passing() async throws {
            let badge = MissingBadge()
            Broadcaster.shared.register(MissedObserver.self, observer: badge)
            try await expectIssues([]) {
                Broadcaster.notify(MissedMessage.missed)
                await Broadcaster.settled()
            }
            withExtendedLifetime(badge) {}
        }

        @Test("a test that fails doesn't name a monitor that another test keeps")
        func keptMonitor() async throws {
            let kept = KeptMonitor()
            _ = try await issues { Broadcaster.register((any Broadcaster.Monitor).self, observer: kept) }
            let issues = try await issues { #expect(Bool(false)) }
            #expect(issues == [""])
            withExtendedLifetime(kept) {}
        }
    }
}

/// Whichever runs first, its observers were registered before.
final class OutsideTestsTestCase: BroadcastTestCase {
    private let badge = MissingBadge.registered()
    nonisolated(unsafe) private static var ofClass: ClassBadge?

    override class func setUp() {
        super.setUp()
        let badge = ClassBadge()
        Broadcaster.register(ClassObserver.self, observer: badge)
        ofClass = badge
    }

    override class func tearDown() {
        ofClass = nil
        super.tearDown()
    }

    func testAFailureNamesAPropertyThatObservesTheSharedBroadcaster() {
        Broadcaster.notify(PropertyObserver.self) { _ in }
        let text = explained("failed")
        XCTAssert(text.contains("MissingBadge with the shared broadcaster, because it was registered outside"), text)
    }

    func testAFailureNamesAnObserverOfTheClass() {
        Broadcaster.notify(ClassObserver.self) { _ in }
        let text = explained("failed")
        XCTAssert(text.contains("ClassBadge with the shared broadcaster, because it was registered outside"), text)
    }
}

/// How something observes.
enum Form: CaseIterable {
    case object, closureOfOwner, closure, loop

    var description: String {
        switch self {
        case .object: typeName(MissingBadge.self)
        case .closureOfOwner: "closure of \(typeName(MissingBadge.self))"
        case .closure: "closure"
        case .loop: "loop"
        }
    }

    /// Returns what keeps the registration.
    fileprivate func register(for key: String?) -> Any {
        if let key { register(key) } else { register(Broadcaster.NoKey()) }
    }

    private func register<Key: Hashable & Sendable>(_ key: Key) -> Any {
        let badge = MissingBadge()
        switch self {
        case .object: Broadcaster.register(MissedObserver.self, for: key, observer: badge)
        case .closureOfOwner: Broadcaster.observe(MissedMessage.self, for: key, owner: badge) { _, _ in }
        case .closure: return Broadcaster.observe(MissedMessage.self, for: key) { @Sendable _ in }
        case .loop: return Broadcaster.messages(of: MissedMessage.self, for: key)
        }
        return badge
    }
}

private protocol LoopObserver: AnyObject, Sendable { func looped() }
private protocol PropertyObserver: AnyObject, Sendable {}
private protocol ClassObserver: AnyObject, Sendable {}

private final class ClassBadge: ClassObserver {}

private final class KeptMonitor: Broadcaster.Monitor {
    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {}
    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {}
}

private final class MissingBadge: MissedObserver, PropertyObserver {
    func missed() {}

    static func registered() -> MissingBadge {
        let badge = MissingBadge()
        Broadcaster.register(PropertyObserver.self, observer: badge)
        return badge
    }
}

private enum LoopMessage: Broadcaster.SendableMessage {
    case looped

    func send(to observer: any LoopObserver) { observer.looped() }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any LoopObserver {
        Observer(receive: receive)
    }

    private final class Observer: LoopObserver {
        let receive: @Sendable (LoopMessage) -> Void

        init(receive: @escaping @Sendable (LoopMessage) -> Void) { self.receive = receive }

        func looped() { receive(.looped) }
    }
}
