import Broadcaster
import BroadcasterTesting
import Foundation
import Testing

extension BroadcasterTestingTests {
    @Suite("Recorder", .isolatedBroadcaster, .allowsSharedBroadcasts)
    @MainActor
    struct MessageRecorderTests {
        @Test("a recorder has every message that was sent after its creation, in order")
        func messages() async {
            Broadcaster.notify(MailObserverMessage.mailArrived("early"))
            let recorder = MessageRecorder(MailObserverMessage.self)
            #expect(recorder.messages.isEmpty)
            for subject in ["1", "2"] { Broadcaster.notify(MailObserverMessage.mailArrived(subject)) }
            await Broadcaster.settled()
            #expect(recorder.messages == [.mailArrived("1"), .mailArrived("2")])
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
            let recorder = MessageRecorder(MailObserverMessage.self)
            for subject in ["1", "2"] { Broadcaster.notify(MailObserverMessage.mailArrived(subject)) }
            await Broadcaster.settled()
            #expect(try await recorder.next() == .mailArrived("1"))
            #expect(try await recorder.next() == .mailArrived("2"))
            async let third = recorder.next()
            Broadcaster.notify(MailObserverMessage.mailArrived("3"))
            #expect(try await third == .mailArrived("3"))
            #expect(recorder.messages.count == 3)
        }

        @Test("several calls of next() that wait at once get a message each")
        func several() async throws {
            let recorder = MessageRecorder(MailObserverMessage.self)
            let calls = (1...3).map { _ in Task { try await recorder.next() } }
            await Task.yield()
            for subject in ["1", "2", "3"] { Broadcaster.notify(MailObserverMessage.mailArrived(subject)) }
            var received: Set<MailObserverMessage> = []
            for call in calls { received.insert(try await call.value) }
            #expect(received == [.mailArrived("1"), .mailArrived("2"), .mailArrived("3")])
        }

        @Test("next() fails if nothing arrives in time, with what it waited for and what arrived before")
        func tooLate() async throws {
            let recorder = MessageRecorder(MailObserverMessage.self)
            Broadcaster.notify(MailObserverMessage.mailArrived("1"))
            _ = try await recorder.next()
            let error = await #expect(throws: (any Error).self) { try await recorder.next(within: 0.01) }
            let text = error.map { "\($0)" } ?? ""
            #expect(text.contains("no MailObserverMessage arrived within 0.01 seconds"))
            #expect(text.contains("mailArrived(\"1\")"))
            Broadcaster.notify(MailObserverMessage.mailArrived("2"))
            #expect(try await recorder.next() == .mailArrived("2"))
        }

        @Test("the error of next() has each message that arrived before, in order")
        func arrivedBefore() async throws {
            let recorder = MessageRecorder(MailObserverMessage.self)
            for subject in ["1", "2"] {
                Broadcaster.notify(MailObserverMessage.mailArrived(subject))
                _ = try await recorder.next()
            }
            let error = await #expect(throws: (any Error).self) { try await recorder.next(within: 0.01) }
            let text = error.map { "\($0)" } ?? ""
            #expect(text.hasSuffix("received before: \(recorder.messages)"))
            #expect(recorder.messages == [.mailArrived("1"), .mailArrived("2")])
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

        @Test("next() fails at once if its task is canceled, before or while it waits")
        func canceled() async {
            let recorder = MessageRecorder(MailObserverMessage.self)
            for yields in 0...3 {
                let call = Task { try await recorder.next(within: 1000) }
                for _ in 0..<yields { await Task.yield() }
                call.cancel()
                await #expect(throws: CancellationError.self) { try await call.value }
            }
        }

        @Test("a recorder records messages that aren't Sendable")
        func unsendable() async throws {
            let recorder = MessageRecorder(DraftObserverMessage.self)
            let draft = Draft()
            Broadcaster.notify(DraftObserver.self) { $0.draftChanged(draft) }
            guard case .draftChanged(let received) = try await recorder.next() else { return }
            #expect(received === draft)
        }

        @Test("a recorder of a key records the broadcasts of that key only")
        func keys() async {
            let recorder = MessageRecorder(MailObserverMessage.self, for: "a")
            let orders = MessageRecorder(OrderObserverMessage.self, for: 1)
            for key in ["a", "b"] { Broadcaster.notify(MailObserverMessage.mailArrived(key), for: key) }
            for key in [1, 2] { Broadcaster.notify(OrderObserverMessage.orderPlaced(key), for: key) }
            await Broadcaster.settled()
            #expect(recorder.messages == [.mailArrived("a")])
            #expect(orders.messages == [.orderPlaced(1)])
        }

        @Test("a recorder records what its own broadcaster sends, whether or not the protocol is Sendable")
        func ownBroadcaster() async {
            let broadcaster = Broadcaster()
            let mail = MessageRecorder(MailObserverMessage.self, from: broadcaster)
            let orders = MessageRecorder(OrderObserverMessage.self, from: broadcaster)
            Broadcaster.notify(MailObserverMessage.mailArrived("current"))
            Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
            broadcaster.notify(MailObserverMessage.mailArrived("own"))
            broadcaster.notify(OrderObserverMessage.orderPlaced(2))
            for each in [Broadcaster.current, broadcaster] { await each.settled() }
            #expect(mail.messages == [.mailArrived("own")])
            #expect(orders.messages == [.orderPlaced(2)])
        }

        @Test("nothing keeps a recorder")
        func released() {
            weak var recorder: MessageRecorder<MailObserverMessage>?
            do {
                let new = MessageRecorder(MailObserverMessage.self)
                recorder = new
            }
            #expect(recorder == nil)
            #expect(Broadcaster.current.channels.isEmpty)
        }
    }
}

protocol MailObserver {
    func mailArrived(_ subject: String)
}

enum MailObserverMessage: BroadcastMessage, Hashable {
    case mailArrived(String)

    @MainActor
    func send(to observer: any MailObserver) {
        switch self {
        case .mailArrived(let subject): observer.mailArrived(subject)
        }
    }

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any MailObserver {
        Observer(receive: receive)
    }

    private final class Observer: MailObserver {
        let receive: @Sendable (MailObserverMessage) -> Void

        init(receive: @escaping @Sendable (MailObserverMessage) -> Void) { self.receive = receive }

        func mailArrived(_ subject: String) { receive(.mailArrived(subject)) }
    }
}

private protocol OrderObserver: Sendable {
    func orderPlaced(_ number: Int)
}

private enum OrderObserverMessage: SendableBroadcastMessage, Equatable {
    case orderPlaced(Int)

    func send(to observer: any OrderObserver) {
        switch self {
        case .orderPlaced(let number): observer.orderPlaced(number)
        }
    }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any OrderObserver {
        Observer(receive: receive)
    }

    private final class Observer: OrderObserver {
        let receive: @Sendable (OrderObserverMessage) -> Void

        init(receive: @escaping @Sendable (OrderObserverMessage) -> Void) { self.receive = receive }

        func orderPlaced(_ number: Int) { receive(.orderPlaced(number)) }
    }
}

private final class Draft {}

private protocol DraftObserver {
    func draftChanged(_ draft: Draft)
}

private enum DraftObserverMessage: BroadcastMessage {
    case draftChanged(Draft)

    @MainActor
    func send(to observer: any DraftObserver) {
        switch self {
        case .draftChanged(let draft): observer.draftChanged(draft)
        }
    }

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any DraftObserver {
        Observer(receive: receive)
    }

    private final class Observer: DraftObserver {
        let receive: @Sendable (DraftObserverMessage) -> Void

        init(receive: @escaping @Sendable (DraftObserverMessage) -> Void) { self.receive = receive }

        func draftChanged(_ draft: Draft) { receive(.draftChanged(draft)) }
    }
}
