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
            if entry.id.kind.isProblem, allowed.contains(entry.id.name) { return false }
            return entry.id.channel.map(channels.contains) ?? filter.shows([entry.id.name])
        }
        let oldIDs = Set(old.entries.map(\.id))
        let newIDs = Set(new.entries.map(\.id))
        added = new.entries.filter { !oldIDs.contains($0.id) && isShown($0) }
        removed = old.entries.filter { !newIDs.contains($0.id) && isShown($0) }
    }

    var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// Whether there is a new problem or a new unresolved use.
    var hasNewProblem: Bool { added.contains { $0.id.kind.isProblem } }
}

extension Comparison {
    /// A part of a map.
    struct Entry {
        enum Kind: String, CaseIterable {
            case channel, sender, observer, echo, problem, unresolved

            var isPartOfChannel: Bool { [.channel, .sender, .observer].contains(self) }
            var isProblem: Bool { [.problem, .unresolved].contains(self) }
        }

        /// What makes two entries the same, without the file and the line, because code moves.
        struct ID: Hashable {
            let kind: Kind
            let channel: String?
            var message: String?
            let name: String
            var type: String?
            var module: String?
            /// The code of the key.
            var key: String?
            /// The code of the object of a notification.
            var object: String?
            /// An observer without a known class, such as *a closure*; the text of an echo; the kind of a problem; the
            /// reason of an unresolved use.
            var detail: String?
            /// Counts entries that are the same otherwise, such as two calls in one function.
            var number = 0
        }

        var id: ID
        /// The sentence of an echo or a problem, or the reason of an unresolved use.
        var text = ""
        let file: String?
        let line: Int?
        /// The position of a sender or an observer among those of the channel, because it has an entry for each message.
        var position: Int?
    }
}

extension SavedMap {
    /// Its parts in order, of which those that are the same are numbered.
    fileprivate var entries: [Comparison.Entry] {
        let ofUnresolved = unresolved.map { use in
            let id = Comparison.Entry.ID(
                kind: .unresolved, channel: nil, message: nil, name: use.name, detail: use.reason)
            return Comparison.Entry(id: id, text: use.reason, file: use.file, line: use.line)
        }
        var entries = channels.flatMap(\.entries) + channels.flatMap(\.echoes) + problems.map(entry) + ofUnresolved
        var counts: [Comparison.Entry.ID: Int] = [:]
        for index in entries.indices {
            let id = entries[index].id
            counts[id, default: 0] += 1
            entries[index].id.number = counts[id, default: 0]
        }
        return entries
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
}

extension SavedMap.Channel {
    /// The channel, then the senders and the observers of each message, then those of which no message is known.
    fileprivate var entries: [Comparison.Entry] {
        let id = Comparison.Entry.ID(kind: .channel, channel: name, message: nil, name: name)
        let uses = entries(.sender, of: senders) + entries(.observer, of: observers)
        let messages = methods.map(\.name)
        func order(_ entry: Comparison.Entry) -> Int {
            entry.id.message.flatMap(messages.firstIndex) ?? messages.count
        }
        return [Comparison.Entry(id: id, file: file, line: line)] + uses.sorted { order($0) < order($1) }
    }

    /// An entry for each message of each use.
    private func entries(_ kind: Comparison.Entry.Kind, of uses: [SavedMap.Use]) -> [Comparison.Entry] {
        uses.enumerated().flatMap { position, use in
            var id = Comparison.Entry.ID(kind: kind, channel: name, message: nil, name: use.name)
            id.type = use.type ?? use.typeAround
            id.module = use.module
            id.key = use.key
            // A post or an observer of every object may say so.
            id.object = use.object == "nil" ? nil : use.object
            if kind == .observer, use.type == nil { id.detail = Operation(rawValue: use.how)?.anonymousObserver }
            return use.messages.map { message in
                id.message = message
                return Comparison.Entry(id: id, file: use.file, line: use.line, position: position)
            }
        }
    }

    fileprivate var echoes: [Comparison.Entry] {
        notes.filter { $0.kind == Note.Kind.echo.rawValue }.map { note in
            let id = Comparison.Entry.ID(kind: .echo, channel: name, message: nil, name: name, detail: note.text)
            let text = String(note.text.trimmingPrefix(Note.echoPrefix))
            return Comparison.Entry(id: id, text: text, file: file, line: line)
        }
    }
}

extension SavedMap.Use {
    /// The messages that it sends or handles, or `nil` alone if they aren't known.
    fileprivate var messages: [String?] {
        let known = methods ?? handles ?? []
        return known.isEmpty ? [nil] : known
    }
}
