import Broadcaster
import XCTest

/// A base class for XCTest cases that binds a new broadcaster to each test.
///
/// ```swift
/// final class InboxTests: BroadcastTestCase {
///     @MainActor
///     func testArrival() async {
///         let recorder = MessageRecorder(MailObserverMessage.self)
///         Inbox().receive("Lunch at noon?")
///         await Broadcaster.settled()
///         XCTAssertEqual(recorder.messages, [.mailArrived("Lunch at noon?")])
///     }
/// }
/// ```
///
/// It does for XCTest what the trait `isolatedBroadcaster` does for Swift Testing. A test fails if broadcasts from a
/// dispatch queue or a detached task reached the shared broadcaster while it ran; each channel is reported once in a
/// run, with a sender's source location. A test also fails, once in a run, if the app that hosts it has its own copy of
/// the library.
open class BroadcastTestCase: XCTestCase {
    /// Whether broadcasts may reach the shared broadcaster while the tests of this class run; `false` by default.
    open class var allowsSharedBroadcasts: Bool { false }

    /// Runs a test with its own broadcaster.
    open override func invokeTest() {
        let isSharing = Self.allowsSharedBroadcasts
        if isSharing { SharedBroadcasts.sharingTestStarts() }
        SharedBroadcasts.isolatedTestStarts()
        Broadcaster.$current.withValue(Broadcaster()) {
            SharedBroadcasts.$isInTestCase.withValue(true) { super.invokeTest() }
        }
        for report in SharedBroadcasts.isolatedTestEnds() { XCTFail(report) }
        if isSharing { SharedBroadcasts.sharingTestEnds() }
    }
}
