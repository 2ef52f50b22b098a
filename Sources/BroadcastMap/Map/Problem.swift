/// What is wrong with a channel, a form of it, or a message.
struct Problem {
    enum Kind: String {
        case unobserved, unsent, uncalled, notAProtocol
    }

    let kind: Kind
    /// The name that accepts it.
    let name: String

    var text: String {
        switch kind {
        case .unobserved: "\(name) is sent, but never observed"
        case .unsent: "\(name) is observed, but never sent"
        case .uncalled: "\(name) is never called"
        case .notAProtocol: "\(name) isn't a protocol"
        }
    }
}

extension Channel {
    var problems: [Problem] {
        let uncalled = methods.filter { !senders.isEmpty && !isCalled($0) && !$0.kind.isProperty }
        // The library itself sends to monitors.
        let sent = Set(senders.map(fullName) + ["Broadcaster.Broadcaster.Monitor"].filter { $0 == name })
        let observed = Set(observers.map(fullName))
        return (id.kind == .protocol ? [] : [Problem(kind: .notAProtocol, name: name)])
            + sent.subtracting(observed).map { Problem(kind: .unobserved, name: $0) }
            + observed.subtracting(sent).map { Problem(kind: .unsent, name: $0) }
            + uncalled.map { Problem(kind: .uncalled, name: fullName(of: $0)) }
    }
}
