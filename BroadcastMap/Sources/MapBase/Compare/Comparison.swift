/// The parts that are new or gone in a map, compared with an older one.
package struct Comparison: Encodable {
    private enum CodingKeys: String, CodingKey {
        case subject = "of"
        case version, added, removed, notInThisTrace
    }

    let subject: Report.Subject
    private let version = Report.version
    let added: [Entry]
    let removed: [Entry]
    /// The connections that the older map lacks and over which no broadcast of a trace went, if the newer map has one.
    let notInThisTrace: [Report.Connection]?

    /// Compares what the filter shows, except the problems and the unresolved uses that are allowed.
    package init(from old: Report, to new: Report, showing filter: Filter, allowing allowed: Set<String>) {
        subject = new.subject
        // A channel that a filter finds in one of the maps is compared with that of the other.
        let channels = Set((old.channels + new.channels).filter { filter.shows($0.names) }.map(\.name))
        func isShown(_ entry: Entry) -> Bool {
            if entry.id.kind.isProblem, allowed.contains(entry.id.name) { return false }
            return entry.id.channel.map(channels.contains) ?? filter.shows([entry.id.name, entry.id.module ?? ""])
        }
        let oldIDs = Set(old.entries.map(\.id))
        let newIDs = Set(new.entries.map(\.id))
        added = new.entries.filter { !oldIDs.contains($0.id) && isShown($0) }
        removed = old.entries.filter { !newIDs.contains($0.id) && isShown($0) }
        let oldConnections = Set(old.connections.map(\.id))
        notInThisTrace = new.notInThisTrace?.filter { !oldConnections.contains($0.id) && channels.contains($0.channel) }
    }

    var isEmpty: Bool { added.isEmpty && removed.isEmpty && notInThisTrace?.isEmpty != false }

    /// True if a problem, an unresolved use, or a connection that a trace doesn't have is new.
    package var hasNewProblem: Bool {
        added.contains { $0.id.kind.isProblem } || notInThisTrace?.isEmpty == false
    }

    /// The comparison for other programs.
    package var json: String { get throws { try jsonText(self) } }
}

extension Comparison {
    /// A part of a map.
    struct Entry {
        enum Kind: String, CaseIterable {
            case channel, sender, observer, echo, problem, unresolved

            var isPartOfChannel: Bool { [.channel, .sender, .observer].contains(self) }
            var isProblem: Bool { [.problem, .unresolved].contains(self) }
        }

        /// The identity of an entry, without the file and the line, because code moves.
        struct ID: Hashable {
            let kind: Kind
            let channel: String?
            var message: String?
            package let name: String
            var type: String?
            var module: String?
            /// The code of the key.
            var key: String?
            /// The code of the object of a notification.
            var object: String?
            /// The operation of an observer without a known class, the way of a feedback loop, the kind of a problem,
            /// or the reason of an unresolved use.
            var detail: String?
            /// Counts entries that are the same otherwise, such as two calls in one function.
            var number = 0
        }

        var id: ID
        /// The words of the map: the summary of a sender or an observer, the way of a feedback loop, the sentence of a
        /// problem, or the reason of an unresolved use.
        var text = ""
        let file: String?
        let line: Int?
        /// The position of a sender or an observer among those of the channel, because it has an entry for each
        /// message.
        var position: Int?
    }
}

extension Report {
    /// Its parts in order, of which those that are the same are numbered.
    fileprivate var entries: [Comparison.Entry] {
        var entries = channels.flatMap(\.entries) + channels.flatMap(\.feedbackLoops)
        entries += problems.map(\.entry) + unresolved.map(\.entry)
        var counts: [Comparison.Entry.ID: Int] = [:]
        for index in entries.indices {
            let id = entries[index].id
            counts[id, default: 0] += 1
            entries[index].id.number = counts[id, default: 0]
        }
        return entries
    }
}

extension Report.Problem {
    fileprivate var entry: Comparison.Entry {
        let id = Comparison.Entry.ID(
            kind: .problem, channel: channel, message: message, name: name, detail: kind.rawValue)
        return Comparison.Entry(id: id, text: text, file: file, line: line)
    }
}

extension Report.Unresolved {
    fileprivate var entry: Comparison.Entry {
        let id = Comparison.Entry.ID(
            kind: .unresolved, channel: nil, name: name, module: module, detail: reason.rawValue)
        return Comparison.Entry(id: id, text: reason.rawValue, file: file, line: line)
    }
}

extension Report.Channel {
    /// The channel, then the senders and the observers of each message, then those of which no message is known.
    fileprivate var entries: [Comparison.Entry] {
        let id = Comparison.Entry.ID(kind: .channel, channel: name, name: name)
        let uses = entries(.sender, of: senders) + entries(.observer, of: observers)
        let messages = methods.map(\.name)
        func order(_ entry: Comparison.Entry) -> Int {
            entry.id.message.flatMap(messages.firstIndex) ?? messages.count
        }
        return [Comparison.Entry(id: id, file: file, line: line)] + uses.sorted { order($0) < order($1) }
    }

    /// An entry for each message of each use.
    private func entries(_ kind: Comparison.Entry.Kind, of uses: [Report.Use]) -> [Comparison.Entry] {
        uses.enumerated().flatMap { position, use in
            var id = Comparison.Entry.ID(kind: kind, channel: name, name: use.name)
            id.type = use.type?.wrappedValue ?? use.in
            id.module = use.module
            id.key = use.key?.wrappedValue
            // A post or an observer of every object may say so.
            id.object = use.object?.wrappedValue == "nil" ? nil : use.object?.wrappedValue
            if kind == .observer, use.type?.wrappedValue == nil { id.detail = use.how.rawValue }
            // One entry if no message is known.
            let messages: [String?] = use.messages.isEmpty ? [nil] : use.messages
            return messages.map { message in
                id.message = message
                return Comparison.Entry(
                    id: id, text: use.summary, file: use.file, line: use.line, position: position)
            }
        }
    }

    fileprivate var feedbackLoops: [Comparison.Entry] {
        notes.filter(\.isFeedbackLoop).map { note in
            let text = String(note.text.dropFirst(MapBase.Note.loopTitle.count))
            let id = Comparison.Entry.ID(kind: .echo, channel: name, name: name, detail: text)
            return Comparison.Entry(id: id, text: text, file: file, line: line)
        }
    }
}

extension Comparison.Entry: Encodable {
    private enum CodingKeys: CodingKey {
        case kind, channel, message, name, type, file, line, key, object, summary, text
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id.kind.rawValue, forKey: .kind)
        try container.encode(id.channel, forKey: .channel)
        try container.encode(id.message, forKey: .message)
        try container.encode(id.name, forKey: .name)
        try container.encode(id.type, forKey: .type)
        try container.encode(file, forKey: .file)
        try container.encode(line, forKey: .line)
        try container.encodeIfPresent(id.key, forKey: .key)
        try container.encodeIfPresent(id.object, forKey: .object)
        switch id.kind {
        case .channel: break
        case .sender, .observer: try container.encode(text, forKey: .summary)
        case .echo, .problem, .unresolved: try container.encode(text, forKey: .text)
        }
    }
}
