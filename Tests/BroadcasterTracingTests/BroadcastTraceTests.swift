import Broadcaster
import BroadcasterTracing
import Foundation
import TestSupport
import Testing

protocol SyncObserver: Sendable { func synced() }
protocol UnreadObserver: Sendable { func unreadChanged() }

extension Relay: SyncObserver, UnreadObserver {
    func synced() { receive() }
    func unreadChanged() { receive() }
}

/// A message as a program without the macro writes it.
enum SyncMessage: Broadcaster.SendableMessage {
    case synced

    func send(to observer: any SyncObserver) { observer.synced() }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any SyncObserver {
        Relay { receive(.synced) }
    }
}

@Suite("BroadcastTrace", .timeLimit(.minutes(60)), .watched)
struct BroadcastTraceTests {
    let broadcaster = Broadcaster()

    private func notifySync(line: UInt = #line) { broadcaster.notify(SyncObserver.self, line: line) { $0.synced() } }

    @Test("the tree has each broadcast below the call that sent it, with its place and the observers")
    func tree() async {
        let trace = BroadcastTrace(of: broadcaster)
        let sender = Relay { [broadcaster] in broadcaster.notify(UnreadObserver.self, line: 2) { $0.unreadChanged() } }
        let owner = Relay()
        let reader = Relay()
        broadcaster.register(SyncObserver.self, observer: sender)
        broadcaster.observe(SyncMessage.self, owner: owner) { _, _ in }
        let observation = broadcaster.observe(SyncMessage.self) { _ in }
        let messages = broadcaster.messages(of: SyncMessage.self, bufferingPolicy: .bufferingOldest(0))
        broadcaster.register(UnreadObserver.self, observer: reader)
        notifySync(line: 1)
        // Once for the first, and once for what its observer sent.
        await broadcaster.settled()
        await broadcaster.settled()
        let test = "BroadcasterTracingTests"
        #expect(
            withoutTimes(trace)
                == """
                \(test).SyncObserver          BroadcastTraceTests.swift:1  0 ms queued, 0 ms, 4 observers, 1 dropped
                  \(test).Relay                                            0 ms
                    \(test).UnreadObserver  BroadcastTraceTests.swift:2  0 ms queued, 0 ms, 1 observer
                      \(test).Relay                                        0 ms
                  closure of \(test).Relay                                 0 ms
                  closure                                                       0 ms
                  loop                                                          0 ms
                """.alignedColumns)
        withExtendedLifetime((sender, owner, reader, observation, messages)) {}
    }

    @Test("a pending broadcast is in the tree, with what its calls sent below it, and isn't in the file")
    func pending() async throws {
        let trace = BroadcastTrace(of: broadcaster)
        #expect(trace.description == "no broadcasts")
        let file = TemporaryFile()
        let texts = Texts()
        let printer = Relay { [broadcaster] in
            broadcaster.notify(UnreadObserver.self, line: 2) { $0.unreadChanged() }
            texts.all.append(withoutTimes(trace))
            texts.isWritten = (try? trace.write(to: file.url)) != nil
        }
        broadcaster.register(SyncObserver.self, observer: printer)
        notifySync(line: 1)
        await broadcaster.settled()
        let test = "BroadcasterTracingTests"
        #expect(
            texts.all == [
                """
                \(test).SyncObserver      BroadcastTraceTests.swift:1  not delivered
                  \(test).UnreadObserver  BroadcastTraceTests.swift:2  0 observers
                """
            ])
        #expect(texts.isWritten)
        let written = try events(of: file.text)
        #expect(written.deliveries.map(\.name) == ["\(test).UnreadObserver"])
        #expect(file.text.hasSuffix("}\n]\n"))
        withExtendedLifetime(printer) {}
    }

    /// What an observer on the main actor writes.
    private final class Texts: @unchecked Sendable {
        var all: [String] = []
        var isWritten = false
    }

    @Test("a trace keeps the last broadcasts, and names the call that sent one whose cause it has forgotten")
    func keepsTheLast() async throws {
        let trace = BroadcastTrace(of: broadcaster, keepingLast: 2)
        let sender = Relay { [broadcaster] in
            broadcaster.notify(UnreadObserver.self, line: 2) { $0.unreadChanged() }
            broadcaster.notify(UnreadObserver.self, line: 3) { $0.unreadChanged() }
        }
        broadcaster.register(SyncObserver.self, observer: sender)
        notifySync(line: 1)
        await broadcaster.settled()
        let test = "BroadcasterTracingTests"
        let cause = "from \(test).Relay of \(test).SyncObserver, depth 1"
        #expect(
            withoutTimes(trace) == """
                \(test).UnreadObserver  BroadcastTraceTests.swift:2  0 observers, \(cause)
                \(test).UnreadObserver  BroadcastTraceTests.swift:3  0 observers, \(cause)
                """)
        let file = TemporaryFile()
        try trace.write(to: file.url)
        let written = try events(of: file.text)
        #expect(written.deliveries.map { $0.argument("line") } == [2, 3])
        withExtendedLifetime(sender) {}
    }

    /// A class whose name grows with its argument.
    final class Generic<T>: SyncObserver {
        func synced() {}
    }

    @Test("a long name of a class is cut in the tree, so it doesn't widen the other lines, and is whole in the file")
    func longName() async throws {
        func array<T>(of _: T.Type) -> Any.Type { [T].self }
        func observer<T>(of _: T.Type) -> any SyncObserver { Generic<T>() }
        var nested: Any.Type = Int.self
        for _ in 0..<300 { nested = _openExistential(nested, do: array) }
        let trace = BroadcastTrace(of: broadcaster)
        let long = _openExistential(nested, do: observer)
        let relay = Relay()
        broadcaster.register(SyncObserver.self, observer: long)
        broadcaster.register(SyncObserver.self, observer: relay)
        notifySync(line: 1)
        await broadcaster.settled()
        let name = String(reflecting: type(of: long))
        #expect(name.count > 3_800)
        let lines = trace.description.split(separator: "\n")
        #expect(lines.map { $0.count < 200 } == [true, true, true])
        #expect(lines[1].hasPrefix("  \(name.prefix(99))…  "))
        let file = TemporaryFile()
        try trace.write(to: file.url)
        #expect(try events(of: file.text).calls.first?.name == name)
        withExtendedLifetime((long, relay)) {}
    }

    @Test("a trace that keeps no broadcast traps with a message", .startsProcess)
    func keepsNone() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            keepNone()
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("A trace keeps at least one broadcast, but 'keepingLast' is 0."))
    }

    @Test("a trace may keep a single broadcast")
    func keepsOne() {
        let trace = BroadcastTrace(of: broadcaster, keepingLast: 1)
        for line: UInt in 1...2 { notifySync(line: line) }
        let test = "BroadcasterTracingTests"
        #expect(withoutTimes(trace) == "\(test).SyncObserver  BroadcastTraceTests.swift:2  0 observers")
    }

    @Test("by default, a trace keeps the last 10,000 broadcasts, even if it writes all to a file")
    func keepsByDefault() throws {
        let file = TemporaryFile()
        let traces = [BroadcastTrace(of: broadcaster), try BroadcastTrace(of: broadcaster, writingTo: file.url)]
        for line: UInt in 1...10_001 { notifySync(line: line) }
        for trace in traces {
            let lines = trace.description.split(separator: "\n")
            #expect(lines.count == 10_000)
            #expect(lines.first?.contains("BroadcastTraceTests.swift:2 ") == true)
        }
    }

    @Test("a trace that is released in a delivery doesn't see it, and a trace that is created in one sees the next")
    func releasedInADelivery() async {
        let kept = BroadcastTrace(of: broadcaster)
        let held = Traces()
        held.trace = BroadcastTrace(of: broadcaster)
        @Weak var released = held.trace
        let observer = Relay { [broadcaster] in
            held.trace = nil
            held.later = BroadcastTrace(of: broadcaster)
        }
        broadcaster.register(SyncObserver.self, observer: observer)
        notifySync(line: 1)
        await broadcaster.settled()
        #expect(released == nil)
        #expect(held.later?.description == "no broadcasts")
        #expect(kept.description.contains("1 observer"))
        withExtendedLifetime(observer) {}
    }

    private final class Traces: @unchecked Sendable {
        var trace: BroadcastTrace?
        var later: BroadcastTrace?
    }

    @Test("a trace records the broadcaster that is bound where it is created")
    func boundBroadcaster() async {
        let trace = Broadcaster.$current.withValue(broadcaster) { BroadcastTrace() }
        notifySync(line: 7)
        #expect(trace.description.hasSuffix(":7  0 observers"))
        Broadcaster().notify(SyncObserver.self, line: 8) { $0.synced() }
        #expect(!trace.description.contains(":8"))
    }

    @Test("several traces of one broadcaster agree while four threads send and closures await")
    func severalTraces() async throws {
        let files = [TemporaryFile(), TemporaryFile()]
        let traces = try files.map { try BroadcastTrace(of: broadcaster, writingTo: $0.url) }
        let inMemory = BroadcastTrace(of: broadcaster, keepingLast: 100_000)
        let sender = Relay { [broadcaster] in broadcaster.notify(UnreadObserver.self) { $0.unreadChanged() } }
        broadcaster.register(SyncObserver.self, observer: sender)
        broadcaster.observe(SyncMessage.self, owner: sender) { [broadcaster] _, _ in
            await Task.yield()
            broadcaster.notify(UnreadObserver.self, on: .global()) { $0.unreadChanged() }
        }
        let observer = Relay()
        broadcaster.register(UnreadObserver.self, observer: observer)
        await onThreads(4) { [broadcaster] thread in
            for _ in 0..<200 {
                if thread.isMultiple(of: 2) {
                    broadcaster.notify(SyncObserver.self) { $0.synced() }
                } else {
                    broadcaster.notify(SyncObserver.self, on: .global()) { $0.synced() }
                }
            }
        }
        // Once for the first, and once for what they sent.
        await broadcaster.settled()
        await broadcaster.settled()
        let written = TemporaryFile()
        try inMemory.write(to: written.url)
        let all = try [files[0].text, files[1].text, written.text].map { try events(of: $0) }
        for events in all {
            expectValidTrace(events)
            #expect(events.deliveries.count == 4 * 200 * 3)
            #expect(events.calls.count == 4 * 200 * 4)
            #expect(events.deliveries.count { $0.cause != nil } == 4 * 200 * 2)
        }
        let numbers = all.map { events in Set(events.deliveries.compactMap { $0.argument("broadcast") as Int? }) }
        #expect(numbers[0] == numbers[1] && numbers[1] == numbers[2])
        withExtendedLifetime((traces, sender, observer)) {}
    }

    @Test("the tree of a long chain is printed without recursion, and its indentation is limited", .startsProcess)
    func longChain() async {
        // In a separate process, because such a chain is reported on standard error.
        await #expect(processExitsWith: .success) {
            let steps = 20_000
            let broadcaster = Broadcaster()
            let trace = BroadcastTrace(of: broadcaster, keepingLast: steps)
            let count = Texts()
            let relay = Relay {
                count.all.append("")
                if count.all.count < steps { broadcaster.notify(SyncObserver.self, line: 1) { $0.synced() } }
            }
            broadcaster.register(SyncObserver.self, observer: relay)
            broadcaster.notify(SyncObserver.self, line: 1) { $0.synced() }
            while await MainActor.run(body: { count.all.count < steps }) { await broadcaster.settled() }
            await broadcaster.settled()
            // On a thread with a small stack.
            let text = await withCheckedContinuation { done in
                let thread = Thread { done.resume(returning: trace.description) }
                thread.stackSize = 128 * 1024
                thread.start()
            }
            let lines = text.split(separator: "\n")
            precondition(lines.count == 2 * steps)
            precondition(lines.last?.contains("(\(2 * steps - 1)) BroadcasterTracingTests.Relay") == true)
            precondition(lines.allSatisfy { $0.count < 250 })
            withExtendedLifetime(relay) {}
        }
    }
}

extension String {
    /// The text with its columns, which two spaces or more separate, as wide as their widest entry.
    fileprivate var alignedColumns: String {
        let rows = split(separator: "\n").map { line -> [String] in
            let indentation = String(line.prefix { $0 == " " })
            let columns = line.drop { $0 == " " }.components(separatedBy: "  ").filter { !$0.isEmpty }
                .map { $0.trimmingCharacters(in: .whitespaces) }
            let name = indentation + columns[0]
            return columns.count == 3 ? [name, columns[1], columns[2]] : [name, "", columns[1]]
        }
        let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row[0].padding(toLength: widths[0] + 2, withPad: " ", startingAt: 0)
                + row[1].padding(toLength: widths[1] + 2, withPad: " ", startingAt: 0) + row[2]
        }
        .joined(separator: "\n")
    }
}

/// Not inlined, because the optimizer of Swift 6.3 crashes on an initializer with an empty pack in an exit test.
@inline(never)
private func keepNone() { _ = BroadcastTrace(of: Broadcaster(), keepingLast: 0) }
