extension Map {
    /// Each channel with its methods, their senders, and its observers, in 100 columns where the names allow it.
    var text: String {
        let open = ["Unresolved (each may account for a problem):"] + unresolved.map { row("  \($0.userName)", $0) }
        let faults = ["Problems:"] + problems.map { "  \($0.text)" }
        let all = (channels.map(rows) + [open, faults]).filter { $0.count > 1 }
        return all.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func rows(of channel: Channel) -> [String] {
        let methods = channel.methods.filter { channel.isCalled($0) || !$0.kind.isProperty }.map { method in
            ["  \(method.name)"] + rows("    sent by      ", channel.senders.filter { $0.methods.contains(method) })
        }
        return [row(channel.name, channel.definition)] + methods.joined()
            + rows("  sent by        ", channel.senders.filter(\.methods.isEmpty))
            + rows("  observed by    ", channel.observers).sorted()
    }

    private func rows(_ title: String, _ uses: [Use]) -> [String] { uses.map { row(title + $0.party, $0.occurrence) } }

    private func row(_ text: String, _ occurrence: Occurrence?) -> String {
        guard let place = occurrence.map({ "\($0.file.path):\($0.place.line)" }) else { return text }
        let gap = min(58, 100 - place.count) - text.count
        return text + (gap > 1 ? String(repeating: " ", count: gap) : "\n                 ") + place
    }
}
