/// The words of the command line, which select what has one of them in a name.
package struct Filter {
    let words: [String]

    package init(words: [String]) { self.words = words }

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
    package var names: [String] { channels.flatMap(\.names) + unresolved.flatMap(\.names) }

    /// Returns the part that a filter shows.
    package func showing(_ filter: Filter) -> Report {
        var report = self
        report.channels = channels.filter { filter.shows($0.names) }
        let shown = Set(report.channels.map(\.name))
        report.problems = problems.filter { shown.contains($0.channel) }
        report.notInThisBuild = notInThisBuild.filter { filter.shows([$0.text, $0.module]) }
        report.unresolved = unresolved.filter { filter.shows($0.names) }
        report.notInThisTrace?.removeAll { !shown.contains($0.channel) }
        return report
    }

    /// Returns the map without the problems, the unresolved uses, and the untraced connections of these names, which
    /// `--allow` has.
    package func allowing(_ names: Set<String>) throws -> Report {
        let channelsAndMessages = channels.flatMap { [$0.name] + $0.methods.map($0.fullName) }
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
            [$0.name, $0.module, $0.type?.wrappedValue ?? "", $0.handler?.wrappedValue ?? ""]
        }
        return [name] + (aliases ?? []) + methods.map(\.name) + conformers.map(\.name) + ofUses
    }

    /// The name of a message with that of the channel.
    fileprivate func fullName(of message: Report.Message) -> String { "\(name).\(message.name)" }
}

extension Report.Unresolved {
    /// The names by which a filter finds it.
    fileprivate var names: [String] { [name, module] }
}
