import BroadcasterTracing
import Foundation
import Testing

/// Expects that a trace is well-formed: that each delivery has its calls inside it, in order and on its row; and that each
/// arrow leaves a call that is recorded, and enters a delivery that names this call as its cause.
func expectValidTrace(_ events: [Event], at location: SourceLocation = #_sourceLocation) {
    var callsByID: [String: Event] = [:]
    for call in events.calls {
        let id = call.bindID ?? ""
        let isHexadecimal = id.range(of: "^0x[0-9a-f]+$", options: .regularExpression) != nil
        #expect(call.leadsTo && isHexadecimal && callsByID[id] == nil, sourceLocation: location)
        callsByID[id] = call
    }
    let callsByBroadcast = Dictionary(grouping: events.calls) { $0.argument("broadcast") ?? 0 }
    var numbers: Set<Int> = []
    for delivery in events.deliveries {
        let number: Int = delivery.argument("broadcast") ?? 0
        #expect(numbers.insert(number).inserted, sourceLocation: location)
        let calls = callsByBroadcast[number] ?? []
        #expect(calls.count == delivery.argument("observers"), sourceLocation: location)
        #expect(calls.map { $0.argument("call") } == Array(0..<calls.count), sourceLocation: location)
        var time = delivery.start
        for call in calls {
            #expect(call.argument("channel") == delivery.name, sourceLocation: location)
            #expect(call.row == delivery.row, sourceLocation: location)
            #expect(call.start >= time - 0.001 && call.end <= delivery.end + 0.001, sourceLocation: location)
            time = call.end
        }
        #expect(delivery.isCaused == (delivery.cause != nil), sourceLocation: location)
        guard let cause = delivery.cause else { continue }
        let call = callsByID[delivery.bindID ?? ""]
        #expect(call?.argument("broadcast") == cause["broadcast"], sourceLocation: location)
        #expect(call?.argument("call") == cause["call"], sourceLocation: location)
        #expect(call.map { $0.start <= delivery.start } == true, sourceLocation: location)
    }
}

/// Replaces each time in a tree, because times differ from run to run.
func withoutTimes(_ trace: BroadcastTrace) -> String {
    trace.description.replacingOccurrences(of: #"[0-9]+\.[0-9]{3} ms"#, with: "0 ms", options: .regularExpression)
}
