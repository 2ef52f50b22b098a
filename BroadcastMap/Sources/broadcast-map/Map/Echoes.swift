/// Finds the observers whose code sends their channel again, through functions that it calls and channels that it sends.
struct Echoes {
    private let channels: [Channel]
    private let calls: CallGraph
    /// The uses that send in each function, outside of closures that run later.
    private let sent: [Symbol?: [Sending]]

    private struct Sending {
        let channel: Int
        let use: Use
    }

    /// Code, and how it was reached.
    private struct Step {
        let handler: Handler
        let names: [String]
    }

    /// Returns channels with their echoes, except for those of frameworks.
    static func added(to channels: [Channel], in index: Index) -> [Channel] {
        let echoes = Echoes(among: channels, in: index)
        return channels.indices.map { position in
            var channel = channels[position]
            if channel.id.kind != .framework { channel.echoes = echoes.ways(of: position) }
            return channel
        }
    }

    private init(among channels: [Channel], in index: Index) {
        self.channels = channels
        let sendings = channels.indices.flatMap { channel in
            channels[channel].senders.map { Sending(channel: channel, use: $0) }
        }
        sent = Dictionary(grouping: sendings) { $0.use.occurrence.user }
        let closures = channels.flatMap(\.observers).flatMap(\.handlers).compactMap(\.code)
        calls = CallGraph(of: index, without: closures)
    }

    /// Returns the shortest way from each observer of a channel to where it is sent again.
    private func ways(of channel: Int) -> [String] {
        var ways: [String] = []
        for handler in channels[channel].observers.flatMap(\.handlers) {
            if let way = way(from: handler, to: channel), !ways.contains(way) { ways.append(way) }
        }
        return ways
    }

    private func way(from first: Handler, to channel: Int) -> String? {
        var steps = [Step(handler: first, names: [first.name])]
        var seen: Set = [first]
        var next = 0
        while next < steps.count {
            let step = steps[next]
            next += 1
            let sendings = sendings(in: step.handler)
            if sendings.contains(where: { $0.channel == channel }) { return step.names.joined(separator: " → ") }
            let functions = calls.functions(calledIn: step.handler).map { function in
                Step(handler: Handler(function: function, code: nil), names: step.names + [function.named.name])
            }
            let handlers = sendings.flatMap { sending in
                channels[sending.channel].observers.flatMap(\.handlers).map {
                    Step(handler: $0, names: step.names + [channels[sending.channel].name, $0.name])
                }
            }
            steps += (functions + handlers).filter { seen.insert($0.handler).inserted }
        }
        return nil
    }

    private func sendings(in handler: Handler) -> [Sending] {
        (sent[handler.function] ?? []).filter { calls.runs($0.use.occurrence, in: handler) }
    }
}

/// Which functions call which, by the index.
struct CallGraph {
    private let calls: [Symbol?: [Occurrence]]
    /// Closures that don't run where they are written.
    private let closures: [SourceFile: [Handler.SourceRange]]

    init(of index: Index, without closures: [Handler.SourceRange]) {
        let all = index.symbols.values.flatMap { $0.references.filter { $0.roles.contains(.call) } }
        calls = Dictionary(grouping: all, by: \.user)
        self.closures = Dictionary(grouping: closures, by: \.file)
    }

    /// Returns what code calls, with what overrides or witnesses it, and with the observers of a property that it sets.
    func functions(calledIn handler: Handler) -> [Symbol] {
        let called = (calls[handler.function] ?? []).filter { runs($0, in: handler) }.sorted { $0.order < $1.order }
        let functions = called.map(\.symbol)
        return functions.flatMap(\.withOverriding) + functions.flatMap(\.propertyObservers)
    }

    /// Whether an occurrence in the function of a handler belongs to the code of the handler.
    func runs(_ occurrence: Occurrence, in handler: Handler) -> Bool {
        let around = closures[occurrence.file]?.filter { $0.contains(occurrence) } ?? []
        guard let code = handler.code else { return around.isEmpty }
        return code.contains(occurrence) && around.allSatisfy { $0 == code }
    }
}

extension Symbol {
    /// This function, and all that overrides or witnesses it.
    fileprivate var withOverriding: [Symbol] { [self] + witnesses.flatMap(\.symbol.withOverriding) }

    /// What runs when this setter is called.
    fileprivate var propertyObservers: [Symbol] {
        guard name.hasPrefix("setter:"), let property = parent else { return [] }
        return property.members.filter { $0.name.hasPrefix("didSet:") || $0.name.hasPrefix("willSet:") }
    }
}
