import Broadcaster
import BroadcasterTracing
import Foundation
import TestSupport
import Testing

private protocol NoteObserver: Sendable {
    func noted(_ text: String)
}

/// A message whose text the test chooses.
private enum NoteMessage: Broadcaster.SendableMessage, CustomStringConvertible {
    case noted(String)

    var description: String {
        switch self {
        case .noted(let text): text
        }
    }

    func send(to observer: any NoteObserver) { observer.noted(description) }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any NoteObserver {
        Observer(receive: receive)
    }

    private final class Observer: NoteObserver {
        let receive: @Sendable (NoteMessage) -> Void

        init(receive: @escaping @Sendable (NoteMessage) -> Void) { self.receive = receive }

        func noted(_ text: String) { receive(.noted(text)) }
    }
}

@Suite("The messages in a trace", .timeLimit(.minutes(60)), .watched)
struct TracedMessagesTests {
    let broadcaster = Broadcaster()

    @MainActor
    @Test("the tree has the messages of each named type, of every key, behind the place of their broadcast")
    func tree() async {
        let trace = BroadcastTrace(of: broadcaster, messages: UploadObserverMessage.self, SyncMessage.self)
        let observer = Relay()
        broadcaster.register(SyncObserver.self, observer: observer)
        broadcaster.notify(UploadObserverMessage.uploadDidFinish("Lunch?", bytes: 1), line: 1)
        broadcaster.notify(UploadObserverMessage.uploadDidFail, for: "work", line: 2)
        broadcaster.notify(SyncObserver.self, line: 3) { $0.synced() }
        broadcaster.notify(UnreadObserver.self, line: 4) { $0.unreadChanged() }
        broadcaster.notify(UploadObserver.self, line: 5) {
            $0.uploadDidFinish("a", bytes: 2)
            $0.uploadDidFail()
        }
        await broadcaster.settled()
        let (uploads, file) = ("TestSupport.UploadObserver", "TracedMessagesTests.swift")
        let lines = withoutTimes(trace).split(separator: "\n").map {
            $0.split(separator: "  ", omittingEmptySubsequences: true).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(
            lines == [
                [uploads, "\(file):1", #"uploadDidFinish("Lunch?", bytes: 1)"#, "0 observers"],
                [uploads, "\(file):2", "uploadDidFail", "0 observers"],
                ["BroadcasterTracingTests.SyncObserver", "\(file):3", "synced", "0 ms queued, 0 ms, 1 observer"],
                ["BroadcasterTracingTests.Relay", "0 ms"],
                ["BroadcasterTracingTests.UnreadObserver", "\(file):4", "0 observers"],
                [uploads, "\(file):5", #"uploadDidFinish("a", bytes: 2)"#, "uploadDidFail", "0 observers"],
            ])
        withExtendedLifetime(observer) {}
    }

    @Test("the file has messages among the arguments of their delivery, on whatever queue it is, each on one line")
    func file() async throws {
        let file = TemporaryFile()
        let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url, messages: NoteMessage.self)
        let queue = DispatchQueue(label: "notes")
        broadcaster.notify(NoteMessage.noted("a \"quoted\"\r\nline\u{2028}"), on: queue)
        broadcaster.notify(NoteMessage.noted(String(repeating: "n", count: 1_001)), for: 7, on: queue)
        broadcaster.notify(SyncObserver.self, on: queue) { $0.synced() }
        await broadcaster.settled()
        // In the order sent, because a broadcast that nothing receives isn't queued.
        let deliveries = try events(of: file.text).deliveries.sorted { $0.number < $1.number }
        let messages: [[String]?] = deliveries.map { $0.argument("messages") }
        #expect(messages == [[#"a "quoted"\nline\n"#], [String(repeating: "n", count: 999) + "…"], nil])
        #expect(deliveries.map { $0.argument("observers") } == [0, 0, 0])
        let lines = trace.description.split(separator: "\n")
        #expect(lines[1].contains("  \(String(repeating: "n", count: 99))…  0 observers"))
    }

    @Test("the tree has the message of a broadcast with a key beside an observer of that key")
    func keyedObserver() async {
        let trace = BroadcastTrace(of: broadcaster, messages: SyncMessage.self)
        let observer = Relay()
        broadcaster.register(SyncObserver.self, for: 7, observer: observer)
        broadcaster.notify(SyncObserver.self, for: 7, line: 1) { $0.synced() }
        await broadcaster.settled()
        #expect(withoutTimes(trace).contains("TracedMessagesTests.swift:1  synced  0 ms queued, 0 ms, 1 observer"))
        withExtendedLifetime(observer) {}
    }

    @Test("a trace that receives messages is no observer: listed, counted and unregistered nowhere")
    func noObserver() async {
        let trace = BroadcastTrace(of: broadcaster, messages: SyncMessage.self)
        let observers = broadcaster.observers(of: SyncObserver.self)
        #expect(observers.isEmpty)
        #expect(broadcaster.channels.allSatisfy { $0.protocolName.hasSuffix("Monitor") })
        let (first, last) = (Relay(), Relay())
        broadcaster.register(SyncObserver.self, observer: first)
        broadcaster.unregister(SyncObserver.self)
        broadcaster.register(SyncObserver.self, observer: last)
        #expect(observers.count == 1)
        // Not a broadcast.
        for observer in observers { observer.synced() }
        broadcaster.notify(SyncObserver.self, line: 1) { $0.synced() }
        await broadcaster.settled()
        let lines = withoutTimes(trace).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasSuffix("TracedMessagesTests.swift:1  synced  0 ms queued, 0 ms, 1 observer"))
        withExtendedLifetime((first, last)) {}
    }

    @MainActor
    @Test("a trace that is released receives no message of a pending broadcast, and releases its broadcaster")
    func released() async {
        var other: Broadcaster? = Broadcaster()
        @Weak var weakOther = other
        var callCount = 0
        var trace: BroadcastTrace? = BroadcastTrace(of: other!, keepingLast: 1, messages: SyncMessage.self)
        other?.notify(SyncObserver.self) { _ in callCount += 1 }
        await other?.settled()
        #expect(callCount == 1)
        other?.notify(SyncObserver.self) { _ in callCount += 1 }
        withExtendedLifetime(trace) {}
        trace = nil
        await other?.settled()
        #expect(callCount == 1)
        other = nil
        #expect(weakOther == nil)
    }

    #if DEBUG
        @Test("a debug build explains the silence of a broadcast that only a trace receives", .startsProcess)
        func silence() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let broadcaster = Broadcaster()
                let trace = BroadcastTrace(of: broadcaster, messages: SyncMessage.self)
                let observer = Relay()
                broadcaster.register(SyncObserver.self, for: "1", observer: observer)
                broadcaster.notify(SyncMessage.synced, for: 1)
                broadcaster.notify(SyncMessage.synced, for: UInt8(1), on: .global())
                await broadcaster.settled()
                let other = Broadcaster()
                let traceOfOther = BroadcastTrace(of: other, messages: SyncMessage.self)
                other.register((any SyncObserver & UnreadObserver).self, observer: observer)
                other.notify(SyncMessage.synced)
                await other.settled()
                withExtendedLifetime((trace, observer, traceOfOther)) {}
            }
            let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(output.components(separatedBy: "Only equal keys of one type match.").count == 3)
            #expect(output.contains("A composition is a channel of its own."))
        }
    #endif
}
