import Foundation
import Testing

@testable import Broadcaster

@Suite("Observers that await", .timeLimit(.minutes(60)))
@MainActor
struct AwaitingObserverTests {
    let broadcaster = Broadcaster()
    let log = Log<String>()
    let gate = Gate()

    enum Trace { @TaskLocal static var id = "none" }

    /// Suspends a closure until a test opens it.
    struct Gate: Sendable {
        private let passes = AsyncStream.makeStream(of: Void.self)

        func open() { passes.continuation.yield() }
        func pass() async { for await _ in passes.stream { return } }
    }

    @MainActor
    final class Journal {
        private(set) var lines: [String] = []
        var observation: Broadcaster.Observation?

        func endObservation() { observation = nil }

        func append(_ message: UploadObserverMessage) async {
            lines.append("+" + message.name)
            for _ in 0..<Int.random(in: 0..<4) { await Task.yield() }
            lines.append("-" + message.name)
        }
    }

    @globalActor
    actor Disk {
        static let shared = Disk()
    }

    actor Kitchen {
        private(set) var orders: [Int] = []

        func prepare(_ message: OrderObserverMessage) async {
            await Task.yield()
            guard case .orderPlaced(let number) = message else { return }
            orders.append(number)
        }
    }

    /// Suspends a closure until a test opens it, even if the closure's task is canceled.
    struct FirmGate: Sendable {
        private let continuation = Locked<CheckedContinuation<Void, Never>?>(nil)

        func open() { continuation.withLock { $0 }?.resume() }

        /// Calls `body` when the gate can be opened.
        func pass(_ body: @Sendable () -> Void) async {
            await withCheckedContinuation { passed in
                continuation.withLock { $0 = passed }
                body()
            }
        }
    }

    private func send(_ names: String...) {
        for name in names { broadcaster.notify(UploadObserverMessage.uploadDidFinish(name, bytes: 0)) }
    }

    /// Waits until the log has so many entries.
    private func logged(_ count: Int) async { await eventually { log.entries.count >= count } }

    @Suite("Order", .timeLimit(.minutes(60)))
    @MainActor
    struct Order {
        let tests = AwaitingObserverTests()

        @Test("a closure handles one message at a time, in the order of delivery, and settled() waits for it")
        func oneAtATime() async {
            let journal = Journal()
            tests.broadcaster.observe(UploadObserverMessage.self, owner: journal) { journal, message in
                await journal.append(message)
            }
            for number in 0..<50 { tests.send("\(number)") }
            await tests.broadcaster.settled()
            #expect(journal.lines == (0..<50).flatMap { ["+\($0)", "-\($0)"] })
        }

        @Test("a test that sends to a closure with an await, and waits with settled(), never fails")
        func newUser() async {
            for _ in 0..<100 {
                let broadcaster = Broadcaster()
                let journal = Journal()
                broadcaster.observe(UploadObserverMessage.self, owner: journal) { journal, message in
                    await journal.append(message)
                }
                for number in 0..<23 {
                    broadcaster.notify(UploadObserverMessage.uploadDidFinish("\(number)", bytes: 0))
                }
                await broadcaster.settled()
                #expect(journal.lines == (0..<23).flatMap { ["+\($0)", "-\($0)"] })
            }
        }

        @Test("an actor handles the broadcasts of a queue in order")
        func actorOwner() async {
            let kitchen = Kitchen()
            let queue = DispatchQueue(label: "orders")
            tests.broadcaster.observe(OrderObserverMessage.self, owner: kitchen) { kitchen, message in
                await kitchen.prepare(message)
            }
            for number in 0..<200 { tests.broadcaster.notify(OrderObserverMessage.orderPlaced(number), on: queue) }
            await tests.broadcaster.settled()
            #expect(await kitchen.orders == Array(0..<200))
        }

        @Test("the messages of each of four senders stay in order")
        func fourSenders() async {
            let kitchen = Kitchen()
            tests.broadcaster.observe(OrderObserverMessage.self, owner: kitchen) { kitchen, message in
                await kitchen.prepare(message)
            }
            await onThreads(4) { [broadcaster = tests.broadcaster] thread in
                let queue = DispatchQueue(label: "sender \(thread)")
                for number in 0..<500 {
                    let message = OrderObserverMessage.orderPlaced(thread * 1000 + number)
                    if thread < 2 { broadcaster.notify(message) } else { broadcaster.notify(message, on: queue) }
                }
            }
            await tests.broadcaster.settled()
            let orders = await kitchen.orders
            #expect(orders.count == 2000)
            for thread in 0..<4 {
                #expect(orders.filter { $0 / 1000 == thread } == (0..<500).map { thread * 1000 + $0 })
            }
        }

        @Test("a closure that is marked with another global actor runs there only if the protocol is Sendable")
        func markedClosure() async {
            let journal = Journal()
            let kitchen = Kitchen()
            let log = tests.log
            tests.broadcaster.observe(UploadObserverMessage.self, owner: journal) { @Disk _, _ async in
                log.write("owner, on the main actor: \(MainQueue.isMainActor)")
            }
            let observation = tests.broadcaster.observe(UploadObserverMessage.self) { @Disk _ async in
                log.write("token, on the main actor: \(MainQueue.isMainActor)")
            }
            tests.broadcaster.observe(OrderObserverMessage.self, owner: kitchen) { @Disk _, _ async in
                Disk.shared.assertIsolated()
                log.write("Sendable")
            }
            tests.send("1")
            tests.broadcaster.notify(OrderObserverMessage.orderPlaced(1))
            await tests.broadcaster.settled()
            let expected = ["Sendable", "owner, on the main actor: true", "token, on the main actor: true"]
            #expect(log.entries.sorted() == expected)
            withExtendedLifetime((journal, kitchen, observation)) {}
        }

        @Test("a closure that awaits functions of another global actor handles one message at a time, in order")
        func otherActor() async {
            let journal = Journal()
            let kitchen = Kitchen()
            let uploads = Log<String>()
            let orders = Log<String>()
            @Disk
            func write(_ text: String, to log: Log<String>) async {
                Disk.shared.assertIsolated()
                log.write("+" + text)
                for _ in 0..<Int.random(in: 0..<4) { await Task.yield() }
                log.write("-" + text)
            }
            tests.broadcaster.observe(UploadObserverMessage.self, owner: journal) { @Disk _, message in
                await write(message.name, to: uploads)
            }
            tests.broadcaster.observe(OrderObserverMessage.self, owner: kitchen) { @Disk _, message in
                await write("\(message)", to: orders)
            }
            for number in 0..<50 {
                tests.send("\(number)")
                tests.broadcaster.notify(OrderObserverMessage.orderPlaced(number), on: .global())
            }
            await tests.broadcaster.settled()
            #expect(uploads.entries == (0..<50).flatMap { ["+\($0)", "-\($0)"] })
            #expect(orders.entries.count == 100)
            for pair in stride(from: 0, to: orders.entries.count, by: 2) {
                #expect(orders.entries[pair].dropFirst() == orders.entries[pair + 1].dropFirst())
            }
            withExtendedLifetime((journal, kitchen)) {}
        }

        /// The main queue would run another item between two messages if the closure's task left the main actor.
        @Test("a closure of the main actor handles a burst without leaving it, in each form", arguments: 0..<4)
        func burst(form: Int) async {
            let (broadcaster, log, owner) = (tests.broadcaster, tests.log, Journal())
            let handle: @MainActor @Sendable () async -> Void = {
                log.write("handled")
                if log.entries.count == 1 { DispatchQueue.main.async { log.write("other item") } }
            }
            let registration: Any =
                switch form {
                case 0: broadcaster.observe(UploadObserverMessage.self) { _ async in await handle() }
                case 1: broadcaster.observe(UploadObserverMessage.self, owner: owner) { _, _ async in await handle() }
                case 2: broadcaster.observe(OrderObserverMessage.self) { @MainActor _ async in await handle() }
                default:
                    broadcaster.observe(OrderObserverMessage.self, owner: owner) { @MainActor _, _ async in
                        await handle()
                    }
                }
            for number in 0..<3 {
                tests.send("")
                broadcaster.notify(OrderObserverMessage.orderPlaced(number))
            }
            await tests.logged(4)
            #expect(log.entries == ["handled", "handled", "handled", "other item"])
            withExtendedLifetime((registration, owner)) {}
        }

        @Test("a closure that awaits delays neither the broadcast nor another observer")
        func othersGoOn() async {
            let journal = Journal()
            tests.broadcaster.observe(UploadObserverMessage.self, owner: journal) { [gate = tests.gate] _, _ in
                await gate.pass()
            }
            tests.broadcaster.observe(UploadObserverMessage.self, owner: journal) { [log = tests.log] _, message in
                log.write(message.name)
            }
            tests.send("a", "b")
            await tests.logged(2)
            #expect(tests.log.entries == ["a", "b"])
            for _ in 0..<2 { tests.gate.open() }
            await tests.broadcaster.settled()
            withExtendedLifetime(journal) {}
        }

        @Test("a message that a closure sends to its own channel is handled after it has returned")
        func reentrant() async {
            let journal = Journal()
            tests.broadcaster.observe(UploadObserverMessage.self, owner: journal) { journal, message in
                if message.name == "a" { Broadcaster.notify(UploadObserverMessage.uploadDidFinish("b", bytes: 0)) }
                await journal.append(message)
            }
            tests.send("a")
            for _ in 0..<2 { await tests.broadcaster.settled() }
            #expect(journal.lines == ["+a", "-a", "+b", "-b"])
        }
    }

    @Suite("End", .timeLimit(.minutes(60)))
    @MainActor
    struct End {
        let tests = AwaitingObserverTests()

        @Test("the owner is retained while a message is handled, and what waits is dropped when it is deallocated")
        func ownerIsDeallocated() async {
            let log = tests.log
            var owner: Canary? = Canary { log.write("deallocated") }
            tests.broadcaster.observe(UploadObserverMessage.self, owner: owner!) { [gate = tests.gate] owner, message in
                log.write("begins " + message.name)
                await gate.pass()
                log.write("ends")
                withExtendedLifetime(owner) {}
            }
            tests.send("a", "b")
            await tests.logged(1)
            owner = nil
            #expect(log.entries == ["begins a"])
            tests.gate.open()
            await tests.broadcaster.settled()
            #expect(log.entries == ["begins a", "ends", "deallocated"])
        }

        @Test("a closure that is called while its owner is deallocated isn't called, and retains nothing")
        func pendingOwner() async {
            var owner: Canary? = Canary()
            @Weak var weakOwner = owner
            tests.broadcaster.observe(UploadObserverMessage.self, owner: owner!) { [log = tests.log] _, _ in
                await Task.yield()
                log.write("called")
            }
            tests.send("a")
            owner = nil
            #expect(weakOwner == nil)
            await tests.broadcaster.settled()
            #expect(tests.log.entries.isEmpty)
        }

        @Test("canceling an observation cancels its task, and drops what waits", arguments: [false, true])
        func cancels(byReleasing isReleased: Bool) async {
            let log = tests.log
            var observation: Broadcaster.Observation? = tests.broadcaster.observe(UploadObserverMessage.self) {
                [gate = tests.gate] message in
                log.write(message.name)
                await gate.pass()
                log.write("canceled \(Task.isCancelled)")
            }
            tests.send("a", "b")
            await tests.logged(1)
            if isReleased { observation = nil } else { observation?.cancel() }
            // So that it ends even if it isn't canceled.
            tests.gate.open()
            await tests.broadcaster.settled()
            #expect(log.entries == ["a", "canceled true"])
        }

        @Test("a closure that ends the observation of another one cancels the other one's task")
        func cancelsAnother() async {
            let log = tests.log
            let gate = tests.gate
            let observation = tests.broadcaster.observe(UploadObserverMessage.self) { message in
                log.write(message.name)
                await gate.pass()
                log.write("canceled \(Task.isCancelled)")
            }
            tests.send("a")
            await tests.logged(1)
            let other = tests.broadcaster.observe(OrderObserverMessage.self) { _ async in
                observation.cancel()
                // So that it ends even if it isn't canceled.
                gate.open()
            }
            tests.broadcaster.notify(OrderObserverMessage.orderPlaced(1))
            await tests.broadcaster.settled()
            #expect(log.entries == ["a", "canceled true"])
            withExtendedLifetime(other) {}
        }

        @Test(
            "a closure that ends its own observation isn't canceled, and isn't called again", arguments: [false, true])
        func endsItself(inChildTask: Bool) async {
            let log = tests.log
            let journal = Journal()
            journal.observation = tests.broadcaster.observe(UploadObserverMessage.self) { [weak journal] message in
                if inChildTask {
                    async let end: Void? = journal?.endObservation()
                    await end
                } else {
                    journal?.observation = nil
                }
                await Task.yield()
                log.write("\(message.name), canceled \(Task.isCancelled)")
            }
            tests.send("a", "b")
            await tests.broadcaster.settled()
            #expect(log.entries == ["a, canceled false"])
        }

        @Test("unregistering the protocol drops what waits, and lets the closure finish", arguments: [false, true])
        func unregister(isOwned: Bool) async {
            let log = tests.log
            let journal = Journal()
            let handle: @MainActor (UploadObserverMessage) async -> Void = { [gate = tests.gate] message in
                log.write("begins " + message.name)
                await gate.pass()
                log.write("ends, canceled \(Task.isCancelled)")
            }
            if isOwned {
                tests.broadcaster.observe(UploadObserverMessage.self, owner: journal) { await handle($1) }
            } else {
                journal.observation = tests.broadcaster.observe(UploadObserverMessage.self, block: handle)
            }
            tests.send("a", "b")
            await tests.logged(1)
            tests.broadcaster.unregister(UploadObserver.self)
            tests.gate.open()
            await tests.broadcaster.settled()
            #expect(log.entries == ["begins a", "ends, canceled false"])
            #expect(tests.broadcaster.channels.isEmpty)
            withExtendedLifetime(journal) {}
        }

        @Test("unregistering between delivery and the start of the task drops the message")
        func unregisteredBeforeStart() async {
            let log = tests.log
            let journal = Journal()
            tests.broadcaster.observe(UploadObserverMessage.self, owner: journal) { _, _ in
                await Task.yield()
                log.write("called")
            }
            tests.broadcaster.observers(of: UploadObserver.self).forEach { $0.uploadDidFail() }
            tests.broadcaster.unregister(UploadObserver.self)
            await tests.broadcaster.settled()
            #expect(log.entries.isEmpty)
            withExtendedLifetime(journal) {}
        }

        @Test("a message that is dropped before the start of the task counts as handled at once")
        func canceledBeforeStart() {
            let handled = Counter()
            let observation = tests.broadcaster.observe(UploadObserverMessage.self) { _ in await Task.yield() }
            tests.broadcaster.observers(of: UploadObserver.self).forEach { $0.uploadDidFail() }
            let mailboxes = tests.broadcaster.withRegistry { $0.deliveries.presentMailboxes }
            observation.cancel()
            for mailbox in mailboxes { mailbox.notifyWhenHandled { handled.increment() } }
            #expect(handled.value == 1)
        }

        @Test("observations of a Sendable protocol end on four threads while messages arrive")
        func endsEverywhere() async {
            await onThreads(4) { [broadcaster = tests.broadcaster] thread in
                for number in 0..<200 {
                    let observation = broadcaster.observe(OrderObserverMessage.self) { _ in await Task.yield() }
                    broadcaster.notify(OrderObserverMessage.orderPlaced(number), on: .global())
                    if number % 2 == 0 { observation.cancel() }
                }
            }
            await tests.broadcaster.settled()
            #expect(tests.broadcaster.channels.isEmpty)
        }

        @Test("the broadcaster is retained while messages wait, and all of them are handled")
        func broadcasterIsReleased() async {
            let log = tests.log
            let journal = Journal()
            var broadcaster: Broadcaster? = Broadcaster()
            @Weak var weakBroadcaster = broadcaster
            broadcaster?.observe(UploadObserverMessage.self, owner: journal) { [gate = tests.gate] _, message in
                log.write(message.name)
                await gate.pass()
                Broadcaster.current.observers(of: UploadObserver.self).forEach { _ in log.write("registered") }
            }
            for name in ["a", "b"] { broadcaster?.notify(UploadObserverMessage.uploadDidFinish(name, bytes: 0)) }
            await broadcaster?.drained()
            broadcaster = nil
            for _ in 0..<2 { tests.gate.open() }
            await eventually { weakBroadcaster == nil }
            #expect(log.entries == ["a", "registered", "b", "registered"])
            withExtendedLifetime(journal) {}
        }

        @Test("a closure that is called through the observers of a lost broadcaster has a new one")
        func lostBroadcaster() async {
            let log = tests.log
            let journal = Journal()
            var broadcaster: Broadcaster? = Broadcaster()
            broadcaster?.observe(UploadObserverMessage.self, owner: journal) { _, _ in
                await Task.yield()
                log.write("shared \(Broadcaster.current === Broadcaster.shared)")
            }
            let observers = broadcaster!.observers(of: UploadObserver.self)
            let kept = Array(observers)
            broadcaster = nil
            for observer in kept { observer.uploadDidFail() }
            await tests.logged(1)
            #expect(log.entries == ["shared false"])
            withExtendedLifetime(journal) {}
        }
    }

    @Suite("Context", .timeLimit(.minutes(60)))
    @MainActor
    struct Context {
        let tests = AwaitingObserverTests()

        @Test("the task of a closure never has the priority of what draws a screen, even if that calls the closure")
        func priority() async {
            let priorities = Log<UInt8>()
            let broadcaster = tests.broadcaster
            let observation = broadcaster.observe(OrderObserverMessage.self) { _ async in
                priorities.write(Task.currentPriority.rawValue)
            }
            // That of the main thread of an app, user-interactive, which has no name among the priorities of tasks.
            await Task.detached(priority: TaskPriority(rawValue: 33)) {
                broadcaster.observers(of: OrderObserver.self).forEach { $0.orderPlaced(1) }
            }.value
            await broadcaster.settled()
            #expect(priorities.entries == [TaskPriority.userInitiated.rawValue])
            withExtendedLifetime(observation) {}
        }

        @Test("the current broadcaster is the one that it was registered with, and no other task-local value crosses")
        func taskLocals() async {
            let broadcaster = tests.broadcaster
            let log = tests.log
            let journal = Journal()
            Trace.$id.withValue("registrant") {
                broadcaster.observe(UploadObserverMessage.self, owner: journal) { [unowned broadcaster] _, _ in
                    await Task.yield()
                    log.write("\(Trace.id), own \(Broadcaster.current === broadcaster)")
                }
            }
            Trace.$id.withValue("sender") {
                broadcaster.notify(UploadObserverMessage.uploadDidFail)
                Broadcaster.$current.withValue(Broadcaster()) {
                    broadcaster.observers(of: UploadObserver.self).forEach { $0.uploadDidFail() }
                }
            }
            await broadcaster.settled()
            #expect(log.entries == ["none, own true", "none, own true"])
            withExtendedLifetime(journal) {}
        }

        @Test("a closure of the main actor, and of a Sendable protocol, that is registered with the shared broadcaster")
        func shared() async {
            let log = tests.log
            let observation = Broadcaster.observe(SharedOrderMessage.self) { _ in
                await Task.yield()
                log.write("shared \(Broadcaster.current === Broadcaster.shared)")
            }
            Broadcaster.notify(SharedOrderMessage.orderPlaced)
            await Broadcaster.settled()
            #expect(log.entries == ["shared true"])
            withExtendedLifetime(observation) {}
        }

        @Test("settled() in a closure waits for deliveries only, because the closure would wait for itself")
        func settledInside() async {
            let log = tests.log
            let journal = Journal()
            for name in ["x", "y"] {
                tests.broadcaster.observe(UploadObserverMessage.self, owner: journal) { _, message in
                    await Broadcaster.settled()
                    async let inChildTask: Void = Broadcaster.settled()
                    await inChildTask
                    await Task { await Broadcaster.settled() }.value
                    log.write(name + message.name)
                }
            }
            tests.send("a", "b")
            await tests.broadcaster.settled()
            #expect(log.entries.sorted() == ["xa", "xb", "ya", "yb"])
            withExtendedLifetime(journal) {}
        }

        @Test("settled() waits for closures in a task that outlives the closure that started it")
        func settledInOutlivingTask() async {
            let (broadcaster, log, first, second) = (tests.broadcaster, tests.log, tests.gate, Gate())
            let task = Locked<Task<Void, Never>?>(nil)
            let observation = broadcaster.observe(UploadObserverMessage.self) { message async in
                log.write(message.name)
                if message.name == "a" {
                    task.withLock {
                        $0 = Task {
                            await first.pass()
                            await Broadcaster.settled()
                            log.write("settled")
                        }
                    }
                } else {
                    await second.pass()
                    log.write("returns")
                }
            }
            tests.send("a", "b")
            await tests.logged(2)
            first.open()
            await eventually { broadcaster.handledMessages.contains { $0.isAwaited } || log.entries.count > 2 }
            second.open()
            await task.withLock { $0 }?.value
            #expect(log.entries == ["a", "b", "returns", "settled"])
            withExtendedLifetime(observation) {}
        }

        @Test("settled() of another broadcaster waits for its closures, even in a closure")
        func settledOfAnother() async {
            let (log, gate, other) = (tests.log, tests.gate, Broadcaster())
            let slow = other.observe(UploadObserverMessage.self) { message async in
                await gate.pass()
                log.write("other \(message.name)")
            }
            let observation = tests.broadcaster.observe(UploadObserverMessage.self) { message async in
                other.notify(message)
                await other.settled()
                log.write(message.name)
            }
            tests.send("a")
            await eventually { other.handledMessages.contains { $0.isAwaited } || !log.entries.isEmpty }
            gate.open()
            await tests.broadcaster.settled()
            #expect(log.entries == ["other a", "a"])
            withExtendedLifetime((slow, observation)) {}
        }

        @Test("a task that outlives its closure cancels the task of a later message when it ends the observation")
        func endsInOutlivingTask() async {
            let (log, gate) = (tests.log, tests.gate)
            let observation = Locked<Broadcaster.Observation?>(nil)
            observation.withLock {
                $0 = tests.broadcaster.observe(UploadObserverMessage.self) { message async in
                    log.write(message.name)
                    if message.name == "a" {
                        Task {
                            await gate.pass()
                            observation.withLock { $0 }?.cancel()
                        }
                    } else {
                        // Time: it is canceled before.
                        try? await Task.sleep(nanoseconds: 600_000_000_000)
                        log.write("canceled: \(Task.isCancelled)")
                    }
                }
            }
            tests.send("a", "b")
            await tests.logged(2)
            gate.open()
            await tests.broadcaster.settled()
            #expect(log.entries == ["a", "b", "canceled: true"])
            observation.withLock { $0 = nil }
        }

        @Test("settled() waits for what was sent before, and not for what is sent meanwhile")
        func steadyTraffic() async {
            let log = tests.log
            let journal = Journal()
            tests.broadcaster.observe(UploadObserverMessage.self, owner: journal) {
                [weak broadcaster = tests.broadcaster] _, message in
                broadcaster?.notify(UploadObserverMessage.uploadDidFinish(message.name, bytes: 0))
                await Task.yield()
                log.write(message.name)
            }
            tests.send("a", "b")
            await tests.broadcaster.settled()
            #expect(log.entries.count >= 2)
            tests.broadcaster.unregister(UploadObserver.self)
            await tests.broadcaster.settled()
            withExtendedLifetime(journal) {}
        }
    }

    @Suite("Bounded mailboxes", .timeLimit(.minutes(60)))
    @MainActor
    struct Bounded {
        let tests = AwaitingObserverTests()

        @Test(
            "so many messages wait, besides the one that is handled",
            arguments: [
                (.bufferingNewest(2), ["0", "8", "9"]), (.bufferingOldest(2), ["0", "1", "2"]),
                (.bufferingNewest(0), ["0"]), (.bufferingOldest(0), ["0"]), (.unbounded, (0..<10).map { "\($0)" }),
            ] as [(AsyncStream<UploadObserverMessage>.Continuation.BufferingPolicy, [String])])
        func limits(
            policy: AsyncStream<UploadObserverMessage>.Continuation.BufferingPolicy, handled: [String]
        ) async {
            let log = tests.log
            let journal = Journal()
            tests.broadcaster.observe(UploadObserverMessage.self, owner: journal, bufferingPolicy: policy) {
                [gate = tests.gate] _, message in
                await gate.pass()
                log.write(message.name)
            }
            for number in 0..<10 { tests.send("\(number)") }
            await tests.broadcaster.drained()
            for _ in 0..<10 { tests.gate.open() }
            await tests.broadcaster.settled()
            #expect(log.entries == handled)
            withExtendedLifetime(journal) {}
        }

        @Test("each form of observe takes a key and a policy, and the static ones use the current broadcaster")
        func forms() async {
            let broadcaster = tests.broadcaster
            let log = tests.log
            let gate = tests.gate
            let owner = Canary()
            let upload: @MainActor (UploadObserverMessage) async -> Void = { message in
                await gate.pass()
                log.write(message.name)
            }
            let order: @Sendable (OrderObserverMessage) async -> Void = { message in
                await gate.pass()
                log.write("\(message)")
            }
            let uploadOfOwner: @MainActor (Canary, UploadObserverMessage) async -> Void = { await upload($1) }
            let orderOfOwner: @Sendable (Canary, OrderObserverMessage) async -> Void = { await order($1) }
            broadcaster.observe(
                UploadObserverMessage.self, for: 1, owner: owner, bufferingPolicy: .bufferingOldest(0),
                block: uploadOfOwner)
            broadcaster.observe(
                OrderObserverMessage.self, for: 1, owner: owner, bufferingPolicy: .bufferingOldest(0),
                block: orderOfOwner)
            var observations = [
                broadcaster.observe(
                    UploadObserverMessage.self, for: 1, bufferingPolicy: .bufferingOldest(0), block: upload),
                broadcaster.observe(
                    OrderObserverMessage.self, for: 1, bufferingPolicy: .bufferingOldest(0), block: order),
            ]
            Broadcaster.$current.withValue(broadcaster) {
                Broadcaster.observe(
                    UploadObserverMessage.self, for: 1, owner: owner, bufferingPolicy: .bufferingOldest(0),
                    block: uploadOfOwner)
                Broadcaster.observe(
                    OrderObserverMessage.self, for: 1, owner: owner, bufferingPolicy: .bufferingOldest(0),
                    block: orderOfOwner)
                observations += [
                    Broadcaster.observe(
                        UploadObserverMessage.self, for: 1, bufferingPolicy: .bufferingOldest(0), block: upload),
                    Broadcaster.observe(
                        OrderObserverMessage.self, for: 1, bufferingPolicy: .bufferingOldest(0), block: order),
                ]
            }
            for number in 1...3 {
                for key in [2, 1] {
                    let name = "\(number) for \(key)"
                    broadcaster.notify(UploadObserverMessage.uploadDidFinish(name, bytes: 0), for: key)
                    broadcaster.notify(OrderObserverMessage.orderPlaced(10 * number + key), for: key)
                }
            }
            await broadcaster.drained()
            for _ in 0..<48 { gate.open() }
            await broadcaster.settled()
            let handled = Array(repeating: "1 for 1", count: 4) + Array(repeating: "orderPlaced(11)", count: 4)
            #expect(log.entries.sorted() == handled)
            withExtendedLifetime((owner, observations)) {}
        }

        @Test("each form of observe that takes a function of its caller's actor passes on the key and the policy")
        func formsOfFunctions() async {
            let (broadcaster, log, gate, owner) = (tests.broadcaster, tests.log, tests.gate, Canary())
            let order: nonisolated(nonsending) @Sendable (OrderObserverMessage) async -> Void = { message in
                await gate.pass()
                log.write("\(message)")
            }
            let orderOfOwner: nonisolated(nonsending) @Sendable (Canary, OrderObserverMessage) async -> Void = {
                await order($1)
            }
            let type = OrderObserverMessage.self
            broadcaster.observe(type, for: 1, owner: owner, bufferingPolicy: .bufferingOldest(0), block: orderOfOwner)
            var observations = [broadcaster.observe(type, for: 1, bufferingPolicy: .bufferingOldest(0), block: order)]
            Broadcaster.$current.withValue(broadcaster) {
                Broadcaster.observe(
                    type, for: 1, owner: owner, bufferingPolicy: .bufferingOldest(0), block: orderOfOwner)
                observations.append(
                    Broadcaster.observe(type, for: 1, bufferingPolicy: .bufferingOldest(0), block: order))
            }
            for number in 1...3 {
                for key in [2, 1] { broadcaster.notify(OrderObserverMessage.orderPlaced(10 * number + key), for: key) }
            }
            await broadcaster.drained()
            for _ in 0..<24 { gate.open() }
            await broadcaster.settled()
            #expect(log.entries == Array(repeating: "orderPlaced(11)", count: 4))
            withExtendedLifetime((owner, observations)) {}
        }

        @Test("a function of its caller's actor that observes for an owner doesn't keep the owner")
        func ownerOfFunction() async {
            let function: nonisolated(nonsending) @Sendable (Canary, OrderObserverMessage) async -> Void = { _, _ in }
            var owner: Canary? = Canary()
            @Weak var weakOwner = owner
            tests.broadcaster.observe(OrderObserverMessage.self, owner: owner!, block: function)
            tests.broadcaster.notify(OrderObserverMessage.orderPlaced(1))
            await tests.broadcaster.settled()
            withExtendedLifetime(owner) {}
            owner = nil
            #expect(weakOwner == nil)
        }

        @Test("a monitor learns how many messages bounded mailboxes and loops dropped, and nothing if none was")
        func monitor() async {
            let monitor = Dropping()
            let broadcaster = tests.broadcaster
            broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
            let journal = Journal()
            for policy: Mailbox<UploadObserverMessage>.BufferingPolicy in [
                .bufferingNewest(1), .bufferingOldest(1), .unbounded,
            ] {
                broadcaster.observe(UploadObserverMessage.self, owner: journal, bufferingPolicy: policy) {
                    [gate = tests.gate] _, _ in await gate.pass()
                }
            }
            let loop = broadcaster.messages(UploadObserverMessage.self, bufferingPolicy: .bufferingNewest(3))
            tests.send("a", "b", "c", "d")
            await broadcaster.drained()
            // The mailboxes handle a and keep b or a later one; the loop keeps three.
            let events = monitor.events.entries.filter { $0 != "sent" }
            #expect(events == ["delivered", "delivered", "dropped 2", "delivered", "dropped 3", "delivered"])
            for _ in 0..<20 { tests.gate.open() }
            await broadcaster.settled()
            withExtendedLifetime((journal, loop)) {}
        }

        @Test("a monitor isn't told of messages that other observers' buffers dropped because an observer called them")
        func monitorOfCaller() async {
            let monitor = Dropping()
            let broadcaster = tests.broadcaster
            broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
            let journal = Journal()
            let loop = broadcaster.messages(OrderObserverMessage.self, bufferingPolicy: .bufferingNewest(1))
            broadcaster.observe(OrderObserverMessage.self, owner: journal, bufferingPolicy: .bufferingOldest(1)) {
                [gate = tests.gate] _, _ in await gate.pass()
            }
            let caller = broadcaster.observe(UploadObserverMessage.self) { [log = tests.log] _ in
                log.write("called")
                for number in 0..<5 {
                    broadcaster.observers(of: OrderObserver.self).forEach { $0.orderPlaced(number) }
                }
            }
            let own = broadcaster.messages(UploadObserverMessage.self, bufferingPolicy: .bufferingNewest(1))
            tests.send("a", "b")
            await broadcaster.drained()
            #expect(tests.log.entries == ["called", "called"])
            // That of its own loop, and none of the twenty others.
            #expect(monitor.events.entries.filter { $0 != "sent" } == ["delivered", "dropped 1", "delivered"])
            for _ in 0..<20 { tests.gate.open() }
            await broadcaster.settled()
            withExtendedLifetime((journal, loop, caller, own)) {}
        }

        private final class Dropping: Broadcaster.Monitor {
            let events = Log<String>()

            func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) { events.write("sent") }
            func broadcastWasDelivered(_: Broadcaster.Broadcast, as _: Broadcaster.Delivery) {
                events.write("delivered")
            }
            func messagesWereDropped(_ count: Int, by _: Broadcaster.Broadcast) { events.write("dropped \(count)") }
        }
    }

    @Suite("Lifetimes", .timeLimit(.minutes(60)))
    @MainActor
    struct Lifetimes {
        let tests = AwaitingObserverTests()

        @Test(
            "ten thousand owners on a silent channel, and what their closures captured, are released",
            arguments: [false, true])
        func silent(isSendable: Bool) async {
            let released = Counter()
            for _ in 0..<10_000 {
                let owner = Canary { released.increment() }
                let captured = Canary { released.increment() }
                if isSendable {
                    tests.broadcaster.observe(OrderObserverMessage.self, owner: owner) { _, _ in
                        await Task.yield()
                        withExtendedLifetime(captured) {}
                    }
                } else {
                    tests.broadcaster.observe(UploadObserverMessage.self, owner: owner) { _, _ in
                        await Task.yield()
                        withExtendedLifetime(captured) {}
                    }
                }
            }
            // Two broadcasts that find the owners deallocated.
            for _ in 0..<3 {
                tests.send("a")
                tests.broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                await tests.broadcaster.settled()
            }
            #expect(released.value == 20_000)
            #expect(tests.broadcaster.channels.isEmpty)
        }

        @Test("the message and the owner are released before settled() returns")
        func message() async {
            let log = tests.log
            // `nonisolated(unsafe)`: everything that uses it is on the main actor.
            nonisolated(unsafe) var document: Document? = Document()
            @Weak var weakDocument = document
            do {
                let owner = Canary { log.write("owner deallocated on main actor: \(MainQueue.isMainActor)") }
                tests.broadcaster.observe(DocumentObserverMessage.self, owner: owner) { _, message in
                    await Task.yield()
                    withExtendedLifetime(message) {}
                }
                nonisolated(unsafe) let message = DocumentObserverMessage.documentWillClose(document!) { _ in }
                tests.broadcaster.notify(message)
                document = nil
                await tests.broadcaster.drained()
                withExtendedLifetime(owner) {}
            }
            await tests.broadcaster.settled()
            #expect(weakDocument == nil)
            #expect(log.entries == ["owner deallocated on main actor: true"])
        }

        @Test("a message for a closure of the main actor is released there, whether it is handled or dropped")
        func messageIsReleasedOnMainActor() async {
            let log = tests.log
            let owner = Canary()
            tests.broadcaster.observe(DocumentObserverMessage.self, owner: owner) { [gate = tests.gate] _, _ in
                log.write("begins")
                await gate.pass()
            }
            for _ in 0..<2 {
                let captured = Canary { log.write("released on main actor: \(MainQueue.isMainActor)") }
                // `nonisolated(unsafe)`: everything that uses it is on the main actor.
                nonisolated(unsafe) let message = DocumentObserverMessage.documentWillClose(Document()) { _ in
                    withExtendedLifetime(captured) {}
                }
                tests.broadcaster.notify(message)
            }
            await tests.logged(1)
            tests.broadcaster.unregister(DocumentObserver.self)
            tests.gate.open()
            await tests.broadcaster.settled()
            #expect(log.entries == ["begins", "released on main actor: true", "released on main actor: true"])
            withExtendedLifetime(owner) {}
        }

        @Test("for a Sendable protocol, the owner and what the closure captured are released on some thread")
        func sendableOwner() async {
            let released = Counter()
            do {
                let owner = Canary { released.increment() }
                let captured = Canary { released.increment() }
                tests.broadcaster.observe(OrderObserverMessage.self, owner: owner) { _, _ in
                    await Task.yield()
                    withExtendedLifetime(captured) {}
                }
                tests.broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: .global())
                await tests.broadcaster.settled()
                #expect(released.value == 0)
                withExtendedLifetime(owner) {}
            }
            #expect(released.value == 1)
            tests.broadcaster.unregister(OrderObserver.self)
            await eventually { released.value == 2 }
        }

        @Test("what a closure of the main actor captures is released there, wherever its mailbox is released")
        func mailboxIsReleasedElsewhere() async {
            let log = tests.log
            // A call of `settled()`, or of `cancel()`, retains the mailbox as this does.
            let mailboxes = Locked<[any AnyMailbox]>([])
            do {
                let captured = Canary { log.write("released on main actor: \(MainQueue.isMainActor)") }
                let owner = Canary()
                tests.broadcaster.observe(UploadObserverMessage.self, owner: owner) {
                    [broadcaster = tests.broadcaster] _, _ in
                    await Task.yield()
                    mailboxes.withLock { $0 = broadcaster.withRegistry { $0.deliveries.presentMailboxes } }
                    withExtendedLifetime(captured) {}
                }
                tests.send("a")
                await tests.broadcaster.settled()
                tests.broadcaster.unregister(UploadObserver.self)
                withExtendedLifetime(owner) {}
            }
            #expect(log.entries.isEmpty)
            await onNewThread { mailboxes.withLock { $0 = [] } }
            await tests.logged(1)
            #expect(log.entries == ["released on main actor: true"])
        }

        enum End: CaseIterable { case canceled, unregistered, ownerDeallocated }

        @Test("a task that a closure started retains neither the closure nor its captures", arguments: End.allCases)
        func taskOutlivesClosure(end: End) async {
            let (broadcaster, gate) = (tests.broadcaster, tests.gate)
            let released = Counter()
            let tasks = Locked<[Task<Void, Never>]>([])
            var owner: Canary? = Canary()
            var observation: Broadcaster.Observation?
            do {
                let captured = Canary { released.increment() }
                if end == .canceled {
                    observation = broadcaster.observe(UploadObserverMessage.self) { _ async in
                        withExtendedLifetime(captured) {}
                        tasks.withLock { $0.append(Task { await gate.pass() }) }
                    }
                } else {
                    broadcaster.observe(UploadObserverMessage.self, owner: owner!) { _, _ async in
                        withExtendedLifetime(captured) {}
                        tasks.withLock { $0.append(Task { await gate.pass() }) }
                    }
                }
            }
            tests.send("a")
            await broadcaster.settled()
            #expect(released.value == 0)
            switch end {
            case .canceled: observation?.cancel()
            case .unregistered: broadcaster.unregister(UploadObserver.self)
            case .ownerDeallocated: owner = nil
            }
            for name in ["b", "c"] {
                tests.send(name)
                await broadcaster.settled()
            }
            await eventually { released.value == 1 }
            #expect(tasks.withLock { $0.count } == 1)
            gate.open()
            for task in tasks.withLock({ $0 }) { await task.value }
            withExtendedLifetime(owner) {}
        }

        @Test("a task of an earlier closure isn't taken for that of a later one, which it cancels")
        func laterMailbox() async {
            let (broadcaster, gate, log) = (tests.broadcaster, tests.gate, tests.log)
            let later = Locked<Broadcaster.Observation?>(nil)
            let task = Locked<Task<Void, Never>?>(nil)
            // A new mailbox may get the address of a deallocated one.
            for _ in 0..<100 {
                let earlier = broadcaster.observe(UploadObserverMessage.self) { _ async in
                    task.withLock {
                        $0 = Task {
                            await gate.pass()
                            later.withLock { $0 }?.cancel()
                        }
                    }
                }
                tests.send("a")
                await broadcaster.settled()
                earlier.cancel()
            }
            later.withLock {
                $0 = broadcaster.observe(UploadObserverMessage.self) { _ async in
                    log.write("begins")
                    // Time: it is canceled before.
                    try? await Task.sleep(nanoseconds: 600_000_000_000)
                    log.write("canceled: \(Task.isCancelled)")
                }
            }
            tests.send("b")
            await tests.logged(1)
            gate.open()
            await tests.logged(2)
            #expect(log.entries == ["begins", "canceled: true"])
            for _ in 0..<100 { gate.open() }
        }

        @Test("cancel() releases the messages that wait at once, on the main actor", arguments: [true, false])
        func cancelDropsMessages(onMainActor: Bool) async {
            let (broadcaster, gate, log) = (tests.broadcaster, FirmGate(), tests.log)
            let observation = broadcaster.observe(DocumentObserverMessage.self) { message async in
                await gate.pass { log.write("begins") }
                withExtendedLifetime(message) {}
            }
            func send(_ name: String) {
                let captured = Canary { log.write("\(name) released on main actor: \(MainQueue.isMainActor)") }
                // `nonisolated(unsafe)`: everything that uses it is on the main actor.
                nonisolated(unsafe) let message = DocumentObserverMessage.documentWillClose(Document()) { _ in
                    withExtendedLifetime(captured) {}
                }
                broadcaster.notify(message)
            }
            send("a")
            await tests.logged(1)
            for name in ["b", "c"] { send(name) }
            await broadcaster.drained()
            if onMainActor { observation.cancel() } else { await onNewThread { observation.cancel() } }
            await broadcaster.drained()
            #expect(Set(log.entries) == ["begins", "b released on main actor: true", "c released on main actor: true"])
            gate.open()
            await broadcaster.settled()
            #expect(log.entries.last == "a released on main actor: true")
            #expect(log.entries.count == 4)
        }

        @Test("cancel() releases the Sendable messages that wait before it returns, on any thread")
        func cancelDropsSendableMessages() async {
            let (broadcaster, gate, log) = (tests.broadcaster, FirmGate(), tests.log)
            let released = Counter()
            let observation = broadcaster.observe(PlateMessage.self) { plate async in
                await gate.pass { log.write("begins") }
                withExtendedLifetime(plate) {}
            }
            for _ in 0..<3 { broadcaster.notify(PlateMessage.served(Canary { released.increment() }), on: .global()) }
            await tests.logged(1)
            await broadcaster.drained()
            await eventually { broadcaster.handledMessages.count == 1 }
            await withCheckedContinuation { done in
                broadcaster.withRegistry { $0.deliveries.notifyWhenDelivered { done.resume() } }
            }
            await onNewThread {
                observation.cancel()
                log.write("\(released.value)")
            }
            #expect(log.entries == ["begins", "2"])
            gate.open()
            await broadcaster.settled()
            await eventually { released.value == 3 }
        }

        @Test("settled() ends when the running closure returns, although cancel() dropped messages that it waited for")
        func settledAfterCancel() async {
            let (broadcaster, gate, log) = (tests.broadcaster, FirmGate(), tests.log)
            let observation = broadcaster.observe(UploadObserverMessage.self) { message async in
                await gate.pass { log.write(message.name) }
            }
            tests.send("a", "b", "c")
            await tests.logged(1)
            let settling = Task {
                await broadcaster.settled()
                log.write("settled")
            }
            await eventually { broadcaster.handledMessages.contains { $0.isAwaited } }
            observation.cancel()
            await broadcaster.drained()
            #expect(log.entries == ["a"])
            gate.open()
            await settling.value
            #expect(log.entries == ["a", "settled"])
        }

        @Test("settled() waits for the running closure, although cancel() drops a message that came later")
        func settledBeforeDroppedMessage() async {
            let (broadcaster, gate, log) = (tests.broadcaster, FirmGate(), tests.log)
            let observation = broadcaster.observe(UploadObserverMessage.self) { message async in
                await gate.pass { log.write(message.name) }
                log.write("returned")
            }
            tests.send("a")
            await tests.logged(1)
            let settling = Task {
                await broadcaster.settled()
                log.write("settled")
            }
            await eventually { broadcaster.handledMessages.contains { $0.isAwaited } }
            tests.send("b")
            await broadcaster.drained()
            observation.cancel()
            await broadcaster.drained()
            #expect(broadcaster.handledMessages.contains { $0.isAwaited })
            gate.open()
            await settling.value
            #expect(log.entries == ["a", "returned", "settled"])
        }

        @Test(
            "a broadcaster that is released during an iteration still has its closures called",
            arguments: [true, false]
        )
        func lostBroadcaster(isIterator: Bool) async {
            let log = tests.log
            let owner = Canary()
            weak var lost: Broadcaster?
            do {
                var broadcaster: Broadcaster? = Broadcaster()
                lost = broadcaster
                broadcaster?.observe(UploadObserverMessage.self, owner: owner) { _, message async in
                    log.write("\(message.name) 1")
                }
                broadcaster?.observe(UploadObserverMessage.self, owner: owner) { _, message async in
                    await Task.yield()
                    log.write("\(message.name) 2")
                }
                let observers = broadcaster!.observers(of: UploadObserver.self)
                broadcaster = nil
                if isIterator {
                    var iterator = observers.makeIterator()
                    while let observer = iterator.next() { observer.uploadDidFinish("a", bytes: 1) }
                } else {
                    for observer in observers { observer.uploadDidFinish("a", bytes: 1) }
                }
            }
            #expect(lost == nil)
            await tests.logged(2)
            #expect(Set(log.entries) == ["a 1", "a 2"])
            withExtendedLifetime(owner) {}
        }

        @Test("many callers of settled() wait for one closure, and cost no more than so many calls")
        func manyCallers() async {
            let (broadcaster, gate, log) = (tests.broadcaster, tests.gate, tests.log)
            let observation = broadcaster.observe(UploadObserverMessage.self) { message async in
                log.write(message.name)
                await gate.pass()
            }
            tests.send("a")
            await tests.logged(1)
            // Waits in the mailbox directly, because only that may take time that grows with their square.
            let mailbox = broadcaster.withRegistry { $0.deliveries.presentMailboxes }[0]
            let resumed = Counter()
            for _ in 0..<100_000 { mailbox.notifyWhenHandled { resumed.increment() } }
            gate.open()
            await broadcaster.settled()
            await eventually { resumed.value == 100_000 }
            withExtendedLifetime(observation) {}
        }

        @Test("a closure of the main actor is released there wherever its observation ends", arguments: [false, true])
        func endsElsewhere(isHandling: Bool) async {
            let log = tests.log
            var observation: Broadcaster.Observation?
            do {
                let captured = Canary { log.write("released on main actor: \(MainQueue.isMainActor)") }
                observation = tests.broadcaster.observe(UploadObserverMessage.self) { _ in
                    log.write("handles")
                    // Time: it is canceled before.
                    try? await Task.sleep(nanoseconds: 600_000_000_000)
                    withExtendedLifetime(captured) {}
                }
            }
            if isHandling {
                tests.send("a")
                await tests.logged(1)
            }
            let handover = Handover(observation)
            observation = nil
            await onNewThread { handover.value?.cancel() }
            await tests.logged(isHandling ? 2 : 1)
            #expect(log.entries.last == "released on main actor: true")
            withExtendedLifetime(handover) {}
        }
    }
}

extension Broadcaster {
    /// Waits until the main queue has delivered, but not for closures that await.
    @MainActor
    fileprivate func drained() async {
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
}

private protocol SharedOrderObserver: Sendable {
    func orderPlaced()
}

private enum SharedOrderMessage: Broadcaster.SendableMessage {
    case orderPlaced

    func send(to observer: any SharedOrderObserver) { observer.orderPlaced() }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any SharedOrderObserver {
        Observer(receive: receive)
    }

    private final class Observer: SharedOrderObserver {
        let receive: @Sendable (SharedOrderMessage) -> Void

        init(receive: @escaping @Sendable (SharedOrderMessage) -> Void) { self.receive = receive }

        func orderPlaced() { receive(.orderPlaced) }
    }
}

private protocol PlateObserver: Sendable {
    func served(_ plate: Canary)
}

private enum PlateMessage: Broadcaster.SendableMessage {
    case served(Canary)

    func send(to observer: any PlateObserver) {
        if case .served(let plate) = self { observer.served(plate) }
    }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any PlateObserver {
        Observer(receive: receive)
    }

    private final class Observer: PlateObserver {
        let receive: @Sendable (PlateMessage) -> Void

        init(receive: @escaping @Sendable (PlateMessage) -> Void) { self.receive = receive }

        func served(_ plate: Canary) { receive(.served(plate)) }
    }
}
