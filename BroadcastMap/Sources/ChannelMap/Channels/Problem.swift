/// A fault of a channel or a message.
struct Problem: Encodable, Equatable, Placed {
    enum Kind: String, CaseIterable, Encodable {
        case unused, unobserved, unsent, uncalled, unhandled, unkeyed, unheardKey, unreachable, otherBroadcaster
        case notAProtocol
        /// Mistakes that a call shows.
        case retainedOwner, observedAgain, releasedObserver, lateLoop

        /// True if it is a fault of a whole channel, of which code that the map doesn't follow may know more.
        fileprivate var isOfChannel: Bool { [.unused, .unobserved, .unsent].contains(self) }

        /// Returns what the text says after the name.
        fileprivate func text(of channel: ChannelID, at use: Use?) -> String {
            let sent = channel.kind.isNotification ? "posted" : "sent"
            let function = use?.occurrence.functionName ?? ""
            return switch self {
            case .unused: "has messages, but is neither sent nor observed"
            case .unobserved: "is \(sent), but never observed"
            case .unsent: "is observed, but never \(sent)"
            case .uncalled: "is never called"
            case .unhandled: "is sent, but every observer leaves it to its default"
            case .unkeyed: "is sent without a key in \(function), but every observer has one"
            case .unheardKey: "is sent for a key in \(function) that no observer has"
            case .otherBroadcaster: "is sent with another broadcaster than it is observed with"
            case .retainedOwner:
                "is observed by a closure in \(function) that retains its owner: it mentions self, and not its first "
                    + "parameter"
            case .observedAgain: "is observed once more each time this code in \(function) runs"
            case .releasedObserver: "is registered in \(function) for an object that nothing keeps"
            case .lateLoop: "is observed in \(function) only when the task runs: take the sequence before it"
            case .unreachable:
                "can't reach \(use?.typeOrFunctionName ?? ""): each sender lacks a key, and the observer has one"
            case .notAProtocol: "isn't a protocol"
            }
        }
    }

    let kind: Kind
    /// The name that accepts it: that of the channel, or of the message with that of the channel.
    let name: String
    let channel: String
    @Nullable var message: String?
    let text: String
    /// The places in the text, in its order.
    var places: [SourceLine] = []
    let file: String
    let line: Int
}

extension Channel {
    /// Returns the problems, some of which code may explain that names it, and isn't in this build.
    func problems(besides code: [InactiveCode]) -> [Problem] {
        // A framework has its own senders and observers.
        if id.kind == .framework { return [] }
        let inactive = code.map { SourceLine(file: $0.file, line: $0.line) }
        func list(_ title: String, _ items: [String]) -> String {
            items.isEmpty ? "" : title + items.joined(separator: ", ")
        }
        func problem(_ kind: Problem.Kind, of message: Symbol? = nil, at use: Use? = nil) -> Problem {
            let name = message.map(fullName) ?? name
            let occurrence = use?.occurrence ?? message?.definition ?? definition ?? uses[0].occurrence
            var text = "\(name) \(kind.text(of: id, at: use))"
            if kind == .unobserved { text += list("; never registered: ", conformers.map(\.fullName)) }
            let mentions = kind.isOfChannel ? self.mentions : []
            let inactive = kind.isOfChannel ? inactive : []
            text += list("; also mentioned at ", mentions.map(\.place))
            text += list("; not in this build: ", inactive.map(\.place))
            return Problem(
                kind: kind, name: name, channel: self.name, message: message.map(self.name),
                text: text, places: mentions + inactive, file: occurrence.file.path, line: occurrence.place.line)
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

    /// Returns true if a requirement is sent, but each observer leaves it to its default.
    private func isUnhandled(_ method: Symbol) -> Bool {
        isSent(method) && !observers.isEmpty && observers.allSatisfy { $0.handled?.contains(method) == false }
    }

    /// The senders without a key, if every observer has one.
    private var sendersWithoutObservers: [Use] {
        let isReached = observers.isEmpty || observers.contains { !$0.hasKey }
        return isReached ? [] : senders.filter { !$0.hasKey }
    }

    /// The senders with keys of which no observer has one.
    private var unheardSenders: [Use] {
        if observers.isEmpty { return [] }
        let addresses = Set(observers.map(\.address))
        return senders.filter { sender in
            let sent = sender.address
            return sent.hasKey && addresses.allSatisfy { $0.hasKey && sent.mayMeet($0) && !sent.mayReach($0) }
        }
    }

    /// The observers with a key of a message that each sender sends without one, but not if every observer has a key,
    /// because then each sender is listed.
    private func unreachedObservers(of method: Symbol) -> [Use] {
        let senders = senders.filter { $0.methods.contains(method) || $0.methods.isEmpty }
        guard sendersWithoutObservers.isEmpty, !senders.isEmpty, !senders.contains(where: \.hasKey) else { return [] }
        return observers.filter { $0.hasKey && $0.handled?.contains(method) == true }
    }
}
