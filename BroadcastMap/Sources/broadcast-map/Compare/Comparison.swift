/// What is new, and what is gone, in a map that is compared with an older one.
struct Comparison {
    let subject: Map.Subject
    let added: [Entry]
    let removed: [Entry]

    /// Compares what the filter shows, except the problems and the unresolved uses that are allowed.
    init(from old: SavedMap, to new: SavedMap, showing filter: Filter, allowing allowed: Set<String>) {
        subject = new.subject
        // A channel that a filter finds in one of the maps is compared with that of the other.
        let channels = Set((old.channels + new.channels).filter { filter.shows($0.names) }.map(\.name))
        func isShown(_ entry: Entry) -> Bool {
            if !entry.id.kind.isPartOfChannel, allowed.contains(entry.id.name) { return false }
            return entry.id.channel.map(channels.contains) ?? filter.shows([entry.id.name])
        }
        let oldIDs = Set(old.entries.map(\.id))
        let newIDs = Set(new.entries.map(\.id))
        added = new.entries.filter { !oldIDs.contains($0.id) && isShown($0) }
        removed = old.entries.filter { !newIDs.contains($0.id) && isShown($0) }
    }

    var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// Whether there is a new problem or a new unresolved use.
    var hasNewProblem: Bool { added.contains { !$0.id.kind.isPartOfChannel } }
}

extension Comparison {
    /// A part of a map.
    struct Entry {
        enum Kind: String, CaseIterable {
            case channel, sender, observer, problem, unresolved

            var isPartOfChannel: Bool { [.channel, .sender, .observer].contains(self) }
        }

        /// What makes two entries the same, without the file and the line, because code moves.
        struct ID: Hashable {
            let kind: Kind
            let channel: String?
            let message: String?
            let name: String
            var type: String?
            var module: String?
            /// An observer without a known class, such as *a closure*; the kind of a problem; the reason of an
            /// unresolved use.
            var detail: String?
            /// Counts unresolved uses that are the same otherwise, each of which may hide a channel.
            var number = 0
        }

        let id: ID
        /// The sentence of a problem, or the reason of an unresolved use.
        var text = ""
        let file: String?
        let line: Int?
    }
}

extension SavedMap {
    /// Its parts in order, each once.
    fileprivate var entries: [Comparison.Entry] {
        var known: Set<Comparison.Entry.ID> = []
        let entries = channels.flatMap(\.entries) + problems.map(entry) + unresolvedEntries
        return entries.filter { known.insert($0.id).inserted }
    }

    private func entry(_ problem: Problem) -> Comparison.Entry {
        let channel = channels.first { channel in
            problem.name == channel.name || channel.methods.contains { channel.fullName(of: $0.name) == problem.name }
        }
        let message = channel?.methods.first { channel?.fullName(of: $0.name) == problem.name }
        let id = Comparison.Entry.ID(
            kind: .problem, channel: channel?.name, message: message?.name, name: problem.name, detail: problem.kind)
        return Comparison.Entry(id: id, text: problem.text, file: problem.file, line: problem.line)
    }

    private var unresolvedEntries: [Comparison.Entry] {
        var counts: [Comparison.Entry.ID: Int] = [:]
        return unresolved.map { use in
            var id = Comparison.Entry.ID(
                kind: .unresolved, channel: nil, message: nil, name: use.name, detail: use.reason)
            counts[id, default: 0] += 1
            id.number = counts[id, default: 0]
            return Comparison.Entry(id: id, text: use.reason, file: use.file, line: use.line)
        }
    }
}

extension SavedMap.Channel {
    /// The channel, then the senders and the observers of each message, then those of which no message is known.
    fileprivate var entries: [Comparison.Entry] {
        let id = Comparison.Entry.ID(kind: .channel, channel: name, message: nil, name: name)
        var entries = [Comparison.Entry(id: id, file: file, line: line)]
        for message in methods.map(\.name) {
            entries += senders.filter { $0.messages.contains(message) }.map { entry(.sender, $0, message) }
            entries += observers.filter { $0.messages.contains(message) }.map { entry(.observer, $0, message) }
        }
        entries += senders.filter(\.messages.isEmpty).map { entry(.sender, $0, nil) }
        entries += observers.filter(\.messages.isEmpty).map { entry(.observer, $0, nil) }
        return entries
    }

    private func entry(
        _ kind: Comparison.Entry.Kind, _ use: SavedMap.Use, _ message: String?
    ) -> Comparison.Entry {
        var id = Comparison.Entry.ID(kind: kind, channel: name, message: message, name: use.name)
        id.type = use.type ?? use.typeAround
        id.module = use.module
        if kind == .observer, use.type == nil { id.detail = Operation(rawValue: use.how)?.anonymousObserver }
        return Comparison.Entry(id: id, file: use.file, line: use.line)
    }
}

extension SavedMap.Use {
    /// The messages that it sends or handles, as far as they are known.
    fileprivate var messages: [String] { methods ?? handles ?? [] }
}
