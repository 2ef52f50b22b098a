/// The channels of a program, the senders to each, and its observers.
struct Map {
    let channels: [Channel]
    let unresolved: [Unresolved]
    let problems: [Problem]
    /// What may send or observe in another build.
    let notInThisBuild: [InactiveCode]

    /// Collects the uses, and judges them.
    init(_ tracer: Tracer) {
        let inactiveCode = tracer.reader.index.files.flatMap { $0.inactiveCode(where: tracer.reader.concernsChannel) }
        let found = tracer.uses.map { id, uses in
            Channel(id: id, uses: uses, aliases: tracer.reader.aliases(of: id))
        }
        channels = Echoes.added(to: found, in: tracer.reader.index).inOrder
        unresolved = tracer.unresolved
        problems = channels.flatMap { $0.problems(besides: inactiveCode) }.sorted { $0.text < $1.text }
        notInThisBuild = inactiveCode
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
