import Broadcaster
@testable import BroadcasterTesting
import TestSupport
import Testing
import XCTest

extension BroadcasterTestingTests {
    #if compiler(>=6.3)
        /// Each of these tests is canceled, and would fail if it reported anything.
        @Suite("Tests that are canceled on purpose", .isolatedBroadcaster)
        @MainActor
        struct CanceledOnPurpose {
            @Test("a test that is canceled while a broadcast is pending doesn't fail", arguments: ["hall", "lobby"])
            func pending(key: String) throws {
                let observation = Broadcaster.observe(UploadObserverMessage.self, for: key) { _ in }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail, for: key)
                withExtendedLifetime(observation) {}
                try Test.cancel("There is no server.")
            }

            @Test("a test that is canceled after it has read a recorder too early doesn't fail")
            func readTooEarly() throws {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                if recorder.messages.isEmpty { try Test.cancel("There is no server.") }
            }

            @Test("a canceled case of several doesn't fail, and the others wait as usual", arguments: [1, 2])
            func oneOfSeveral(number: Int) async throws {
                let recorder = MessageRecorder(UploadObserverMessage.self)
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                if number == 1 { try Test.cancel("Case 1 needs a server.") }
                await Broadcaster.settled()
                #expect(recorder.messages == [.uploadDidFail])
            }
        }
    #endif

    @Suite("Tests that are canceled")
    @MainActor
    struct CanceledTests {
        @Test("a test that waits in settled() ends at once when its task is canceled, as by a time limit")
        func timeLimit() async throws {
            let isHandling = Gate()
            let mayReturn = Gate()
            let test = Task {
                // Time: the test would wait as long at its end.
                try await issues(timeLimit: 3600) {
                    let observation = Broadcaster.observe(UploadObserverMessage.self) { _ in
                        isHandling.open()
                        await mayReturn.passUncanceled()
                    }
                    Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                    await Broadcaster.settled()
                    withExtendedLifetime(observation) {}
                }
            }
            await isHandling.pass()
            test.cancel()
            #expect(try await test.value == [])
            mayReturn.open()
        }

        @Test(
            "a test that is canceled still reports the broadcasts that left it", .reports("CanceledObserver", times: 1))
        func stray() async throws {
            try await Task {
                try await isolated {
                    await onQueue { Broadcaster.notify(CanceledObserver.self) { _ in } }
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }.value
        }

        @Test("a test that throws a skip isn't told about pending broadcasts")
        func skipError() async throws {
            let issues = try await issues {
                let recorder = MessageRecorder(UploadObserverMessage.self)
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                #expect(recorder.messages.isEmpty)
                throw XCTSkip("There is no server.")
            }
            // The error itself.
            #expect(issues.count == 1)
        }

        @Test("a requirement that fails is one issue, which names the pending broadcasts")
        func requirement() async throws {
            let issues = try await issues {
                let recorder = MessageRecorder(UploadObserverMessage.self)
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                _ = try #require(recorder.messages.first)
            }
            // The last one is the error, which the runner doesn't record.
            #expect(issues.count == 2)
            #expect(issues.first?.hasPrefix("Pending broadcasts: ") == true)
        }
    }
}

/// Each of these tests is skipped, and would fail if it reported anything.
final class SkippedTestCase: BroadcastTestCase {
    // Time: a test that waited for its closure would hang.
    override class var timeLimit: TimeInterval { 3600 }

    @MainActor
    func testASkipWhileABroadcastIsPendingIsNoFailure() async throws {
        let observation = Broadcaster.observe(UploadObserverMessage.self) { _ in }
        Broadcaster.notify(UploadObserverMessage.uploadDidFail)
        withExtendedLifetime(observation) {}
        throw XCTSkip("There is no server.")
    }

    @MainActor
    func testASkipAfterARecorderWasReadTooEarlyIsNoFailure() async throws {
        let recorder = MessageRecorder(UploadObserverMessage.self, for: "lobby")
        Broadcaster.notify(UploadObserverMessage.uploadDidFail, for: "lobby")
        try XCTSkipIf(recorder.messages.isEmpty, "There is no server.")
    }

    func testASkipOfASynchronousTestIsNoFailure() throws {
        let recorder = MessageRecorder(OrderObserverMessage.self)
        Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
        try XCTSkipUnless(!recorder.messages.isEmpty, "There is no server.")
    }
}

final class UnwrappingTestCase: FailingTestCase {
    override class var expectedFailure: String { "XCTUnwrap failed" }
    override class var isExplained: Bool { true }

    @MainActor
    func testAValueThatIsNilIsOneFailure() async throws {
        let recorder = MessageRecorder(UploadObserverMessage.self)
        Broadcaster.notify(UploadObserverMessage.uploadDidFail)
        _ = try XCTUnwrap(recorder.messages.first)
    }
}

private protocol CanceledObserver {}
