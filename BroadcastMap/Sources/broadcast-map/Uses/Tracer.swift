/// Finds the uses of channels: the calls of entry points, and of the functions that pass on what their callers name.
struct Tracer {
    /// The uses of each channel, in the order of their places.
    private(set) var uses: [Channel.ID: [Use]] = [:]
    private(set) var unresolved: [Unresolved] = []
    let reader: any ChannelReader
    private var known: Set<EntryPoint> = []

    init(_ reader: any ChannelReader) {
        self.reader = reader
        reader.entryPoints.forEach { follow($0) }
        uses = uses.mapValues { $0.sorted { $0.occurrence.order < $1.occurrence.order } }
        unresolved.sort { $0.occurrence.order < $1.occurrence.order }
    }

    private mutating func follow(_ entry: EntryPoint) {
        guard known.insert(entry).inserted else { return }
        for occurrence in entry.function.references {
            // A macro may generate a call several times at one place.
            if let reason = add(entry, at: occurrence), unresolved.last?.occurrence.link != occurrence.link {
                unresolved.append(Unresolved(occurrence: occurrence, reason: reason))
            }
        }
    }

    /// Adds what an occurrence of an entry point is, or returns why that isn't known.
    private mutating func add(_ entry: EntryPoint, at occurrence: Occurrence) -> Unresolved.Reason? {
        guard let call = Call(of: entry, at: occurrence) else {
            if occurrence.isRepeatedByMacro { return nil }
            return occurrence.isGenerated ? .generated : .notCalled
        }
        switch reader.read(call) {
        case .use(let use, let channel):
            uses[channel, default: []].append(use)
            use.observer?.channels.formUnion(channel.symbols)
        case .passedOn(let parameter, let call): return followCallers(of: call, parameter) ? nil : .notPassed
        case .question: break
        case .unresolved(let reason): return reason
        }
        return nil
    }

    /// Follows the function around a call and what it overrides, and returns whether anything calls them.
    private mutating func followCallers(of call: Call, _ parameter: Int) -> Bool {
        guard let user = call.occurrence.user else { return false }
        var arguments = [Role.channel: EntryPoint.Argument.parameter(parameter)]
        for (role, argument) in call.arguments where role != .channel {
            let passed = argument.function == user ? reader.index.parameter(in: argument) : nil
            arguments[role] = passed.map { .parameter($0) } ?? .written(argument)
        }
        let (functions, verb, isolation) = (user.withOverridden, call.entry.verb, call.isolation)
        functions.forEach { follow(EntryPoint(function: $0, verb: verb, arguments: arguments, isolation: isolation)) }
        return !functions.allSatisfy(\.references.isEmpty)
    }
}
