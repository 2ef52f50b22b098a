import Foundation

extension Map {
    /// The map for other programs.
    func json() throws -> String {
        let map: [String: Any] = [
            "channels": channels.map(object),
            "unresolved": unresolved.map { object($0.userName, $0) },
            "problems": problems.map(\.text),
        ]
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: map, options: options), as: UTF8.self)
    }

    private func object(_ name: String, _ occurrence: Occurrence?, _ more: [String: Any] = [:]) -> [String: Any] {
        let (file, line) = (occurrence?.file.path, occurrence?.place.line)
        return ["name": name, "file": file ?? NSNull(), "line": line ?? NSNull()].merging(more) { $1 }
    }

    private func object(_ channel: Channel) -> [String: Any] {
        let methods = channel.methods.map { ["name": $0.name, "isCalled": channel.isCalled($0)] as [String: Any] }
        let uses = ["senders": channel.senders.map(object), "observers": channel.observers.map(object)]
        return object(channel.name, channel.definition, uses.merging(["methods": methods]) { $1 })
    }

    private func object(_ use: Use) -> [String: Any] {
        var more: [String: Any] = ["module": use.module, "how": use.verb.rawValue]
        more["form"] = use.form
        more[use.isSender ? "methods" : "type"] =
            use.isSender ? use.methods.map(\.name) : use.observer?.fullName ?? NSNull()
        return object(use.occurrence.userName, use.occurrence, more)
    }
}
