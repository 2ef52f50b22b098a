import Broadcaster
import BroadcasterTracing
import Foundation
import Testing

/// Runs a closure when it is called.
final class Relay: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void = {}) { self.body = body }

    func receive() { body() }
}

/// A file in the temporary directory, which is removed at the end.
final class TemporaryFile: Sendable {
    let url: URL

    init(_ name: String = "\(UUID()).json") {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var text: String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }
}

/// An event of a trace.
struct Event {
    let fields: [String: Any]

    var name: String { fields["name"] as? String ?? "" }
    var category: String? { fields["cat"] as? String }
    var phase: String? { fields["ph"] as? String }
    var start: Double { fields["ts"] as? Double ?? .nan }
    var duration: Double { fields["dur"] as? Double ?? .nan }
    var end: Double { start + duration }
    var row: Int? { fields["tid"] as? Int }
    var bindID: String? { fields["bind_id"] as? String }
    var leadsTo: Bool { fields["flow_out"] as? Bool ?? false }
    var isCaused: Bool { fields["flow_in"] as? Bool ?? false }
    var arguments: [String: Any] { fields["args"] as? [String: Any] ?? [:] }
    var cause: [String: Int]? { arguments["cause"] as? [String: Int] }

    func argument<T>(_ name: String) -> T? { arguments[name] as? T }
}

/// Reads the events of a trace, whose array may have no end; a last line that was cut is no event.
func events(of text: String) throws -> [Event] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == "[" else { return [] }
    // The last one is empty, or was cut.
    return try lines.dropFirst().dropLast().filter { $0 != "]" }.map { line in
        let json = line.hasSuffix(",") ? line.dropLast() : line
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return Event(fields: try #require(value as? [String: Any]))
    }
}

extension [Event] {
    func named(_ name: String) -> [Event] { filter { $0.name.hasSuffix(".\(name)") } }
    var deliveries: [Event] { filter { $0.category == "broadcast" } }
    var calls: [Event] { filter { $0.category == "call" } }
}

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

/// Runs `work` on several threads at once, and waits for all of them.
func onThreads(_ count: Int, _ work: @escaping @Sendable (_ thread: Int) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
        for thread in 0..<count {
            group.addTask {
                await withCheckedContinuation { done in
                    Thread.detachNewThread {
                        work(thread)
                        done.resume()
                    }
                }
            }
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests that start a process, which they can't under Thread Sanitizer on Apple's platforms.
    ///
    /// There, the sanitizer's library removes itself from the environment of child processes, which then abort at their
    /// first step.
    static var startsProcess: Self {
        .disabled(if: isUnderDarwinsThreadSanitizer, "Thread Sanitizer keeps processes from starting on this system")
    }
}

private let isUnderDarwinsThreadSanitizer: Bool = {
    #if canImport(Darwin)
        dlsym(UnsafeMutableRawPointer(bitPattern: -2), "__tsan_init") != nil
    #else
        false
    #endif
}()
