import Broadcaster
@testable import BroadcasterTesting
import Foundation
import TestSupport
import Testing

extension BroadcasterTestingTests {
    @Suite("Recorder", .isolatedBroadcaster, .allowsSharedBroadcasts)
    @MainActor
    struct MessageRecorderTests {
        @Test("a recorder has every message that was sent after its creation, in order")
        func messages() async {
            Broadcaster.notify(UploadObserverMessage.uploadDidFinish("early", bytes: 1))
            let recorder = MessageRecorder(UploadObserverMessage.self)
            #expect(recorder.messages.isEmpty)
            for name in ["1", "2"] { Broadcaster.notify(UploadObserverMessage.uploadDidFinish(name, bytes: 1)) }
            await Broadcaster.settled()
            #expect(recorder.messages == [.uploadDidFinish("1", bytes: 1), .uploadDidFinish("2", bytes: 1)])
        }

        @Test("a recorder of a Sendable protocol starts on any thread, and records on any queue")
        func sendable() async throws {
            let recorder = await Task.detached { [broadcaster = Broadcaster.current] in
                MessageRecorder(OrderObserverMessage.self, from: broadcaster)
            }.value
            Broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: .global())
            #expect(try await recorder.next() == .orderPlaced(1))
            #expect(recorder.messages == [.orderPlaced(1)])
        }

        @Test("next() returns each message once, those that arrived before the call first")
        func next() async throws {
            let recorder = MessageRecorder(UploadObserverMessage.self)
            for name in ["1", "2"] { Broadcaster.notify(UploadObserverMessage.uploadDidFinish(name, bytes: 1)) }
            await Broadcaster.settled()
            #expect(try await recorder.next() == .uploadDidFinish("1", bytes: 1))
            #expect(try await recorder.next() == .uploadDidFinish("2", bytes: 1))
            async let third = recorder.next()
            Broadcaster.notify(UploadObserverMessage.uploadDidFinish("3", bytes: 1))
            #expect(try await third == .uploadDidFinish("3", bytes: 1))
            #expect(recorder.messages.count == 3)
        }

        @Test("several calls of next() that wait at once get a message each, in the order of the calls")
        func several() async throws {
            let recorder = MessageRecorder(UploadObserverMessage.self)
            let messages = (1...1000).map { UploadObserverMessage.uploadDidFinish("\($0)", bytes: $0) }
            let calls = messages.map { _ in Task { try await recorder.next() } }
            await Task.yield()
            for message in messages { Broadcaster.notify(message) }
            var received: [UploadObserverMessage] = []
            for call in calls { received.append(try await call.value) }
            #expect(received == messages)
        }

        @Test("next() fails if nothing arrives in time, with its line, what it waited for, and what arrived before")
        func tooLate() async throws {
            let recorder = MessageRecorder(UploadObserverMessage.self)
            for name in ["1", "2"] {
                Broadcaster.notify(UploadObserverMessage.uploadDidFinish(name, bytes: 1))
                _ = try await recorder.next()
            }
            let line = #line + 2
            // Time: nothing arrives in it, however long it takes.
            let error = await #expect(throws: (any Error).self) { try await recorder.next(within: 0.01) }
            let text = error.map { "\($0)" } ?? ""
            #expect(text.contains("no UploadObserverMessage arrived within 0.01 seconds"))
            #expect(text.contains("call at BroadcasterTestingTests/MessageRecorderTests.swift:\(line);"))
            #expect(text.hasSuffix("received before: \(recorder.messages)"))
            #expect(recorder.messages == [.uploadDidFinish("1", bytes: 1), .uploadDidFinish("2", bytes: 1)])
            Broadcaster.notify(UploadObserverMessage.uploadDidFinish("3", bytes: 1))
            #expect(try await recorder.next() == .uploadDidFinish("3", bytes: 1))
        }

        @Test(
            "next() doesn't wait for a time that isn't positive, but returns what arrived before",
            arguments: [TimeInterval.nan, -TimeInterval.infinity, -1, 0])
        func limitThatIsNotPositive(limit: TimeInterval) async throws {
            let recorder = MessageRecorder(UploadObserverMessage.self)
            // Time: nothing arrives in it, however long it takes.
            await #expect(throws: (any Error).self) { try await recorder.next(within: limit) }
            Broadcaster.notify(UploadObserverMessage.uploadDidFail)
            await Broadcaster.settled()
            #expect(try await recorder.next(within: limit) == .uploadDidFail)
        }

        @Test("next() waits without a limit for an infinite time, or for one longer than any clock's")
        func noLimit() async throws {
            let recorder = MessageRecorder(UploadObserverMessage.self)
            for limit in [.infinity, .greatestFiniteMagnitude] as [TimeInterval] {
                // Time: infinite, or nearly.
                let call = Task { try await recorder.next(within: limit) }
                for _ in 0..<3 { await Task.yield() }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                #expect(try await call.value == .uploadDidFail)
            }
        }

        @Test("next(where:) skips what doesn't match, waits for the rest, and leaves what follows to later calls")
        func matching() async throws {
            let recorder = MessageRecorder(UploadObserverMessage.self)
            for name in ["1", "2"] { Broadcaster.notify(UploadObserverMessage.uploadDidFinish(name, bytes: 1)) }
            await Broadcaster.settled()
            async let failure = recorder.next(where: { $0 == .uploadDidFail })
            Broadcaster.notify(UploadObserverMessage.uploadDidFail)
            Broadcaster.notify(UploadObserverMessage.uploadDidFinish("3", bytes: 1))
            #expect(try await failure == .uploadDidFail)
            #expect(try await recorder.next() == .uploadDidFinish("3", bytes: 1))
            #expect(recorder.messages.count == 4)
        }

        @Test(
            "next(where:) fails if nothing matches in time, however many messages arrive, with how many it skipped",
            arguments: zip(0...2, ["", ", which skipped 1", ", which skipped 2"]))
        func nothingMatches(count: Int, skips: String) async throws {
            let recorder = MessageRecorder(UploadObserverMessage.self)
            for bytes in 0..<count { Broadcaster.notify(UploadObserverMessage.uploadDidFinish("photo", bytes: bytes)) }
            await Broadcaster.settled()
            let error = await #expect(throws: (any Error).self) {
                // Time: what has arrived is returned even when it is over.
                try await recorder.next(where: { $0 == .uploadDidFail }, within: 0.01)
            }
            let text = "\(try #require(error))"
            #expect(text.range(of: "[0-9]\(skips); received before", options: .regularExpression) != nil, "\(text)")
        }

        @Test("messages that next(where:) skips don't extend its time")
        func skippedInTime() async throws {
            // Not the test's own, because a message that is pending at the end would be reported.
            let broadcaster = Broadcaster()
            let recorder = MessageRecorder(UploadObserverMessage.self, from: broadcaster)
            func sendSoon() {
                // Time: see below.
                DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) {
                    broadcaster.notify(UploadObserverMessage.uploadDidFail)
                }
            }
            var seen = 0
            // Time: the end of half a second is due long before the fortieth message is sent, on a busy machine, too.
            sendSoon()
            await #expect(throws: (any Error).self) {
                try await recorder.next(
                    where: { _ in
                        seen += 1
                        sendSoon()
                        // In half a second, at most ten arrive. If the time were renewed, each would arrive in time.
                        return seen == 40
                    }, within: 0.5)
            }
            // What was pending when the time was over.
            await Broadcaster.settled()
            #expect(!recorder.messages.isEmpty)
        }

        @Test("next() has the message of each broadcast to another queue, even if it asks while the message arrives")
        func arriving() async throws {
            let recorder = MessageRecorder(OrderObserverMessage.self)
            let queue = DispatchQueue(label: "test")
            let received = try await Task.detached { [broadcaster = Broadcaster.current] in
                var received: [OrderObserverMessage] = []
                for number in 0..<5000 {
                    broadcaster.notify(OrderObserverMessage.orderPlaced(number), on: queue)
                    received.append(try await recorder.next())
                }
                return received
            }.value
            #expect(received == (0..<5000).map { .orderPlaced($0) })
        }

        @Test("the time limit of a call of next() that has its message doesn't end a later call")
        func earlierTimeLimit() async throws {
            let recorder = MessageRecorder(UploadObserverMessage.self)
            // Time: if the machine is too busy to deliver in it, the test doubles it.
            var limit = 0.1
            while true {
                let first = Task { [limit] in try await recorder.next(within: limit) }
                for _ in 0..<3 { await Task.yield() }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                if (try? await first.value) != nil { break }
                _ = try await recorder.next(within: .infinity)
                limit *= 2
            }
            let second = Task { try await recorder.next(within: .infinity) }
            // Waits until the first time is over.
            _ = try? await MessageRecorder(OrderObserverMessage.self).next(within: 1.1 * limit)
            Broadcaster.notify(UploadObserverMessage.uploadDidFinish("2", bytes: 1))
            #expect(try await second.value == .uploadDidFinish("2", bytes: 1))
        }

        @Test(
            "a call of next() keeps nothing after it ends, however long it could have waited",
            arguments: [false, true])
        func keepsNothing(isCanceled: Bool) async throws {
            weak var numbers: AnyObject?
            do {
                let recorder = MessageRecorder(UploadObserverMessage.self)
                numbers = recorder.numbers
                // Time: longer than the test takes.
                let call = Task { try await recorder.next(within: 3600) }
                for _ in 0..<3 { await Task.yield() }
                if isCanceled { call.cancel() } else { Broadcaster.notify(UploadObserverMessage.uploadDidFail) }
                _ = try? await call.value
            }
            await Broadcaster.settled()
            #expect(numbers == nil)
        }

        @Test("a recorder is dumped without its messages, because reflection would read them without the lock")
        func dumped() async {
            let recorder = MessageRecorder(UploadObserverMessage.self)
            Broadcaster.notify(UploadObserverMessage.uploadDidFail)
            await Broadcaster.settled()
            #expect(recorder.messages == [.uploadDidFail])
            var text = ""
            dump(recorder, to: &text)
            #expect(!text.contains("uploadDidFail"))
            #expect(!text.contains("unread") && !text.contains("receivedCount"))
        }

        @Test("next() fails at once if its task is canceled, before or while it waits", arguments: 0...3)
        func canceled(yields: Int) async {
            let recorder = MessageRecorder(UploadObserverMessage.self)
            let call = Task { try await recorder.next(within: .infinity) }
            for _ in 0..<yields { await Task.yield() }
            call.cancel()
            // A call that still waits returns it.
            Broadcaster.notify(UploadObserverMessage.uploadDidFail)
            await #expect(throws: CancellationError.self) { try await call.value }
        }

        @Test("a recorder records messages that aren't Sendable")
        func unsendable() async throws {
            let recorder = MessageRecorder(DocumentObserverMessage.self)
            let document = Document()
            Broadcaster.notify(DocumentObserver.self) { $0.documentWillClose(document, then: { _ in }) }
            guard case .documentWillClose(let received, _) = try await recorder.next() else { return }
            #expect(received === document)
        }

        @Test("a recorder of a key records the broadcasts of that key only")
        func keys() async {
            let recorder = MessageRecorder(UploadObserverMessage.self, for: "a")
            let orders = MessageRecorder(OrderObserverMessage.self, for: 1)
            for key in ["a", "b"] { Broadcaster.notify(UploadObserverMessage.uploadDidFinish(key, bytes: 1), for: key) }
            for key in [1, 2] { Broadcaster.notify(OrderObserverMessage.orderPlaced(key), for: key) }
            await Broadcaster.settled()
            #expect(recorder.messages == [.uploadDidFinish("a", bytes: 1)])
            #expect(orders.messages == [.orderPlaced(1)])
        }

        @Test("a recorder records what its own broadcaster sends, whether or not the protocol is Sendable")
        func ownBroadcaster() async {
            let broadcaster = Broadcaster()
            let uploads = MessageRecorder(UploadObserverMessage.self, from: broadcaster)
            let orders = MessageRecorder(OrderObserverMessage.self, from: broadcaster)
            Broadcaster.notify(UploadObserverMessage.uploadDidFinish("current", bytes: 1))
            Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
            broadcaster.notify(UploadObserverMessage.uploadDidFinish("own", bytes: 1))
            broadcaster.notify(OrderObserverMessage.orderPlaced(2))
            for each in [Broadcaster.current, broadcaster] { await each.settled() }
            #expect(uploads.messages == [.uploadDidFinish("own", bytes: 1)])
            #expect(orders.messages == [.orderPlaced(2)])
        }

        @Test("a recorder records what is sent, whatever is unregistered", arguments: Unregistering.allCases)
        func unregistered(_ unregistering: Unregistering) async throws {
            let uploads = MessageRecorder(UploadObserverMessage.self)
            let orders = MessageRecorder(OrderObserverMessage.self)
            let uploadsOfKey = MessageRecorder(UploadObserverMessage.self, for: "a")
            let ordersOfKey = MessageRecorder(OrderObserverMessage.self, for: "a")
            for number in 1...2 {
                Broadcaster.notify(UploadObserverMessage.uploadDidFinish("", bytes: number), for: "a")
                Broadcaster.notify(OrderObserverMessage.orderPlaced(number), for: "a", on: .global())
                // In the first round, what is pending is recorded as well.
                unregistering.unregister()
                await Broadcaster.settled()
            }
            let expectedUploads = (1...2).map { UploadObserverMessage.uploadDidFinish("", bytes: $0) }
            let expectedOrders = (1...2).map { OrderObserverMessage.orderPlaced($0) }
            #expect(uploads.messages == expectedUploads)
            #expect(uploadsOfKey.messages == expectedUploads)
            #expect(orders.messages == expectedOrders)
            #expect(ordersOfKey.messages == expectedOrders)
            #expect(try await uploads.next(within: 0) == expectedUploads[0])
            #expect(try await ordersOfKey.next(within: 0) == expectedOrders[0])
            #expect(Broadcaster.observers(of: UploadObserver.self, for: "a").count == 2)
            #expect(Broadcaster.observers(of: OrderObserver.self, for: "a").count == 2)
        }

        enum Unregistering: CaseIterable {
            case all, ofKey, observers, observersOfChannel, monitors

            @MainActor
            func unregister() {
                let uploads = Broadcaster.observers(of: UploadObserver.self, for: "a")
                let orders = Broadcaster.observers(of: OrderObserver.self, for: "a")
                switch self {
                case .all:
                    Broadcaster.unregister(UploadObserver.self)
                    Broadcaster.unregister(OrderObserver.self)
                case .ofKey:
                    Broadcaster.unregister(UploadObserver.self, for: "a")
                    Broadcaster.unregister(OrderObserver.self, for: "a")
                case .observers:
                    uploads.forEach { Broadcaster.unregister(observer: $0 as AnyObject) }
                    orders.forEach { Broadcaster.unregister(observer: $0 as AnyObject) }
                case .observersOfChannel:
                    uploads.forEach { Broadcaster.unregister(UploadObserver.self, for: "a", observer: $0) }
                    orders.forEach { Broadcaster.unregister(OrderObserver.self, observer: $0) }
                case .monitors:
                    Broadcaster.unregister((any Broadcaster.Monitor).self)
                }
            }
        }

        @Test("observers other than recorders end when the tested code unregisters everything")
        func othersUnregistered() async {
            let recorder = MessageRecorder(OrderObserverMessage.self, for: "a")
            let observer = CountingOrders()
            Broadcaster.register(OrderObserver.self, for: "a", observer: observer)
            Broadcaster.unregister(OrderObserver.self)
            Broadcaster.notify(OrderObserverMessage.orderPlaced(1), for: "a")
            await Broadcaster.settled()
            #expect(recorder.messages == [.orderPlaced(1)])
            #expect(observer.numbers.entries.isEmpty)
            Broadcaster.register(OrderObserver.self, for: "a", observer: observer)
            Broadcaster.notify(OrderObserverMessage.orderPlaced(2), for: "a")
            await Broadcaster.settled()
            #expect(observer.numbers.entries == [2])
        }

        @Test("nothing keeps a recorder")
        func released() {
            weak var recorder: MessageRecorder<UploadObserverMessage>?
            weak var recorderOfSendable: MessageRecorder<OrderObserverMessage>?
            do {
                let new = MessageRecorder(UploadObserverMessage.self)
                recorder = new
                let newOfSendable = MessageRecorder(OrderObserverMessage.self)
                recorderOfSendable = newOfSendable
            }
            #expect(recorder == nil)
            #expect(recorderOfSendable == nil)
            #expect(Broadcaster.current.channels.isEmpty)
        }
    }
}

private final class CountingOrders: OrderObserver {
    let numbers = Log<Int>()

    func orderPlaced(_ number: Int) { numbers.write(number) }
}
