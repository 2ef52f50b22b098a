extension Map {
    /// Each channel with its messages, their senders, and its observers, in 100 columns where the names allow it.
    ///
    /// Problems begin at the first column, where Xcode and editors find their places.
    var text: String {
        let mapped = channels.filter { $0.id.kind != .framework }
        let echoing = mapped.filter { $0.id.kind.isNotification && !$0.echoes.isEmpty }
        var parts = mapped.filter { !$0.id.kind.isNotification || $0.echoes.isEmpty }.map(\.rows)
        if !echoing.isEmpty { parts.append(["Echoes, which decide whether a name stays synchronous:"]) }
        parts += echoing.map(\.rows)
        parts.append(frameworkRows)
        parts.append(inactiveRows)
        parts.append(unresolvedRows)
        parts.append(problems.map { "\($0.occurrence.link): warning: \($0.text)".oneLine })
        return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// How often the program posts and observes the notifications of frameworks.
    private var frameworkRows: [String] {
        let frameworks = channels.filter { $0.id.kind == .framework }
        guard !frameworks.isEmpty else { return [] }
        let rows = frameworks.map { "  \($0.name) (posts: \($0.senders.count), observers: \($0.observers.count))" }
        return ["Of frameworks, which stay notifications:"] + rows
    }

    private var inactiveRows: [String] {
        guard !notInThisBuild.isEmpty else { return [] }
        let rows = notInThisBuild.map { placedRow("  \($0.text)", at: $0.link) + "    \($0.directive)" }
        return ["Not in this build (search before you delete):"] + rows
    }

    private var unresolvedRows: [String] {
        guard !unresolved.isEmpty else { return [] }
        let rows = unresolved.map { placedRow("  \($0.name)", at: $0.occurrence.link) + "    \($0.reason.rawValue)" }
        return ["Unresolved (each may account for a problem):"] + rows
    }
}

extension Channel {
    fileprivate var rows: [String] {
        var rows = [placedRow(name, at: definition?.link)]
        let shown = methods.filter { isCalled($0) || !$0.kind.isProperty }
        for method in shown {
            rows.append("  \(method.name)")
            rows += useRows("    sent by      ", senders.filter { $0.methods.contains(method) })
            rows += useRows("    observed by  ", observers.filter { $0.handled?.contains(method) == true })
        }
        let unknown = senders.filter(\.methods.isEmpty)
        if id.kind.isNotification {
            rows += useRows("  posted by      ", unknown)
        } else if !unknown.isEmpty {
            rows.append("  an unknown message")
            rows += useRows("    sent by      ", unknown)
        }
        rows += useRows("  observed by    ", observers.filter { !$0.handles(anyOf: shown) })
        for (index, note) in notes.enumerated() {
            rows.append((index == 0 ? "  look at        " : "                 ") + note.text)
        }
        return rows
    }
}

extension Use {
    fileprivate func handles(anyOf methods: [Symbol]) -> Bool {
        handled.map { !Set($0).isDisjoint(with: methods) } ?? false
    }

    /// What is written in the arguments of the call, and what it lacks.
    fileprivate var marks: [String] {
        let written = argumentTexts.compactMap { role, argument -> String? in
            guard let argument else { return nil }
            // A post that passes nothing is as one without the argument.
            return isSender && ["nil", ""].contains(argument) ? nil : "\(role.rawValue): \(argument)"
        }
        var marks = written.sorted()
        if handled?.isEmpty == true { marks.append("handles no message") }
        if let handlerName { marks.append("handler: \(handlerName)") }
        if !keysRead.isEmpty { marks.append("reads: \(keysRead.joined(separator: ", "))") }
        if removals > 0 { marks.append("removals: \(removals)") }
        return marks
    }
}

/// The rows of senders in the order of the sources, or of observers by name.
private func useRows(_ title: String, _ uses: [Use]) -> [String] {
    let rows = uses.map { use in
        placedRow(title + use.summary, at: use.occurrence.link) + use.marks.map { "    \($0)" }.joined()
    }
    return uses.first?.isSender == true ? rows : rows.sorted()
}

/// Returns a text with its place in a column of its own, or on a line of its own if the text reaches that column.
func placedRow(_ text: String, at place: String?) -> String {
    guard let place else { return text.oneLine }
    let column = min(58, 100 - place.count)
    let gap = column - text.count
    let space = gap > 1 ? String(repeating: " ", count: gap) : "\n                 "
    return text.oneLine + space + place.oneLine
}
