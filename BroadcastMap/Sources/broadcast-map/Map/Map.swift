/// The channels of a program, the senders to each, and its observers.
struct Map {
    enum Subject: String, Codable {
        case channels, notifications
    }

    let subject: Subject
    let channels: [Channel]
    let unresolved: [Unresolved]
    let problems: [Problem]

    /// Collects the uses that the filter shows, without the problems of the channels, the messages, and the functions
    /// that are allowed.
    init(_ tracer: Tracer, allowing allowed: Set<String>, filter: Filter) {
        subject = tracer.reader is NotificationReader ? .notifications : .channels
        let all = tracer.uses.map(Channel.init).inOrder
        if all.isEmpty, tracer.unresolved.isEmpty {
            warn("note: nothing here uses \(subject == .notifications ? "notifications" : "Broadcaster")")
        }
        let channelsAndMessages = all.flatMap { [$0.name] + $0.methods.map($0.fullName) }
        let acceptable = channelsAndMessages + tracer.unresolved.map(\.name)
        if let unknown = allowed.subtracting(acceptable).min() {
            fail("--allow \(unknown): the map has no channel, method, or unresolved use of this name.")
        }
        filter.check(against: all.flatMap(\.names) + tracer.unresolved.flatMap(\.names))

        channels = all.filter { filter.shows($0.names) }
        problems = channels.flatMap(\.problems).filter { !allowed.contains($0.name) }.sorted { $0.text < $1.text }
        unresolved = tracer.unresolved.filter { !allowed.contains($0.name) && filter.shows($0.names) }
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
        let ofUses = uses.flatMap { [$0.occurrence.userName, $0.module, $0.observer?.fullName ?? ""] }
        return [name] + methods.map(\.name) + conformers.map(\.fullName) + ofUses
    }
}

extension Unresolved {
    /// The names by which a filter finds it.
    fileprivate var names: [String] { [name, occurrence.file.module] }
}
