import Broadcaster
import Testing

extension MemoryTests {
    @Test("a million observations and sequences, ended in every way, leave no observer and nothing allocated")
    func messages() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            for (name, way) in ways {
                await expectMemory(0, after: "\(many / ways.count) \(name)") {
                    for round in 0..<many / ways.count {
                        await way(broadcaster)
                        // So that pending broadcasts don't pile up.
                        if round.isMultiple(of: 100) { await broadcaster.settled() }
                    }
                    await broadcaster.settled()
                }
                print("observers: \(broadcaster.channels.count)")
            }
        }
        expectFigures(result)
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(output.split(separator: "\n").count { $0 == "observers: 0" } == ways.count)
    }
}

/// A million; in a debug build, which is slow, far fewer.
private let many: Int = {
    #if DEBUG
        20_000
    #else
        1_000_000
    #endif
}()

private let ways: [(name: String, way: @Sendable (Broadcaster) async -> Void)] = [
    (
        "observations that are dropped",
        { broadcaster in _ = broadcaster.observe(OrderObserverMessage.self) { _ in } }
    ),
    (
        "observations that are canceled while a broadcast is pending",
        { broadcaster in
            let observation = broadcaster.observe(OrderObserverMessage.self) { _ in }
            broadcaster.notify(OrderObserverMessage.orderPlaced(1))
            observation.cancel()
        }
    ),
    (
        "observations that are captured by their own closures, and canceled",
        { broadcaster in
            let box = Box()
            box.observation = broadcaster.observe(OrderObserverMessage.self) { _ in withExtendedLifetime(box) {} }
            box.observation?.cancel()
        }
    ),
    (
        "owners that are deallocated",
        { broadcaster in
            broadcaster.observe(OrderObserverMessage.self, owner: Canary()) { _, _ in }
            await MainActor.run { broadcaster.observe(UploadObserverMessage.self, owner: Canary()) { _, _ in } }
        }
    ),
    (
        "owners that are deallocated while a broadcast is pending",
        { broadcaster in
            let owner = Canary()
            broadcaster.observe(OrderObserverMessage.self, owner: owner) { _, _ in }
            broadcaster.notify(OrderObserverMessage.orderPlaced(1))
        }
    ),
    (
        "sequences that no loop iterates over",
        { broadcaster in _ = broadcaster.messages(OrderObserverMessage.self) }
    ),
    (
        "sequences that are dropped while they buffer",
        { broadcaster in
            let messages = broadcaster.messages(OrderObserverMessage.self)
            broadcaster.notify(OrderObserverMessage.orderPlaced(1))
            broadcaster.notify(OrderObserverMessage.orderPlaced(2), on: .global())
            withExtendedLifetime(messages) {}
        }
    ),
    (
        "loops that break",
        { broadcaster in
            let messages = broadcaster.messages(OrderObserverMessage.self)
            broadcaster.notify(OrderObserverMessage.orderPlaced(1))
            broadcaster.notify(OrderObserverMessage.orderPlaced(2))
            for await _ in messages { break }
        }
    ),
    (
        "loops that are canceled",
        { broadcaster in
            let loop = Task { for await _ in broadcaster.messages(OrderObserverMessage.self) {} }
            loop.cancel()
            await loop.value
        }
    ),
    (
        "loops that are canceled while they wait",
        { broadcaster in
            let messages = broadcaster.messages(OrderObserverMessage.self)
            let loop = Task { for await _ in messages {} }
            await Task.yield()
            loop.cancel()
            await loop.value
        }
    ),
]

private final class Box: @unchecked Sendable {
    var observation: Broadcaster.Observation?
}
