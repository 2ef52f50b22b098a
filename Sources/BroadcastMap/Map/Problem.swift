/// What is wrong with a channel, a form of it, or a message.
struct Problem {
    enum Kind: String { case unobserved, unsent, uncalled, unhandled, notAProtocol }

    let kind: Kind
    /// The name that accepts it.
    let name: String
    /// The declaration, or the first use of what the sources don't declare.
    let occurrence: Occurrence
    /// Whether it is about the name of notifications.
    let isNotification: Bool
    var conformers: [Symbol] = []

    private var unregistered: String {
        conformers.isEmpty ? "" : "; never registered: " + conformers.map(\.fullName).joined(separator: ", ")
    }

    var text: String {
        switch kind {
        case .unobserved: "\(name) is \(isNotification ? "posted" : "sent"), but never observed" + unregistered
        case .unsent: "\(name) is observed, but never \(isNotification ? "posted" : "sent")"
        case .uncalled: "\(name) is never called"
        case .unhandled: "\(name) is sent, but every observer leaves it to its default"
        case .notAProtocol: "\(name) isn't a protocol"
        }
    }
}

extension Channel {
    var problems: [Problem] {
        if id.kind == .framework { return [] }
        let messages = methods.filter { !senders.isEmpty && !$0.kind.isProperty }
        // The library itself sends to monitors.
        let sent = Set(senders.map(fullName) + ["Broadcaster.Broadcaster.Monitor"].filter { $0 == name })
        let observed = Set(observers.map(fullName))
        return (id.kind == .class ? [problem(.notAProtocol, name)] : [])
            + sent.subtracting(observed).map { problem(.unobserved, $0) }
            + observed.subtracting(sent).map { problem(.unsent, $0) }
            + messages.filter { !isCalled($0) }.map { problem(.uncalled, fullName(of: $0), at: $0.definition) }
            + messages.filter { isCalled($0) && isUnhandled($0) }
            .map { problem(.unhandled, fullName(of: $0), at: $0.definition) }
    }

    private func problem(_ kind: Problem.Kind, _ name: String, at place: Occurrence? = nil) -> Problem {
        let declaration = name == self.name ? definition : nil
        let use = uses.first { fullName(for: $0) == name } ?? uses[0]
        return Problem(
            kind: kind, name: name, occurrence: place ?? declaration ?? use.occurrence,
            isNotification: id.kind.isNotification,
            conformers: kind == .unobserved && name == self.name ? conformers : [])
    }
}
