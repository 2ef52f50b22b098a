/// What the command line selects: what has one of the words in a name, and what has a problem or a note of a kind.
package struct Filter {
    /// The kinds of problems and of notes.
    package static let allKinds = Problem.Kind.allCases.map(\.rawValue) + Note.Kind.allCases.map(\.rawValue)

    let words: [String]
    let kinds: Set<String>

    package init(words: [String], kinds: [String] = []) {
        self.words = words
        self.kinds = Set(kinds)
    }

    /// Returns true if there is no word, or a name contains one.
    func shows(_ names: [String]) -> Bool {
        words.isEmpty || words.contains { isFound($0, in: names) }
    }

    /// Throws an error if one of the words is found nowhere, because it may be misspelled.
    package func check(against names: [String]) throws {
        for word in words where !isFound(word, in: names) {
            throw Failure("\(word): no channel, message, sender, observer, or module has this in its name.")
        }
    }

    private func isFound(_ word: String, in names: [String]) -> Bool {
        names.contains { $0.contains(word) }
    }
}

extension Report {
    /// The names by which a filter finds something.
    package var names: [String] { channels.flatMap(\.names) + unresolved.flatMap { [$0.name, $0.module] } }

    /// Returns the part that a filter shows.
    package func showing(_ filter: Filter) -> Report {
        var report = self
        report.channels = channels.filter { filter.shows($0.names) }
        let shown = Set(report.channels.map(\.name))
        report.problems = problems.filter { shown.contains($0.channel) }
        report.notInThisBuild = notInThisBuild.filter { filter.shows([$0.text, $0.module]) }
        report.unresolved = unresolved.filter { filter.shows([$0.name, $0.module]) }
        report.notInThisTrace?.removeAll { !shown.contains($0.channel) }
        return filter.kinds.isEmpty ? report : report.showing(filter.kinds)
    }

    /// Returns the problems and the notes of some kinds, and their channels.
    private func showing(_ kinds: Set<String>) -> Report {
        var report = self
        report.problems.removeAll { !kinds.contains($0.kind.rawValue) }
        let names = Set(report.problems.map(\.channel))
        for position in channels.indices {
            report.channels[position].notes.removeAll { !kinds.contains($0.kind.rawValue) }
        }
        report.channels.removeAll { $0.notes.isEmpty && !names.contains($0.name) }
        report.unresolved = []
        report.notInThisBuild = []
        report.notInThisTrace = notInThisTrace.map { _ in [] }
        return report
    }

    /// Returns the map without the problems, the unresolved uses, and the untraced connections of these names, which
    /// `--allow` has.
    package func allowing(_ names: Set<String>) throws -> Report {
        let channelsAndMessages = channels.flatMap { channel in
            [channel.name] + channel.messages.map { "\(channel.name).\($0.name)" }
        }
        let acceptable = channelsAndMessages + unresolved.map(\.name)
        if let unknown = names.subtracting(acceptable).min() {
            throw Failure("--allow \(unknown): the map has no channel, method, or unresolved use of this name.")
        }
        var report = self
        report.problems.removeAll { names.contains($0.name) }
        report.unresolved.removeAll { names.contains($0.name) }
        report.notInThisTrace?.removeAll { connection in
            names.contains(connection.channel)
                || connection.message.map { names.contains("\(connection.channel).\($0)") } == true
        }
        return report
    }
}

extension Report.Channel {
    /// The names by which a filter finds it.
    var names: [String] {
        let ofUses = (senders + observers).flatMap {
            [$0.name, $0.module, $0.type?.wrappedValue ?? "", $0.notification?.handler?.wrappedValue ?? ""]
        }
        return [name] + messages.map(\.name) + (conformers ?? []).map(\.name) + ofUses
    }
}
