/// The channels of a program, the senders to each, and its observers.
struct Map {
    enum Subject: String, Codable {
        case channels, notifications
    }

    let subject: Subject
    private(set) var channels: [Channel]
    private(set) var unresolved: [Unresolved]
    private(set) var problems: [Problem]
    /// What may send or observe in another build.
    private(set) var notInThisBuild: [InactiveCode]
    /// The names by which a filter finds something.
    let names: [String]

    /// Collects the uses, without the problems of the channels, the messages, and the functions that are allowed.
    init(_ tracer: Tracer, of subject: Subject, allowing allowed: Set<String>) {
        self.subject = subject
        channels = Echoes.added(to: tracer.uses.map { Channel(id: $0, uses: $1) }, in: tracer.reader.index).inOrder
        if channels.isEmpty, tracer.unresolved.isEmpty {
            warn("note: nothing here uses \(subject == .notifications ? "notifications" : "Broadcaster")")
        }
        let channelsAndMessages = channels.flatMap { [$0.name] + $0.methods.map($0.fullName) }
        let acceptable = channelsAndMessages + tracer.unresolved.map(\.name)
        if let unknown = allowed.subtracting(acceptable).min() {
            fail("--allow \(unknown): the map has no channel, method, or unresolved use of this name.")
        }
        names = channels.flatMap(\.names) + tracer.unresolved.flatMap(\.names)
        unresolved = tracer.unresolved.filter { !allowed.contains($0.name) }
        let inactiveCode = tracer.reader.index.files.flatMap { $0.inactiveCode(where: tracer.reader.concernsChannel) }
        notInThisBuild = inactiveCode
        let allProblems = channels.flatMap { $0.problems(besides: inactiveCode) }
        problems = allProblems.filter { !allowed.contains($0.name) }.sorted { $0.text < $1.text }
    }

    /// The part that a filter shows.
    func showing(_ filter: Filter) -> Map {
        var map = self
        map.channels = channels.filter { filter.shows($0.names) }
        let shown = Set(map.channels.map(\.id))
        map.problems = problems.filter { shown.contains($0.channel) }
        map.notInThisBuild = notInThisBuild.filter { filter.shows([$0.text, $0.file.module]) }
        map.unresolved = unresolved.filter { filter.shows($0.names) }
        return map
    }
}

extension [Channel] {
    /// The channels by name, after the notifications that have fewer notes, because these need less work.
    fileprivate var inOrder: [Channel] {
        let numbered = map { channel in
            let notes = channel.id.kind.isNotification ? channel.notes.count : 0
            // The file decides between two channels of one name.
            return (channel: channel, order: (notes, channel.name, channel.definition?.file.path ?? ""))
        }
        return numbered.sorted { $0.order < $1.order }.map(\.channel)
    }
}

extension Channel {
    /// The names by which a filter finds it.
    fileprivate var names: [String] {
        let ofUses = uses.flatMap { [$0.occurrence.functionName, $0.module, $0.observer?.fullName ?? ""] }
        return [name] + methods.map(\.name) + conformers.map(\.fullName) + ofUses
    }
}

extension Unresolved {
    /// The names by which a filter finds it.
    fileprivate var names: [String] { [name, occurrence.file.module] }
}
