/// Finds the uses of channels: the calls of entry points, and of the functions that pass on what their callers name.
struct Tracer {
    /// The uses of each channel, in the order of their places.
    private(set) var uses: [ChannelID: [Use]] = [:]
    private(set) var unresolved: [Unresolved] = []
    let reader: any ChannelReader
    /// How many functions may pass a name on, one to the next, because they may call each other in a circle.
    private static let maximumDepth = 8
    private var known: Set<EntryPoint> = []
    private var calls: [Call] = []
    private var found: [FoundUse] = []

    /// A use, until all calls are known.
    private struct FoundUse {
        let use: Use
        let channel: ChannelID
    }

    init(_ reader: any ChannelReader) {
        self.reader = reader
        let entries = reader.entryPoints
        entries.flatMap(\.function.references).map(\.file).parse()
        entries.forEach { follow($0) }
        complete()
        uses = uses.mapValues { $0.sorted { $0.occurrence.order < $1.occurrence.order } }
        unresolved = unresolved.sorted { $0.occurrence.order < $1.occurrence.order }.oneForEachPlace
    }

    private mutating func follow(_ entry: EntryPoint) {
        guard known.insert(entry).inserted else { return }
        entry.function.references.map(\.file).parse()
        for occurrence in entry.function.references {
            if occurrence.isConformance { continue }
            if entry.operation == .coreFoundation {
                add(.unresolved(.coreFoundation), at: occurrence)
                continue
            }
            if !occurrence.file.isSwift {
                let message = ObjectiveCMessage(at: occurrence)
                let meanings = message.map { reader.read($0, of: entry, at: occurrence) } ?? []
                (meanings.isEmpty ? [.unresolved(.objectiveC)] : meanings).forEach { add($0, at: occurrence) }
                continue
            }
            if let call = Call(of: entry, at: occurrence) {
                read(call)
            } else if !occurrence.isRepeatedByMacro {
                add(.unresolved(occurrence.reasonForNoCall), at: occurrence)
            }
        }
    }

    /// Reads a call, or those of the local function around it whose parameter it passes on.
    private mutating func read(_ call: Call, in known: Set<LocalFunction> = []) {
        guard let function = LocalFunction(passing: call.channel) else {
            calls.append(call)
            return reader.read(call).forEach { add($0, at: call.occurrence) }
        }
        // Local functions may call each other in a circle.
        if known.contains(function) { return }
        let references = function.references
        if references.isEmpty { add(.unresolved(.notPassed), at: call.occurrence) }
        for reference in references {
            let occurrence = call.occurrence.moved(to: reference)
            if let caller = Call(call, by: function, at: occurrence) {
                read(caller, in: known.union([function]))
            } else {
                add(.unresolved(.notCalled), at: occurrence)
            }
        }
    }

    private mutating func add(_ meaning: CallMeaning, at occurrence: Occurrence) {
        switch meaning {
        case .use(let use, let channel): found.append(FoundUse(use: use, channel: channel))
        case .passedOn(let call): followCallers(of: call)
        case .query: break
        case .unresolved(let reason, let code):
            unresolved.append(Unresolved(occurrence: occurrence, reason: reason, code: code))
        }
    }

    /// Follows the function around a call and what it overrides.
    private mutating func followCallers(of call: Call) {
        let depth = call.arguments.values.compactMap(\.context?.depth).max() ?? 0
        guard let function = call.occurrence.function, call.hasCallers, depth < Self.maximumDepth else {
            return reader.readWithoutCallers(call).forEach { add($0, at: call.occurrence) }
        }
        // A function that calls itself passes on what its other callers pass, which is followed already.
        if function == call.entry.function, depth > 0 { return }
        let arguments = call.arguments.mapValues { argument -> EntryPoint.Argument in
            let isOwn = argument.function == function && argument.context == nil
            let passed = isOwn ? argument.passedArgument : nil
            return passed ?? .expression(argument)
        }
        for called in function.withOverridden {
            follow(
                EntryPoint(
                    function: called, operation: call.entry.operation, arguments: arguments, isolation: call.isolation))
        }
    }

    /// Decides what the uses are, now that all calls are known.
    private mutating func complete() {
        let all = CallRegions(of: calls)
        for found in found {
            switch reader.complete(found.use, of: found.channel, among: all) {
            case .use(let use, let channel):
                if let known = uses[channel]?.firstIndex(where: use.repeats) {
                    // One of the ways may not be on the main actor.
                    if use.call.isolation != .mainActor { uses[channel]![known].call.isolation = use.call.isolation }
                } else {
                    uses[channel, default: []].append(use)
                }
            case let other: add(other, at: found.use.occurrence)
            }
        }
    }
}

extension [Unresolved] {
    /// The first at each place, where a macro may generate several calls, and a function that is called may have several.
    fileprivate var oneForEachPlace: [Unresolved] {
        var uses: [Unresolved] = []
        for use in self where uses.last?.occurrence.isSamePlace(as: use.occurrence) != true { uses.append(use) }
        return uses
    }
}

extension Use {
    /// Returns true if another way leads to the same use, such as both branches of a helper.
    fileprivate func repeats(_ other: Use) -> Bool {
        occurrence.isSamePlace(as: other.occurrence) && operation == other.operation && observer == other.observer
            && argumentTexts == other.argumentTexts && methods == other.methods && center == other.center
    }
}

extension Occurrence {
    /// True if a conformance names the symbol as the witness of a requirement.
    fileprivate var isConformance: Bool { roles.contains(.implicit) && !roles.contains(.call) }

    fileprivate func isSamePlace(as other: Occurrence) -> Bool { file === other.file && offset == other.offset }

    /// The reason why no call is written here.
    fileprivate var reasonForNoCall: Unresolved.Reason {
        if isUncertain { return .uncertainPlace }
        if isGenerated { return .generated }
        return isSkipped ? .tooDeep : .notCalled
    }
}
