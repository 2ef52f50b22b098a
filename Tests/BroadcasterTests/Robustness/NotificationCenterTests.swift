#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// What the pages say that `NotificationCenter` does, unlike `Broadcaster`, whose rules have their own tests.
    ///
    /// If one of these fails, the pages are out of date. What is expected is Foundation's behavior on Linux.
    @Suite("Differences from NotificationCenter", .timeLimit(.minutes(60)), .watched)
    @MainActor
    struct NotificationCenterTests {
        private nonisolated static let name = Notification.Name("test")

        private let center = NotificationCenter()
        private let received = Counter()

        @Test("NotificationCenter calls observers in another order than that of their registrations")
        func order() {
            let log = Log<Int>()
            let tokens = (0..<50).map { number in
                center.addObserver(forName: Self.name, object: nil, queue: nil) { _ in log.write(number) }
            }
            center.post(name: Self.name, object: nil)
            withExtendedLifetime(tokens) {}
            #expect(log.entries != Array(0..<50))
        }

        @Test(
            "NotificationCenter takes a new object for a deallocated one at its address", .enabled(if: reusesAddresses))
        func reusedAddress() {
            var others: [Canary] = []
            for _ in 0..<1000 {
                var sender: Canary? = Canary()
                let address = ObjectIdentifier(sender!)
                let token = center.addObserver(forName: Self.name, object: sender, queue: nil) { [received] _ in
                    received.increment()
                }
                sender = nil
                let new = Canary()
                if ObjectIdentifier(new) == address {
                    center.post(name: Self.name, object: new)
                } else {
                    others.append(new)
                }
                center.removeObserver(token)
            }
            #expect(received.value > 0)
        }

        @Test("NotificationCenter calls an observer that is removed while a message is pending")
        func removal() async {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let gate = DispatchSemaphore(value: 0)
            queue.addOperation { gate.wait() }
            let token = center.addObserver(forName: Self.name, object: nil, queue: queue) { [received] _ in
                received.increment()
            }
            let posted = Task.detached { [center] in
                await onNewThread { center.post(name: Self.name, object: nil) }
            }
            await eventually { queue.operationCount == 2 }
            center.removeObserver(token)
            gate.signal()
            await posted.value
            #expect(received.value == 1)
        }

        @Test("NotificationCenter calls an observer whose token is discarded")
        func deallocation() {
            do {
                _ = center.addObserver(forName: Self.name, object: nil, queue: nil) { [received] _ in
                    received.increment()
                }
            }
            center.post(name: Self.name, object: nil)
            #expect(received.value == 1)
        }

        // MARK: Typed messages

        struct Shown: NotificationCenter.MainActorMessage {
            typealias Subject = Canary
        }

        struct Numbered: NotificationCenter.AsyncMessage {
            typealias Subject = Canary
            let number: Int
        }

        @Test("observers of typed messages are called in another order than that of their registrations")
        func orderOfTypedObservers() {
            let log = Log<Int>()
            let tokens = (0..<50).map { number in center.addObserver(for: Shown.self) { _ in log.write(number) } }
            center.post(Shown())
            withExtendedLifetime(tokens) {}
            #expect(log.entries != Array(0..<50))
        }

        @Test("a sequence of typed messages misses what is sent before its loop starts")
        func startOfSequence() async throws {
            let messages = center.messages(for: Numbered.self)
            center.post(Numbered(number: 1))
            var iterator = messages.makeAsyncIterator()
            center.post(Numbered(number: 2))
            let first = try await iterator.next()
            #expect(first?.number == 2)
        }

        /// Not under Address Sanitizer, because the task in which `next()` never returns is a leak.
        @Test(
            "next() of typed messages doesn't return in a task that is already canceled",
            .enabled(if: reusesAddresses))
        func nextInCanceledTask() async {
            let log = Log<String>()
            let task = Task.detached {
                while !Task.isCancelled { await Task.yield() }
                var iterator = NotificationCenter().messages(for: Numbered.self).makeAsyncIterator()
                log.write("calls")
                _ = try? await iterator.next()
                log.write("returned")
            }
            task.cancel()
            await eventually { log.entries.contains("calls") }
            for _ in 0..<10_000 { await Task.yield() }
            #expect(log.entries == ["calls"])
        }
    }
#endif
