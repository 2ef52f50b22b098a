import Foundation

extension Map {
    /// Each channel with its methods, their senders, and its observers, in 100 columns where the names allow it.
    func text(relativeTo directory: String) -> String {
        func row(_ text: String, _ occurrence: Occurrence?) -> String {
            guard let place = occurrence.map({ "\($0.file.path.relative(to: directory)):\($0.line)" }) else {
                return text
            }
            let column = max(min(58, 100 - place.count), 17)
            let isFitting = text.count < column - 1
            return text + (isFitting ? "" : "\n") + String(repeating: " ", count: column - (isFitting ? text.count : 0))
                + place
        }
        var rows: [String] = []
        for channel in channels {
            rows.append(row(channel.name, channel.symbol.definition))
            for (name, symbol, isCalled) in channel.methods where isCalled || !symbol.isProperty {
                rows.append("  \(name)")
                rows += channel.senders.filter { $0.methods.contains(symbol) }.map {
                    row("    sent by      \($0.sender)", $0.occurrence)
                }
            }
            rows += channel.senders.filter(\.methods.isEmpty).map {
                row("  sent by        \($0.sender)", $0.occurrence)
            }
            rows += channel.observers.map { ($0.description, $0.occurrence) }.sorted { $0.0 < $1.0 }
                .map { row("  observed by    \($0.0)", $0.1) }
            rows.append("")
        }
        if !unresolved.isEmpty { rows += ["Unresolved:"] + unresolved.map { row("  \($0.userName)", $0) } + [""] }
        if !problems.isEmpty { rows += ["Problems:"] + problems.map { "  \($0)" } + [""] }
        return rows.dropLast().joined(separator: "\n")
    }

    /// A flowchart in three columns: the senders, the channels, and the observers, each grouped by module.
    var mermaid: String {
        var groups: [[String: [String]]] = [[:], [:], [:]]
        var edges: [String] = []
        func node(_ column: Int, _ module: String, _ name: String) -> String {
            let id = "\("sco".dropFirst(column).prefix(1))_\(module)_\(name)".map {
                $0.isLetter || $0.isNumber ? $0 : "_"
            }
            let node = "        \(String(id))" + (column == 1 ? "([\"\(name)\"])" : "[\"\(name)\"]")
            if groups[column][module]?.contains(node) != true { groups[column][module, default: []].append(node) }
            return String(id)
        }
        for channel in channels {
            let name = channel.name.split(separator: ".", maxSplits: 1).map(String.init)
            let target = node(1, name[0], name.last ?? "")
            edges += channel.senders.map { "    \(node(0, $0.occurrence.file.module, $0.party)) --> \(target)" }
            edges += channel.observers.map { "    \(target) --> \(node(2, $0.occurrence.file.module, $0.party))" }
        }
        let subgraphs = groups.enumerated().flatMap { column, modules in
            modules.sorted { $0.key < $1.key }.flatMap { module, nodes in
                ["    subgraph \(column)_\(module)[\(module)]"] + nodes + ["    end"]
            }
        }
        let unique = edges.indices.filter { !edges[..<$0].contains(edges[$0]) }.map { edges[$0] }
        return (["flowchart LR"] + subgraphs + unique).joined(separator: "\n")
    }

    /// The map for other programs.
    func json(relativeTo directory: String) throws -> Data {
        func place(_ occurrence: Occurrence?) -> [String: Any] {
            ["file": occurrence?.file.path.relative(to: directory) ?? NSNull(), "line": occurrence?.line ?? NSNull()]
        }
        func json(_ use: Use) -> [String: Any] {
            let common: [String: Any] = [
                "name": use.occurrence.userName, "module": use.occurrence.file.module, "how": use.entry.how,
            ]
            let form: [String: Any] = use.form.map { ["form": $0] } ?? [:]
            let own: [String: Any] =
                use.entry.isSender
                ? ["methods": use.methods.map(\.name)] : ["type": use.observer?.fullName ?? NSNull()]
            return [common, place(use.occurrence), form, own].reduce(into: [:]) { $0.merge($1) { $1 } }
        }
        let channels = channels.map { channel in
            place(channel.symbol.definition).merging([
                "name": channel.name,
                "methods": channel.methods.map { ["name": $0.name, "isCalled": $0.isCalled] as [String: Any] },
                "senders": channel.senders.map(json), "observers": channel.observers.map(json),
            ]) { $1 }
        }
        let unresolved = unresolved.map { place($0).merging(["name": $0.userName]) { $1 } }
        return try JSONSerialization.data(
            withJSONObject: ["channels": channels, "unresolved": unresolved, "problems": problems],
            options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }
}

extension Use {
    fileprivate var sender: String { occurrence.userName + (form.map { " [\($0)]" } ?? "") }

    /// The class that sends or observes, or the function where it isn't known.
    fileprivate var party: String { (observer ?? occurrence.user?.typeAround)?.path ?? occurrence.userName }

    /// The observer, and where it begins to observe.
    fileprivate var description: String {
        let user = occurrence.user
        let isOwn = observer != nil && observer == user?.typeAround
        let place =
            isOwn
            ? "in its \(user?.baseName == "init" ? "init" : user?.name ?? "")"
            : user.map { "in \($0.path)" } ?? "at the top level"
        let unknown = [
            "register": "an object registered", "observe": "a closure", "messages": "a stream",
            "publisher": "a publisher",
        ]
        let how = entry.how == "register" ? "registered" : "observing"
        let text = observer.map { "\($0.path) (\(how) \(place))" } ?? "\(unknown[entry.how] ?? "a recorder") \(place)"
        return text + (form.map { " [\($0)]" } ?? "")
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
