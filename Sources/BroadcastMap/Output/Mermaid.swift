extension Map {
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
            let names =
                channel.id.kind.isNotification
                ? [channel.definition?.file.module ?? channel.id.kind.rawValue, channel.name.filter { $0 != "\"" }]
                : channel.fullName(for: use).split(separator: ".", maxSplits: 1).map(String.init)
            let middle = node(1, names[0], names[names.count - 1])
            let party = node(use.isSender ? 0 : 2, use.module, use.node)
            edges.insert(use.isSender ? "    \(party) --> \(middle)" : "    \(middle) --> \(party)")
        }
        let subgraphs = groups.sorted { $0.key < $1.key }.flatMap { [$0] + $1.sorted() + ["    end"] }
        let faults = unresolved.map { "    %% unresolved: \($0.name)" } + problems.map { "    %% \($0.text)" }
        return (["flowchart LR"] + subgraphs + edges.sorted() + faults).joined(separator: "\n")
    }
}
