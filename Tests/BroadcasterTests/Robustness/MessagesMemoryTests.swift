import Broadcaster
import TestSupport
import Testing

/// How many bytes stay allocated after observations and sequences.
@Suite("Memory of messages", .timeLimit(.minutes(60)), .watched, .countsMemory)
struct MessagesMemoryTests {
    @Test("observations and sequences that end, in every way, leave no observer and nothing allocated")
    func ended() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            await expectNothingLeft(by: usages, repetitions: many / usages.count)
        }
        expectFigures(in: result?.standardOutputContent)
    }

    @Test("a closure that awaits keeps no room for the messages that have waited for it")
    func waited() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            let owners = Log<Canary>()
            await expectMemory(0, after: "50000 messages that waited for a closure") {
                let key = owners.entries.count
                let owner = Canary()
                owners.write(owner)
                let mayHandle = AsyncStream.makeStream(of: Void.self)
                let stream = mayHandle.stream
                broadcaster.observe(OrderObserverMessage.self, for: key, owner: owner) { _, _ in
                    for await _ in stream {}
                }
                for number in 0..<50_000 { broadcaster.notify(OrderObserverMessage.orderPlaced(number), for: key) }
                // The messages are in the mailbox when the main actor runs this.
                await MainActor.run {}
                mayHandle.continuation.finish()
                await broadcaster.settled()
                withExtendedLifetime(owner) {}
            }
            withExtendedLifetime(owners) {}
        }
        expectFigures(in: result?.standardOutputContent)
    }
}

// A debug build is slow, so it does less.
#if DEBUG
    private let many = 20_000
#else
    private let many = 1_000_000
#endif

private let usages = [
    Usage("observations that are dropped") { broadcaster in
        _ = broadcaster.observe(OrderObserverMessage.self) { _ in }
    },
    Usage("observations that are canceled while a broadcast is pending") { broadcaster in
        let observation = broadcaster.observe(OrderObserverMessage.self) { _ in }
        broadcaster.notify(OrderObserverMessage.orderPlaced(1))
        observation.cancel()
    },
    Usage("observations that are captured by their own closures, and canceled") { broadcaster in
        let box = Box()
        box.observation = broadcaster.observe(OrderObserverMessage.self) { _ in withExtendedLifetime(box) {} }
        box.observation?.cancel()
    },
    Usage("owners that are deallocated") { broadcaster in
        broadcaster.observe(OrderObserverMessage.self, owner: Canary()) { _, _ in }
        await MainActor.run { broadcaster.observe(UploadObserverMessage.self, owner: Canary()) { _, _ in } }
    },
    Usage("owners that are deallocated while a broadcast is pending") { broadcaster in
        let owner = Canary()
        broadcaster.observe(OrderObserverMessage.self, owner: owner) { _, _ in }
        broadcaster.notify(OrderObserverMessage.orderPlaced(1))
    },
    Usage("owners of closures that await, deallocated on a silent channel") { broadcaster in
        broadcaster.observe(OrderObserverMessage.self, owner: Canary()) { _, _ in await Task.yield() }
        await MainActor.run {
            broadcaster.observe(UploadObserverMessage.self, owner: Canary()) { _, _ in await Task.yield() }
        }
    },
    Usage("owners of closures that await, deallocated while messages wait") { broadcaster in
        let owner = Canary()
        broadcaster.observe(OrderObserverMessage.self, owner: owner) { _, _ in await Task.yield() }
        for number in 0..<3 { broadcaster.notify(OrderObserverMessage.orderPlaced(number), on: .global()) }
    },
    Usage("observations of closures that await, canceled while messages wait") { broadcaster in
        let observation = broadcaster.observe(OrderObserverMessage.self) { _ in
            // Waits until it is canceled; `Task.sleep` would keep memory until its time has passed.
            let never = AsyncStream<Void> { _ in }
            for await _ in never {}
        }
        for number in 0..<3 { broadcaster.notify(OrderObserverMessage.orderPlaced(number)) }
        await MainActor.run {}
        observation.cancel()
    },
    Usage("sequences that no loop iterates over") { broadcaster in
        _ = broadcaster.messages(of: OrderObserverMessage.self)
    },
    Usage("sequences that are dropped while they buffer") { broadcaster in
        let messages = broadcaster.messages(of: OrderObserverMessage.self)
        broadcaster.notify(OrderObserverMessage.orderPlaced(1))
        broadcaster.notify(OrderObserverMessage.orderPlaced(2), on: .global())
        withExtendedLifetime(messages) {}
    },
    Usage("loops that break") { broadcaster in
        let messages = broadcaster.messages(of: OrderObserverMessage.self)
        broadcaster.notify(OrderObserverMessage.orderPlaced(1))
        broadcaster.notify(OrderObserverMessage.orderPlaced(2))
        for await _ in messages { break }
    },
    Usage("loops that are canceled") { broadcaster in
        let loop = Task { for await _ in broadcaster.messages(of: OrderObserverMessage.self) {} }
        loop.cancel()
        await loop.value
    },
    Usage("loops that are canceled while they wait") { broadcaster in
        let messages = broadcaster.messages(of: OrderObserverMessage.self)
        let loop = Task { for await _ in messages {} }
        await Task.yield()
        loop.cancel()
        await loop.value
    },
]

private final class Box: @unchecked Sendable {
    var observation: Broadcaster.Observation?
}
