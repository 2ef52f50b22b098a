import Foundation

extension Map {
    /// The map for other programs.
    func json(package: String, link: String? = nil) throws -> String {
        var map: [String: Any] = [
            "package": package,
            "root": FileManager.default.currentDirectoryPath.realPath,
            "channels": channels.map(object),
            "unresolved": unresolved.map { object($0.name, $0.occurrence, ["reason": $0.reason.rawValue]) },
            "problems": problems.map {
                object($0.name, $0.occurrence, ["kind": $0.kind.rawValue, "text": $0.text])
            },
        ]
        map["link"] = link
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: map, options: options), as: UTF8.self)
    }

    private func object(_ name: String, _ occurrence: Occurrence?, _ more: [String: Any?] = [:]) -> [String: Any] {
        let place: [String: Any?] = ["name": name, "file": occurrence?.file.path, "line": occurrence?.place.line]
        return place.merging(more) { $1 }.mapValues { $0 ?? NSNull() }
    }

    private func object(_ channel: Channel) -> [String: Any] {
        let methods: [[String: Any]] = channel.methods.map {
            ["name": $0.name, "isCalled": channel.isCalled($0), "isProperty": $0.kind.isProperty]
        }
        var more: [String: Any?] = [
            "kind": channel.id.kind.rawValue, "methods": methods,
            "senders": channel.senders.map(object), "observers": channel.observers.map(object),
            "conformers": channel.conformers.map { object($0.fullName, $0.definition) },
        ]
        let notes = channel.notes.map { ["kind": $0.kind.rawValue, "text": $0.text] }
        if channel.id.kind.isNotification { more["notes"] = notes }
        return object(channel.name, channel.definition, more)
    }

    private func object(_ use: Use) -> [String: Any] {
        var more: [String: Any?] = [
            "module": use.module, "in": use.occurrence.user?.typeAround?.fullName, "how": use.operation.rawValue,
        ]
        more.merge(use.arguments.map { ("\($0.key)", $0.value) }) { $1 }
        if let form = use.form { more["form"] = form }
        if use.arguments.keys.contains(.userInfo) { more.updateValue(use.keys, forKey: "userInfo") }
        if use.isSender { more["methods"] = use.methods.map(\.name) }
        let observer: [String: Any?] = ["type": use.observer?.fullName, "handles": use.handled?.map(\.name)]
        return object(use.occurrence.userName, use.occurrence, use.isSender ? more : more.merging(observer) { $1 })
    }
}
