/// Finds the uses of channels: the calls of entry points, and of the functions that pass on what their callers name.
struct Tracer {
    /// The uses of each channel, in the order of their places.
    private(set) var uses: [Channel.ID: [Use]] = [:]
    private(set) var unresolved: [Occurrence] = []
    private let reader: any ChannelReader
    private var known: Set<EntryPoint> = []

    init(_ reader: any ChannelReader) {
        self.reader = reader
        reader.entryPoints.forEach { follow($0) }
        uses = uses.mapValues { $0.sorted { $0.occurrence.order < $1.occurrence.order } }
        unresolved.sort { $0.order < $1.order }
    }

    private mutating func follow(_ entry: EntryPoint) {
        guard known.insert(entry).inserted else { return }
        for occurrence in entry.function.references where !resolve(entry, at: occurrence) {
            unresolved.append(occurrence)
        }
    }

    private mutating func resolve(_ entry: EntryPoint, at occurrence: Occurrence) -> Bool {
        guard let call = Call(of: entry, at: occurrence) else { return false }
        switch reader.read(call) {
        case .use(let use, let channel):
            uses[channel, default: []].append(use)
            return true
        case .passedOn(let parameter):
            return followCallers(of: call, parameter)
        case .question:
            return true
        case .unresolved:
            return false
        }
    }

    /// Follows the function around a call and what it overrides, and returns whether anything calls them.
    private mutating func followCallers(of call: Call, _ parameter: Int) -> Bool {
        guard let user = call.occurrence.user else { return false }
        var parameters = call.arguments.compactMapValues { reader.parameter(in: $0, of: user) }
        parameters[.channel] = parameter
        let functions = user.withOverridden
        for function in functions {
            follow(EntryPoint(function: function, verb: call.entry.verb, parameters: parameters))
        }
        return !functions.allSatisfy(\.references.isEmpty)
    }
}
