import Foundation

extension Map {
    /// Each channel with its methods, their senders, and its observers, in 100 columns where the names allow it.
    func text(relativeTo directory: String) -> String {
        func row(_ text: String, _ occurrence: Occurrence?) -> String {
            guard let occurrence else { return text }
            let place = "\(occurrence.file.path.relative(to: directory)):\(occurrence.line)"
            let column = max(min(58, 100 - place.count), 17)
            let isFitting = text.count < column - 1
            let gap = String(repeating: " ", count: isFitting ? column - text.count : column)
            return text + (isFitting ? gap : "\n" + gap) + place
        }
        let parts = channels.map { channel in
            let methods = channel.methods.filter { $0.isCalled || !$0.symbol.isProperty }.flatMap { method in
                ["  \(method.name)"]
                    + channel.senders.filter { $0.methods.contains(method.symbol) }
                    .map { row("    sent by      \($0.occurrence.userName)\($0.mark)", $0.occurrence) }
            }
            let others = channel.senders.filter(\.methods.isEmpty)
            return [row(channel.name, channel.symbol.definition)] + methods
                + others.map { row("  sent by        \($0.occurrence.userName)\($0.mark)", $0.occurrence) }
                + channel.observers.map { row("  observed by    \($0.description)", $0.occurrence) }.sorted()
        }
        let uses = unresolved.isEmpty ? [] : [["Unresolved:"] + unresolved.map { row("  \($0.userName)", $0) }]
        let problems = problems.isEmpty ? [] : [["Problems:"] + problems.map { "  \($0)" }]
        return (parts + uses + problems).map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// A flowchart in three columns: the senders, the channels, and the observers, each grouped by module.
    var mermaid: String {
        var groups: [String: [String]] = [:]
        var edges: [String] = []
        func node(_ column: Int, _ module: String, _ name: String) -> String {
            let id = String("\(column)_\(module)_\(name)".map { $0.isLetter || $0.isNumber ? $0 : "_" })
            let node = "        \(id)" + (column == 1 ? "([\"\(name)\"])" : "[\"\(name)\"]")
            let group = "    subgraph \(column)_\(module)[\(module)]"
            if groups[group]?.contains(node) != true { groups[group, default: []].append(node) }
            return id
        }
        func add(_ edge: String) { if !edges.contains(edge) { edges.append(edge) } }
        for channel in channels {
            let names = channel.name.split(separator: ".", maxSplits: 1).map(String.init)
            let middle = node(1, names[0], names[names.count - 1])
            for use in channel.senders { add("    \(node(0, use.occurrence.file.module, use.party)) --> \(middle)") }
            for use in channel.observers { add("    \(middle) --> \(node(2, use.occurrence.file.module, use.party))") }
        }
        let subgraphs = groups.sorted { $0.key < $1.key }.flatMap { [$0] + $1 + ["    end"] }
        return (["flowchart LR"] + subgraphs + edges).joined(separator: "\n")
    }

    /// The map for other programs.
    func json(relativeTo directory: String) throws -> String {
        func object(_ name: String, _ occurrence: Occurrence?, _ more: [String: Any] = [:]) -> [String: Any] {
            let file = occurrence?.file.path.relative(to: directory)
            return ["name": name, "file": file ?? NSNull(), "line": occurrence?.line ?? NSNull()].merging(more) { $1 }
        }
        func object(_ use: Use) -> [String: Any] {
            var more: [String: Any] = ["module": use.occurrence.file.module, "how": use.entry.how]
            more["form"] = use.form
            if use.entry.isSender { more["methods"] = use.methods.map(\.name) }
            if !use.entry.isSender { more["type"] = use.observer?.fullName ?? NSNull() }
            return object(use.occurrence.userName, use.occurrence, more)
        }
        let channels = channels.map { channel in
            let methods = channel.methods.map { ["name": $0.name, "isCalled": $0.isCalled] as [String: Any] }
            let uses: [String: Any] = [
                "senders": channel.senders.map(object), "observers": channel.observers.map(object),
            ]
            return object(channel.name, channel.symbol.definition, uses.merging(["methods": methods]) { $1 })
        }
        let unresolved = unresolved.map { object($0.userName, $0) }
        let data = try JSONSerialization.data(
            withJSONObject: ["channels": channels, "unresolved": unresolved, "problems": problems],
            options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }
}

extension Use {
    fileprivate var mark: String { form.map { " [\($0)]" } ?? "" }

    /// The class that sends or observes, or the function where it isn't known.
    fileprivate var party: String { (observer ?? occurrence.user?.typeAround)?.path ?? occurrence.userName }

    /// The observer, and where it begins to observe.
    fileprivate var description: String {
        var place = occurrence.user.map { "in \($0.path)" } ?? "at the top level"
        if let user = occurrence.user, let observer, user.typeAround == observer {
            place = "in its " + (user.baseName == "init" ? "init" : user.name)
        }
        let things = ["observe": "a closure", "messages": "a stream", "publisher": "a publisher"]
        let isRegistered = entry.how == "register"
        let thing = isRegistered ? "an object registered" : things[entry.how] ?? "a recorder"
        let text =
            observer.map { "\($0.path) (\(isRegistered ? "registered" : "observing") \(place))" } ?? "\(thing) \(place)"
        return text + mark
    }
}

extension String {
    /// This path as seen from `directory`.
    fileprivate func relative(to directory: String) -> String {
        let (own, base) = (split(separator: "/"), directory.split(separator: "/"))
        let common = zip(own, base).prefix { $0 == $1 }.count
        return (base.dropFirst(common).map { _ in ".." } + own.dropFirst(common)).joined(separator: "/")
    }
}
