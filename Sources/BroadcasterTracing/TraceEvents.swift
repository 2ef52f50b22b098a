import Broadcaster
import Foundation

/// Broadcasts as events of the Trace Event Format, one a line, each with a comma before the end of the line.
///
/// ``BroadcastTrace`` documents the fields.
struct TraceEvents {
    /// The events since the last call of ``removeAll()``.
    private(set) var bytes: [UInt8] = []

    private let process = Int(ProcessInfo.processInfo.processIdentifier)
    private var rows: [UInt?: Int] = [:]
    private var classNames = ClassNames()

    /// Begins with the name of the process, so that a trace without broadcasts isn't empty, which no reader opens.
    init() { appendName("process_name", ProcessInfo.processInfo.processName, 1) }

    /// Forgets the events, and keeps what was named.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// The events as an array that is complete.
    var array: [UInt8] { Array("[\n".utf8) + bytes.dropLast(2) + Array("\n]\n".utf8) }

    /// Appends a broadcast that was delivered, with its messages; in a test, with the name of the test.
    mutating func append(
        _ broadcast: Broadcaster.Broadcast, _ delivery: Broadcaster.Delivery, _ messages: [String],
        sentIn test: String? = nil
    ) {
        let row = row(of: delivery.thread)
        let start = broadcast.sent.uptimeNanoseconds + nanoseconds(delivery.queueTime)
        let end = start + nanoseconds(delivery.duration)
        beginSlice(named: broadcast.protocolName, "broadcast", row, from: start, to: end)
        append(",\"args\":{\"broadcast\":", broadcast.number)
        append(",\"fileID\":")
        broadcast.fileID.withUTF8Buffer { append(json: $0) }
        append(",\"line\":", Int(clamping: broadcast.line))
        append(broadcast.hasKey ? ",\"key\":true" : ",\"key\":false")
        append(",\"observers\":", delivery.observerCount)
        append(",\"queued\":", microseconds: nanoseconds(delivery.queueTime))
        if delivery.droppedCount > 0 { append(",\"dropped\":", delivery.droppedCount) }
        for (index, message) in messages.enumerated() {
            append(index == 0 ? ",\"messages\":[" : ",")
            append(json: message.utf8)
        }
        if !messages.isEmpty { append("]") }
        if let cause = broadcast.cause {
            append(",\"depth\":", cause.depth)
            append(",\"cause\":{\"broadcast\":", cause.broadcastNumber)
            append(",\"call\":", cause.callIndex)
            append("}")
        }
        if let test {
            append(",\"test\":")
            append(json: test.utf8)
        }
        append("}")
        if let cause = broadcast.cause {
            appendFlow(of: cause.callIndex, in: cause.broadcastNumber)
            append(",\"flow_in\":true")
        }
        endEvent()
        var elapsed: TimeInterval = 0
        for (index, call) in delivery.calls.enumerated() {
            // The first call begins with its delivery, whose event is before its own, so that readers nest it.
            let callStart = min(start + nanoseconds(elapsed), end)
            elapsed += call.duration
            let callEnd = min(start + nanoseconds(elapsed), end)
            beginSlice(named: classNames.name(of: call.observerClass), "call", row, from: callStart, to: callEnd)
            append(",\"args\":{\"broadcast\":", broadcast.number)
            append(",\"call\":", index)
            append(",\"channel\":")
            append(json: broadcast.protocolName.utf8)
            append(",\"kind\":\"")
            append(kindName(call.kind))
            append("\"}")
            appendFlow(of: index, in: broadcast.number)
            append(",\"flow_out\":true")
            endEvent()
        }
    }

    private func kindName(_ kind: ObserverKind) -> StaticString {
        switch kind {
        case .object: "object"
        case .closureOfOwner: "owner"
        case .closure, .ofTest, .ofTrace: "closure"
        case .loop: "loop"
        }
    }

    private mutating func row(of thread: UInt?) -> Int {
        if let known = rows[thread] { return known }
        // The main actor is drawn first.
        let row = thread == nil ? 1 : 2 + rows.keys.count { $0 != nil }
        rows[thread] = row
        appendName("thread_name", thread == nil ? "main queue" : "thread \(row)", row)
        return row
    }

    private mutating func appendName(_ event: StaticString, _ name: String, _ row: Int) {
        append("{\"name\":\"")
        append(event)
        append("\",\"ph\":\"M\",\"pid\":", process)
        append(",\"tid\":", row)
        append(",\"args\":{\"name\":")
        append(json: name.utf8)
        append("}")
        endEvent()
    }

    private mutating func beginSlice(
        named name: String, _ category: StaticString, _ row: Int, from start: UInt64, to end: UInt64
    ) {
        append("{\"name\":")
        append(json: name.utf8)
        append(",\"cat\":\"")
        append(category)
        append("\",\"ph\":\"X\",\"ts\":", microseconds: start)
        append(",\"dur\":", microseconds: end - start)
        append(",\"pid\":", process)
        append(",\"tid\":", row)
    }

    /// Appends the identity of a call, which is unique across processes.
    private mutating func appendFlow(of call: Int, in broadcast: Int) {
        var hasher = Hasher()
        hasher.combine(process)
        hasher.combine(broadcast)
        hasher.combine(call)
        append(",\"bind_id\":\"0x")
        bytes += String(UInt(bitPattern: hasher.finalize()), radix: 16).utf8
        append("\"")
    }

    private mutating func endEvent() { append("},\n") }

    private mutating func append(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }

    private mutating func append(_ text: StaticString, _ number: Int) {
        append(text)
        bytes += String(number).utf8
    }

    private mutating func append(_ text: StaticString, microseconds nanoseconds: UInt64) {
        append(text)
        bytes += String(nanoseconds / 1_000).utf8
        append(".")
        bytes += String(1_000 + nanoseconds % 1_000).utf8.dropFirst()
    }

    private mutating func append(json text: some Sequence<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes += String(format: "\\u%04x", Int(byte)).utf8
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

private func nanoseconds(_ seconds: TimeInterval) -> UInt64 { UInt64((seconds * 1_000_000_000).rounded()) }
