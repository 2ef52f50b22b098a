import Foundation

extension Map {
    /// Each channel with its methods, their senders, and its observers, in 100 columns where the names allow it.
    var text: String {
        func row(_ text: String, _ occurrence: Occurrence?) -> String {
            guard let place = occurrence.map({ "\($0.file.path):\($0.place.line)" }) else { return text }
            let gap = min(58, 100 - place.count) - text.count
            return text + (gap > 1 ? String(repeating: " ", count: gap) : "\n                 ") + place
        }
        func rows(_ title: String, _ uses: [Use]) -> [String] { uses.map { row(title + $0.party, $0.occurrence) } }
        let parts = channels.map { channel in
            let methods = channel.methods.filter { channel.isCalled($0) || !$0.isProperty }.map { method in
                ["  \(method.name)"] + rows("    sent by      ", channel.senders.filter { $0.methods.contains(method) })
            }
            return [row(channel.name, channel.symbol.definition)] + methods.joined()
                + rows("  sent by        ", channel.senders.filter(\.methods.isEmpty))
                + rows("  observed by    ", channel.observers).sorted()
        }
        let open = ["Unresolved (each may account for a problem):"] + unresolved.map { row("  \($0.userName)", $0) }
        let faults = ["Problems:"] + problems.map { "  \($0)" }
        let all = (parts + [open, faults]).filter { $0.count > 1 }
        return all.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// A flowchart in three columns: the senders, the channels, and the observers, each grouped by module.
    var mermaid: String {
        var groups: [String: Set<String>] = [:]
        var edges: Set<String> = []
        func node(_ column: Int, _ module: String, _ name: String) -> String {
            let id = String("\(column)_\(module)_\(name)".map { $0.isLetter || $0.isNumber ? $0 : "_" })
            let label = column == 1 ? "([\"\(name)\"])" : "[\"\(name)\"]"
            groups["    subgraph \(column)_\(module)[\(module)]", default: []].insert("        \(id)\(label)")
            return id
        }
        for (channel, use) in channels.flatMap({ channel in channel.uses.map { (channel, $0) } }) {
            let names = channel.fullName(for: use).split(separator: ".", maxSplits: 1).map(String.init)
            let middle = node(1, names[0], names[names.count - 1])
            let party = node(use.isSender ? 0 : 2, use.module, use.node)
            edges.insert(use.isSender ? "    \(party) --> \(middle)" : "    \(middle) --> \(party)")
        }
        let subgraphs = groups.sorted { $0.key < $1.key }.flatMap { [$0] + $1.sorted() + ["    end"] }
        let faults = unresolved.map { "    %% unresolved: \($0.userName)" } + problems.map { "    %% \($0)" }
        return (["flowchart LR"] + subgraphs + edges.sorted() + faults).joined(separator: "\n")
    }

    /// The map for other programs.
    func json() throws -> String {
        func object(_ name: String, _ occurrence: Occurrence?, _ more: [String: Any] = [:]) -> [String: Any] {
            let (file, line) = (occurrence?.file.path, occurrence?.place.line)
            return ["name": name, "file": file ?? NSNull(), "line": line ?? NSNull()].merging(more) { $1 }
        }
        func object(_ use: Use) -> [String: Any] {
            var more: [String: Any] = ["module": use.module, "how": use.how]
            more["form"] = use.form
            more[use.isSender ? "methods" : "type"] =
                use.isSender ? use.methods.map(\.name) : use.observer?.fullName ?? NSNull()
            return object(use.occurrence.userName, use.occurrence, more)
        }
        let channels = channels.map { channel in
            let methods = channel.methods.map { ["name": $0.name, "isCalled": channel.isCalled($0)] as [String: Any] }
            let uses = ["senders": channel.senders.map(object), "observers": channel.observers.map(object)]
            return object(channel.name, channel.symbol.definition, uses.merging(["methods": methods]) { $1 })
        }
        let unresolved = unresolved.map { object($0.userName, $0) }
        let map: [String: Any] = ["channels": channels, "unresolved": unresolved, "problems": problems]
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: map, options: options), as: UTF8.self)
    }
}

extension Use {
    fileprivate var module: String { occurrence.file.module }

    /// The class that sends or observes, or the function where it isn't known.
    fileprivate var node: String { (observer ?? occurrence.user?.typeAround)?.path ?? occurrence.userName }

    /// The sender, or the observer and where it begins to observe.
    fileprivate var party: String {
        if isSender { return occurrence.userName + mark }
        let thing = ["register": "an object", "observe": "a closure", "messages": "a stream"][how] ?? "a publisher"
        guard let observer else { return "\(thing) in \(occurrence.userName)\(mark)" }
        let own = occurrence.user.flatMap { $0.typeAround == observer ? "its \($0.baseName)" : nil }
        return "\(observer.path) (registered in \(own ?? occurrence.userName))\(mark)"
    }
}
