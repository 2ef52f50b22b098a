import Foundation
import Testing

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
    var number: Int { argument("broadcast") ?? 0 }
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
