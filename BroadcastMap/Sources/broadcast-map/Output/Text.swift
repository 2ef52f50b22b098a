extension Map {
    /// Each channel with its methods, their senders, and its observers, in 100 columns where the names allow it.
    ///
    /// Problems begin at the first column, where Xcode and editors find their places.
    var text: String {
        let open = unresolved.map { "\(row("  \($0.name)", $0.occurrence))    \($0.reason.rawValue)" }
        let faults = problems.map { "\($0.occurrence.link): warning: \($0.text)" }
        let title = open.isEmpty ? [] : ["Unresolved (each may account for a problem):"]
        let mapped = channels.filter { $0.id.kind != .framework }
        let parts = (mapped.map(rows) + [frameworks, title + open, faults]).filter { !$0.isEmpty }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func rows(of channel: Channel) -> [String] {
        let methods = channel.methods.filter { channel.isCalled($0) || !$0.kind.isProperty }
        let others = channel.observers.filter { $0.handled.map(Set.init)?.isDisjoint(with: methods) ?? true }
        let sent = channel.id.kind.isNotification ? "  posted by      " : "  sent by        "
        return [row(channel.name, channel.definition)]
            + methods.flatMap { method in
                ["  \(method.name)"]
                    + rows("    sent by      ", channel.senders.filter { $0.methods.contains(method) })
                    + rows("    observed by  ", channel.observers.filter { $0.handled?.contains(method) == true })
            }
            + rows(sent, channel.senders.filter(\.methods.isEmpty)) + rows("  observed by    ", others)
            + channel.notes.enumerated().map { ($0 == 0 ? "  look at        " : "                 ") + $1.text }
    }

    /// How often the program posts and observes the notifications of frameworks.
    private var frameworks: [String] {
        let frameworks = channels.filter { $0.id.kind == .framework }
        let names = frameworks.map { "  \($0.name) (posts: \($0.senders.count), observers: \($0.observers.count))" }
        return names.isEmpty ? [] : ["Of frameworks, which stay notifications:"] + names
    }

    private func rows(_ title: String, _ uses: [Use]) -> [String] {
        let rows = uses.map { use in
            let arguments = use.arguments.compactMapValues { use.isSender && ["nil", ""].contains($0) ? nil : $0 }
            let written = arguments.map { "\($0.key.rawValue): \($0.value)" }.sorted()
            let marks = written + (use.handled?.isEmpty == true ? ["handles no message"] : [])
            return row(title + use.summary, use.occurrence) + marks.map { "    \($0)" }.joined()
        }
        return uses.first?.isSender == true ? rows : rows.sorted()
    }

    private func row(_ text: String, _ occurrence: Occurrence?) -> String {
        guard let place = occurrence?.link else { return text }
        let gap = min(58, 100 - place.count) - text.count
        return text + (gap > 1 ? String(repeating: " ", count: gap) : "\n                 ") + place
    }
}
