/// The channels of a program, who sends to each, and who observes it.
struct Map {
    let channels: [Channel]
    let unresolved: [Occurrence]
    let problems: [Problem]

    /// Collects the uses, without the problems of the channels, the methods and the functions that are allowed.
    init(_ tracer: Tracer, allowing allowed: Set<String>) {
        channels = tracer.uses.map(Channel.init).sorted { $0.name < $1.name }
        let all = channels.flatMap(\.problems)
        problems = all.filter { !allowed.contains($0.name) }.sorted { $0.text < $1.text }
        unresolved = tracer.unresolved.filter { !allowed.contains($0.userName) }
        let methods = channels.flatMap { channel in channel.methods.map(channel.fullName) }
        let known = channels.map(\.name) + methods + all.map(\.name) + tracer.unresolved.map(\.userName)
        if let unknown = allowed.subtracting(known).min() {
            fail("--allow \(unknown): the map has no channel, method, or unresolved use of this name.")
        }
        if channels.isEmpty, tracer.unresolved.isEmpty { fail("Nothing here uses Broadcaster.") }
    }
}
