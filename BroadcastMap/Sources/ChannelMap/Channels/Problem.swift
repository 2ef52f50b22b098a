/// A fault of a channel or a message.
package struct Problem {
    package enum Kind: String, CaseIterable {
        case unused, unobserved, unsent, uncalled, unhandled, unkeyed, unheardKey, unreachable, otherBroadcaster
        case notAProtocol
        /// Mistakes that a call shows.
        case retainedOwner, observedAgain, releasedObserver, lateLoop
    }

    let kind: Kind
    let channel: ChannelID
    /// The message, if it isn't the whole channel.
    let message: Symbol?
    /// The sender or the observer, if the problem is that of one.
    let use: Use?
    /// The name that accepts it.
    package let name: String
    /// The declaration, the first use of what the sources don't declare, or the sender without a key.
    let occurrence: Occurrence
    /// The names of the classes that conform and are never registered, for a channel that is never observed.
    let conformers: [String]
    /// The places that name a notification besides its posts and its observers.
    let mentions: [SourceLine]
    /// The places that name the channel in code that isn't in this build.
    let inactivePlaces: [SourceLine]

    /// The places in the text, in its order.
    var places: [SourceLine] { [.unused, .unobserved, .unsent].contains(kind) ? mentions + inactivePlaces : [] }

    package var text: String {
        let sent = channel.kind.isNotification ? "posted" : "sent"
        return switch kind {
        case .unused: "\(name) has messages, but is neither sent nor observed\(placeLists)"
        case .unobserved:
            "\(name) is \(sent), but never observed"
                + list("; never registered: ", conformers) + placeLists
        case .unsent:
            "\(name) is observed, but never \(sent)" + placeLists
        case .uncalled: "\(name) is never called"
        case .unhandled: "\(name) is sent, but every observer leaves it to its default"
        case .unkeyed:
            "\(name) is sent without a key in \(occurrence.functionName), but every observer has one"
        case .unheardKey:
            "\(name) is sent for a key in \(occurrence.functionName) that no observer has"
        case .otherBroadcaster: "\(name) is sent with another broadcaster than it is observed with"
        case .retainedOwner:
            "\(name) is observed by a closure in \(occurrence.functionName) that retains its owner: it mentions self, "
                + "and not its first parameter"
        case .observedAgain:
            "\(name) is observed once more each time this code in \(occurrence.functionName) runs"
        case .releasedObserver:
            "\(name) is registered in \(occurrence.functionName) for an object that nothing keeps"
        case .lateLoop:
            "\(name) is observed in \(occurrence.functionName) only when the task runs: take the sequence before it"
        case .unreachable:
            "\(name) can't reach \(use?.typeOrFunctionName ?? ""): each sender lacks a key, and the observer has one"
        case .notAProtocol: "\(name) isn't a protocol"
        }
    }

    private var placeLists: String {
        list("; also mentioned at ", mentions.map(\.link))
            + list("; not in this build: ", inactivePlaces.map(\.link))
    }

    private func list(_ title: String, _ items: [String]) -> String {
        items.isEmpty ? "" : title + items.joined(separator: ", ")
    }
}

extension Channel {
    /// Returns the problems, some of which code may explain that names it, and isn't in this build.
    func problems(besides code: [InactiveCode]) -> [Problem] {
        // A framework has its own senders and observers.
        if id.kind == .framework { return [] }
        let places = code.map(\.sourceLine)
        let mentions = self.mentions
        func problem(_ kind: Problem.Kind, of message: Symbol? = nil, at use: Use? = nil) -> Problem {
            Problem(
                kind: kind,
                channel: id,
                message: message,
                use: use,
                name: message.map(fullName) ?? name,
                occurrence: use?.occurrence ?? message?.definition ?? definition ?? uses[0].occurrence,
                conformers: kind == .unobserved ? conformers.map(\.fullName) : [],
                mentions: mentions,
                inactivePlaces: places)
        }

        if uses.isEmpty { return [problem(.unused)] }
        var problems: [Problem] = []
        if id.kind == .class { problems.append(problem(.notAProtocol)) }
        if observers.isEmpty { problems.append(problem(.unobserved)) }
        // The library itself sends to monitors.
        let isSent = !senders.isEmpty || name == Self.monitors
        if !isSent { problems.append(problem(.unsent)) }
        let messages = methods.filter { !senders.isEmpty && !$0.kind.isProperty }
        problems += messages.filter { !isCalled($0) }.map { problem(.uncalled, of: $0) }
        problems += messages.filter(isUnhandled).map { problem(.unhandled, of: $0) }
        problems += sendersWithoutObservers.map { problem(.unkeyed, at: $0) }
        problems += unheardSenders.map { problem(.unheardKey, at: $0) }
        if isApart, !id.kind.isNotification { problems.append(problem(.otherBroadcaster)) }
        problems += observers.flatMap { observer in observer.mistakes.map { problem($0, at: observer) } }
        problems += messages.flatMap { message in
            unreachedObservers(of: message).map { problem(.unreachable, of: message, at: $0) }
        }
        return problems
    }
}

extension Channel {
    /// Returns true if a requirement is sent, but each observer leaves it to its default.
    fileprivate func isUnhandled(_ method: Symbol) -> Bool {
        isSent(method) && !observers.isEmpty && observers.allSatisfy { $0.handled?.contains(method) == false }
    }

    /// The senders without a key, if every observer has one.
    fileprivate var sendersWithoutObservers: [Use] {
        let isReached = observers.isEmpty || observers.contains { !$0.hasKey }
        return isReached ? [] : senders.filter { !$0.hasKey }
    }

    /// The senders with keys of which no observer has one.
    fileprivate var unheardSenders: [Use] {
        if observers.isEmpty { return [] }
        return senders.filter { sender in
            sender.hasKey && observers.allSatisfy { $0.hasKey && sender.mayMeet($0) && !sender.mayReach($0) }
        }
    }

    /// The observers with a key of a message that each sender sends without one, but not if every observer has a key,
    /// because then each sender is listed.
    fileprivate func unreachedObservers(of method: Symbol) -> [Use] {
        let senders = senders.filter { $0.methods.contains(method) || $0.methods.isEmpty }
        guard sendersWithoutObservers.isEmpty, !senders.isEmpty, !senders.contains(where: \.hasKey) else { return [] }
        return observers.filter { $0.hasKey && $0.handled?.contains(method) == true }
    }
}

extension InactiveCode {
    fileprivate var sourceLine: SourceLine { SourceLine(file: file.path, line: line) }
}
