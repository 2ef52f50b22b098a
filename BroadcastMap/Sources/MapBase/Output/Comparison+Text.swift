extension Comparison {
    /// The comparison for a terminal: rows that are new begin with a plus sign, and those that are gone with a minus
    /// sign.
    ///
    /// New problems begin at the first column, where Xcode and editors find their places.
    package var text: String {
        if isEmpty { return nothingChanged }
        var parts = [[title]] + channelRows
        parts.append(
            titled(
                "Unresolved (each may account for a problem):",
                added(.unresolved).map { $0.row(.added, "  \($0.id.name)") + "    \($0.text)" }
                    + removed(.unresolved).map { $0.row(.removed, "  \($0.id.name)") }))
        let newLoops = added(.echo).map { $0.row(.added, "  \($0.feedbackLoop)") }
        let goneLoops = removed(.echo).map { $0.row(.removed, "  \($0.feedbackLoop)") }
        parts.append(titled("New feedback loop:", newLoops))
        parts.append(titled("No longer a feedback loop:", goneLoops))
        parts.append(titled("No longer a problem:", removed(.problem).map { $0.row(.removed, "  \($0.text)") }))
        parts.append(untracedRows(notInThisTrace ?? []).map { "  \($0)" })
        return printed(
            parts, warnings: added(.problem).map { "\($0.place ?? ""): warning: \($0.text)".oneLine })
    }

    var nothingChanged: String {
        subject == .channels
            ? "Nothing changed in who sends and who observes."
            : "Nothing changed in who posts and who observes."
    }

    /// How much is new, and how much is gone, where a sender or an observer of several messages counts once.
    var title: String {
        let parts = [("New", added), ("Gone", removed)].filter { !$0.1.isEmpty }
        return parts.map { "\($0): \(counts(of: $1))." }.joined(separator: " ")
    }

    private func counts(of entries: [Entry]) -> String {
        let counts = Entry.Kind.allCases.compactMap { kind -> String? in
            let count = Set(entries.filter { $0.id.kind == kind }.map(\.idOfUse)).count
            return count == 0 ? nil : subject.count(count, kind)
        }
        return counts.joined(separator: ", ")
    }

    func added(_ kind: Entry.Kind) -> [Entry] { added.filter { $0.id.kind == kind } }
    func removed(_ kind: Entry.Kind) -> [Entry] { removed.filter { $0.id.kind == kind } }

    private func titled(_ title: String, _ rows: [String]) -> [String] {
        rows.isEmpty ? [] : ["  \(title)"] + rows
    }
}

extension Report.Subject {
    func noun(_ kind: Comparison.Entry.Kind) -> String {
        switch kind {
        case .channel: self == .channels ? "channel" : "notification"
        case .sender: self == .channels ? "sender" : "post"
        case .observer: "observer"
        case .echo: "feedback loop"
        case .problem: "problem"
        case .unresolved: "unresolved use"
        }
    }

    /// Returns a number with what it counts.
    func count(_ count: Int, _ kind: Comparison.Entry.Kind) -> String {
        "\(count) \(noun(kind))\(count == 1 ? "" : "s")"
    }
}

/// Channels with their messages.
extension Comparison {
    enum Sign: String {
        case added = "+ "
        case removed = "- "
        case same = "  "
    }

    /// An entry, and whether it is new or gone.
    private struct Change {
        let sign: Sign
        let entry: Entry
    }

    /// The rows of each channel that is new or gone, or of which a sender or an observer is.
    var channelRows: [[String]] {
        let changes = added.map { Change(sign: .added, entry: $0) } + removed.map { Change(sign: .removed, entry: $0) }
        let ofChannels = changes.filter { $0.entry.id.kind.isPartOfChannel }
        let byName = Dictionary(grouping: ofChannels) { $0.entry.id.channel ?? "" }
        return byName.sorted { $0.key < $1.key }.map { rows(of: $0, $1) }
    }

    private func rows(of channel: String, _ changes: [Change]) -> [String] {
        let changed = changes.first { $0.entry.id.kind == .channel }
        let head = changed.map { $0.entry.row($0.sign, channel) } ?? Sign.same.rawValue + channel.oneLine
        let uses = changes.filter { $0.entry.id.kind != .channel }
        // New rows are in the order of the declarations, and so are those that are gone.
        var messages: [String] = []
        for message in uses.compactMap(\.entry.id.message) where !messages.contains(message) {
            messages.append(message)
        }
        let sign = changed?.sign ?? .same
        let ofMessages = messages.flatMap { message in
            let ofMessage = uses.filter { $0.entry.id.message == message }
            return ["\(sign.rawValue)  \(message)".oneLine] + rows(ofMessage, indentation: "    ")
        }
        return [head] + ofMessages + unknownRows(uses.filter { $0.entry.id.message == nil }, sign)
    }

    /// The rows of senders and observers whose message isn't known.
    private func unknownRows(_ uses: [Change], _ sign: Sign) -> [String] {
        let senders = uses.filter { $0.entry.id.kind == .sender }
        let observers = uses.filter { $0.entry.id.kind == .observer }
        if subject == .notifications || senders.isEmpty { return rows(uses, indentation: "  ") }
        return ["\(sign.rawValue)  an unknown message"] + rows(senders, indentation: "    ")
            + rows(observers, indentation: "  ")
    }

    private func rows(_ uses: [Change], indentation: String) -> [String] {
        let senders = uses.filter { $0.entry.id.kind == .sender }
        let observers = uses.filter { $0.entry.id.kind == .observer }
        return (senders + observers).map { change in
            let isSender = change.entry.id.kind == .sender
            let verb = isSender ? (subject == .channels ? "sent by    " : "posted by  ") : "observed by"
            let gap = indentation.count == 2 ? "    " : "  "
            let row = change.entry.row(change.sign, "\(indentation)\(verb)\(gap)\(change.entry.text)")
            return row + change.entry.mark
        }
    }
}

extension Comparison.Entry {
    var place: String? {
        guard let file, let line else { return nil }
        return "\(file):\(line)"
    }

    /// The identity that all messages of a use share.
    fileprivate var idOfUse: ID {
        guard let position else { return id }
        var idOfUse = id
        idOfUse.message = nil
        idOfUse.number = position
        return idOfUse
    }

    /// The channel, and how it is sent again.
    var feedbackLoop: String { "\(id.name): \(text)" }

    /// The code of the key or the object, as the text of the map has it after the place.
    fileprivate var mark: String {
        let key = id.key.map { "    for: \($0)" } ?? id.object.map { "    object: \($0)" }
        return key?.oneLine ?? ""
    }

    /// A row whose lines all begin with the sign.
    fileprivate func row(_ sign: Comparison.Sign, _ text: String) -> String {
        let lines = placedRow(text, at: place).split(separator: "\n")
        return lines.map { sign.rawValue + $0 }.joined(separator: "\n")
    }
}
