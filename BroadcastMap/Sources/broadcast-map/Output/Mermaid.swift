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
            let isName = channel.id.kind.isNotification
            let parts = channel.name.split(separator: ".", maxSplits: isName ? 0 : 1).map(String.init)
            let module = isName ? channel.definition?.file.module ?? channel.id.kind.rawValue : parts[0]
            let middle = node(1, module, parts[parts.count - 1].filter { $0 != "\"" })
            let party = node(use.isSender ? 0 : 2, use.module, use.node)
            edges.insert(use.isSender ? "    \(party) --> \(middle)" : "    \(middle) --> \(party)")
        }
        let subgraphs = groups.sorted { $0.key < $1.key }.flatMap { [$0] + $1.sorted() + ["    end"] }
        let faults = unresolved.map { "    %% unresolved: \($0.name)" } + problems.map { "    %% \($0.text)" }
        return (["flowchart LR"] + subgraphs + edges.sorted() + faults).joined(separator: "\n")
    }
}
