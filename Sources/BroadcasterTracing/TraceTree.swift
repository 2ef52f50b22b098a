import Broadcaster
import Foundation

/// Broadcasts as text, each below the call that sent it.
struct TraceTree: CustomStringConvertible {
    /// Deeper levels aren't indented further, because the text of a long chain would grow with the square of its
    /// length.
    private static let indentedLevels = 24

    private let broadcasts: [RecordedBroadcast]
    private var roots: [Int] = []
    /// The positions of the broadcasts that each call sent.
    private var sent: [CallPosition: [Int]] = [:]

    private struct CallPosition: Hashable {
        let broadcast: Int
        /// `nil` for all calls of a delivery that hasn't ended.
        let call: Int?
    }

    private enum Node {
        case broadcast(Int)
        case call(CallPosition)
    }

    private struct Line {
        let name: String
        let place: String
        let times: String
    }

    init(_ broadcasts: [RecordedBroadcast]) {
        self.broadcasts = broadcasts
        var positions: [Int: Int] = [:]
        for (position, record) in broadcasts.enumerated() { positions[record.broadcast.number] = position }
        for (position, record) in broadcasts.enumerated() {
            if let cause = record.broadcast.cause, let causing = positions[cause.broadcastNumber] {
                let call = broadcasts[causing].delivery == nil ? nil : cause.callIndex
                sent[CallPosition(broadcast: causing, call: call), default: []].append(position)
            } else {
                roots.append(position)
            }
        }
    }

    var description: String {
        if broadcasts.isEmpty { return "no broadcasts" }
        let lines = lines
        let nameWidth = lines.reduce(0) { max($0, $1.name.count) } + 2
        let placeWidth = lines.reduce(0) { max($0, $1.place.count) } + 2
        return lines.map { line in
            line.name.padding(toLength: nameWidth, withPad: " ", startingAt: 0)
                + line.place.padding(toLength: placeWidth, withPad: " ", startingAt: 0) + line.times
        }
        .joined(separator: "\n")
    }

    /// Visits the tree with its own stack, because a chain of broadcasts can be longer than the thread's stack.
    private var lines: [Line] {
        var lines: [Line] = []
        var classNames = ClassNames()
        var stack: [(node: Node, level: Int)] = roots.reversed().map { (.broadcast($0), 0) }
        while let (node, level) = stack.popLast() {
            let children: [Node]
            switch node {
            case .broadcast(let position):
                lines.append(line(of: broadcasts[position], level: level, &classNames))
                children = calls(of: position)
            case .call(let position):
                if let index = position.call, let call = broadcasts[position.broadcast].delivery?.calls[index] {
                    let name = call.kind.description(ofClass: limited(classNames.name(of: call.observerClass)))
                    lines.append(Line(name: indent(level) + name, place: "", times: milliseconds(call.duration)))
                }
                children = broadcasts(sentIn: position)
            }
            stack += children.reversed().map { ($0, level + 1) }
        }
        return lines
    }

    /// The calls of a delivery, or, until it ends, what its calls have sent.
    private func calls(of position: Int) -> [Node] {
        guard let delivery = broadcasts[position].delivery else {
            return broadcasts(sentIn: CallPosition(broadcast: position, call: nil))
        }
        return delivery.calls.indices.map { .call(CallPosition(broadcast: position, call: $0)) }
    }

    private func broadcasts(sentIn call: CallPosition) -> [Node] { (sent[call] ?? []).map { .broadcast($0) } }

    private func line(of record: RecordedBroadcast, level: Int, _ classNames: inout ClassNames) -> Line {
        let broadcast = record.broadcast
        let file = limited(String("\(broadcast.fileID)".split(separator: "/").last ?? ""))
        var times = "not delivered"
        if let delivery = record.delivery {
            let count = delivery.observerCount
            times = count == 1 ? "1 observer" : "\(count) observers"
            if count > 0 {
                times = "\(milliseconds(delivery.queueTime)) queued, \(milliseconds(delivery.duration)), \(times)"
            }
            if delivery.droppedCount > 0 { times += ", \(delivery.droppedCount) dropped" }
        }
        if level == 0, let cause = broadcast.cause {
            let name = limited(classNames.name(of: cause.observerClass))
            times += ", from \(name) of \(limited(cause.protocolName)), depth \(cause.depth)"
        }
        let messages = record.messages.map { limited($0) + "  " }.joined()
        return Line(
            name: indent(level) + limited(broadcast.protocolName), place: "\(file):\(broadcast.line)",
            times: messages + times)
    }

    /// Cuts a long name, because it would widen all lines.
    private func limited(_ name: String) -> String { name.limited(to: 100) }

    private func indent(_ level: Int) -> String {
        let spaces = String(repeating: "  ", count: min(level, Self.indentedLevels))
        return level <= Self.indentedLevels ? spaces : "\(spaces)(\(level)) "
    }

    private func milliseconds(_ seconds: TimeInterval) -> String { String(format: "%.3f ms", seconds * 1_000) }
}
