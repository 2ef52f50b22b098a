/// The channels of a program, who sends to each, and who observes it.
struct Map {
    let channels: [Channel]
    let unresolved: [Unresolved]
    let problems: [Problem]

    /// Collects the uses, without the problems of the channels, the methods and the functions that are allowed.
    ///
    /// If there are filters, it contains what one of them is part of, and only that.
    init(_ tracer: Tracer, allowing allowed: Set<String>, filters: [String]) {
        // Notifications that need no look stand first. The file decides between two channels of one name.
        let keys = tracer.uses.map(Channel.init).map { ($0, ($0.notes.count, $0.name, $0.definition?.file.path ?? "")) }
        let all = keys.sorted { $0.1 < $1.1 }.map(\.0)
        if all.isEmpty, tracer.unresolved.isEmpty {
            warn("note: nothing here uses \(tracer.reader is NotificationReader ? "notifications" : "Broadcaster")")
        }
        let acceptable = all.flatMap { [$0.name] + $0.methods.map($0.fullName) } + tracer.unresolved.map(\.name)
        if let unknown = allowed.subtracting(acceptable).min() {
            fail("--allow \(unknown): the map has no channel, method, or unresolved use of this name.")
        }
        let isFound = { (filter: String, names: [String]) in names.contains { $0.contains(filter) } }
        let isShown = { (names: [String]) in filters.isEmpty || filters.contains { isFound($0, names) } }
        let names = all.flatMap(\.names) + tracer.unresolved.flatMap(\.names)
        for filter in filters where !isFound(filter, names) {
            fail("\(filter): no channel, message, sender, observer, or module has this in its name.")
        }
        channels = all.filter { isShown($0.names) }
        problems = channels.flatMap(\.problems).filter { !allowed.contains($0.name) }.sorted { $0.text < $1.text }
        unresolved = tracer.unresolved.filter { !allowed.contains($0.name) && isShown($0.names) }
    }
}

extension Channel {
    /// The names by which a filter finds it.
    fileprivate var names: [String] {
        let uses = uses.flatMap { [$0.occurrence.userName, $0.module, $0.observer?.fullName ?? ""] }
        return [name] + methods.map(\.name) + conformers.map(\.fullName) + uses
    }
}

extension Unresolved { fileprivate var names: [String] { [name, occurrence.file.module] } }
