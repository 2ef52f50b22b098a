import Broadcaster
import TestSupport
import Testing

/// An object with an isolated deinitializer that a delivery releases.
///
/// A broadcaster that isn't the shared one binds `current` while it delivers, which is outside any task. If an isolated
/// deinitializer runs there, the runtime of Swift 6.1 and 6.2 frees a marker that it took from elsewhere, and aborts.
@Suite("Isolated deinitializers", .timeLimit(.minutes(60)), .watched)
struct IsolatedDeinitTests {
    @MainActor
    final class Screen {
        let ended: Counter

        init(ended: Counter) { self.ended = ended }

        isolated deinit { ended.increment() }
    }

    @Test("an isolated deinitializer runs during a delivery of another broadcaster than the shared one", .startsProcess)
    func duringDelivery() async {
        await withKnownIssue("The runtime of this system aborts", isIntermittent: true) {
            await #expect(processExitsWith: .success) {
                let broadcaster = Broadcaster()
                let observer = Counter()
                let ended = Counter()
                broadcaster.register(Incrementing.self, observer: observer)
                broadcaster.notify(Incrementing.self) { _ in _ = Screen(ended: ended) }
                await broadcaster.settled()
                // Where the main queue isn't bound to the main thread, the deinitializer is a job that follows.
                await MainActor.run {}
                precondition(ended.value == 1)
                withExtendedLifetime(observer) {}
            }
        } when: {
            !isFixed
        }
    }
}

/// Whether the runtime is that of Swift 6.3 or later.
private let isFixed: Bool = {
    #if canImport(Darwin)
        if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) { true } else { false }
    #elseif compiler(>=6.3)
        true
    #else
        false
    #endif
}()
