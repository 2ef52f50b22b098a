/// Finds the uses of channels: the calls of entry points, and of the functions that pass on what their callers name.
struct Tracer {
    /// The uses of each channel, in the order of their places.
    private(set) var uses: [ChannelID: [Use]] = [:]
    private(set) var unresolved: [Unresolved] = []
    let reader: any ChannelReader
    /// How many functions may pass a name on, one to the next, because they may call each other in a circle.
    private static let maximumDepth = 64
    private var known: Set<EntryPoint> = []
    private var calls: [Call] = []
    private var found: [FoundUse] = []
    private var received: [ReceivedCall] = []
    /// How many meanings were found that no caller decides.
    private var meaningCount = 0

    /// A use, until all calls are known.
    private struct FoundUse {
        let use: Use
        let channel: ChannelID
    }

    /// A call that passes on the notification that its code receives, until all observers are known.
    private struct ReceivedCall {
        let call: Call
        let code: ReceivingCode
        /// The unresolved use that it is if no observer is known to call the code.
        let unresolved: Unresolved
    }

    /// A function that passes on what its callers pass, and the call with which it does.
    private struct PassingFunction {
        let function: Symbol
        let call: Call
        /// The position of the parameter that chooses the channel, if a parameter does so alone.
        let parameter: Int?
    }

    /// The place of uses, to which several ways may lead.
    private struct UsePlace: Hashable {
        let channel: ChannelID
        let file: SourceFile
        let offset: Int
    }

    /// The positions among the uses of a channel.
    private var positions: [UsePlace: [Int]] = [:]

    init(_ reader: any ChannelReader) {
        self.reader = reader
        let entries = reader.entryPoints
        entries.flatMap(\.function.references).map(\.file).parse()
        entries.forEach { follow($0) }
        complete()
        uses = uses.mapValues { $0.sorted { $0.occurrence.order < $1.occurrence.order } }
        unresolved = unresolved.sorted { $0.occurrence.order < $1.occurrence.order }.oneForEachPlace
    }

    /// The names of the functions of the program that pass on a channel.
    var passingNames: Set<String> {
        Set(known.map(\.function).filter { $0.definition != nil }.map(\.baseName))
    }

    /// Reads the calls of a function, which passes what they pass through other functions to the library.
    ///
    /// Returns false if they are known.
    @discardableResult
    private mutating func follow(_ entry: EntryPoint, through way: [PassingFunction] = []) -> Bool {
        guard known.insert(entry).inserted else { return false }
        entry.function.references.map(\.file).parse()
        for occurrence in entry.function.references {
            if occurrence.isConformance { continue }
            if entry.function.isOfCoreFoundation {
                add(.unresolved(.coreFoundation), of: entry.operation, at: occurrence)
                continue
            }
            if !occurrence.file.isSwift {
                if occurrence.roles.contains(.declaration) { continue }
                let meanings = reader.readObjectiveC(entry, at: occurrence)
                (meanings.isEmpty ? [.unresolved(.objectiveC)] : meanings).forEach {
                    add($0, of: entry.operation, at: occurrence, through: way)
                }
                continue
            }
            if let call = Call(of: entry, at: occurrence) {
                if entry.isOverridden, call.syntax?.isOnSuper == true { continue }
                read(call, through: way)
            } else if let passing = way.last, let code = ReceivingCode(named: occurrence, running: passing.function) {
                // Another class may have an override of its own.
                if entry.isOverridden, occurrence.function?.typeAround.map(code.mayRun) == false { continue }
                let call = passing.call
                meaningCount += 1
                received.append(
                    ReceivedCall(
                        call: call, code: code,
                        unresolved: code.isSelector
                            ? Unresolved(
                                operation: entry.operation, occurrence: call.occurrence, reason: .computed,
                                code: call.channelCode)
                            : Unresolved(operation: entry.operation, occurrence: occurrence, reason: .notCalled)))
            } else if !occurrence.isRepeatedByMacro {
                add(.unresolved(occurrence.reasonForNoCall), of: entry.operation, at: occurrence)
            }
        }
        return true
    }

    /// Reads a call, or those of the local function around it whose parameter it passes on.
    private mutating func read(
        _ call: Call, through way: [PassingFunction], in known: Set<LocalFunction> = []
    ) {
        guard let function = LocalFunction(passing: call.channel) else {
            calls.append(call)
            return reader.read(call).forEach { add($0, of: call.entry.operation, at: call.occurrence, through: way) }
        }
        // Local functions may call each other in a circle.
        if known.contains(function) { return }
        let references = function.references
        if references.isEmpty { add(.unresolved(.notPassed), of: call.entry.operation, at: call.occurrence) }
        for reference in references {
            let occurrence = call.occurrence.moved(to: reference)
            if let caller = Call(call, by: function, at: occurrence) {
                read(caller, through: way, in: known.union([function]))
            } else {
                add(.unresolved(.notCalled), of: call.entry.operation, at: occurrence)
            }
        }
    }

    private mutating func add(
        _ meaning: CallMeaning, of operation: Operation, at occurrence: Occurrence,
        through way: [PassingFunction] = []
    ) {
        if case .passedOn = meaning {} else { meaningCount += 1 }
        switch meaning {
        case .use(let use, let channel): found.append(FoundUse(use: use, channel: channel))
        case .passedOn(let call): followCallers(of: call, through: way)
        case .received(let call, let code):
            let unresolved = Unresolved(
                operation: operation, occurrence: occurrence, reason: .computed, code: call.channelCode)
            received.append(ReceivedCall(call: call, code: code, unresolved: unresolved))
        case .query: break
        case .unresolved(let reason, let code):
            unresolved.append(Unresolved(operation: operation, occurrence: occurrence, reason: reason, code: code))
        }
    }

    /// Follows the function around a call and what it overrides.
    private mutating func followCallers(of call: Call, through way: [PassingFunction]) {
        let depth = call.arguments.values.compactMap(\.context?.depth).max() ?? 0
        guard let function = call.occurrence.function, call.hasCallers, depth < Self.maximumDepth else {
            return reader.readWithoutCallers(call).forEach { add($0, of: call.entry.operation, at: call.occurrence) }
        }
        let arguments = call.arguments.mapValues { reader.evaluator.argument($0, of: function) }
            .merging(call.passed) { $1 }
        let next = PassingFunction(function: function, call: call, parameter: arguments[.channel]?.parameter)
        // A function that calls itself, or one that calls it, passes on what its other callers pass.
        if way.contains(where: { $0.function == function && $0.parameter == next.parameter }) { return }
        let countBefore = meaningCount
        var isNew = false
        for called in function.withOverridden {
            let entry = EntryPoint(
                function: called, operation: call.entry.operation, arguments: arguments, center: call.center,
                isOverridden: called != function)
            if follow(entry, through: way + [next]) { isNew = true }
        }
        // Functions that only call each other have no caller that chooses a channel.
        if way.isEmpty, isNew, meaningCount == countBefore {
            reader.readWithoutCallers(call).forEach { add($0, of: call.entry.operation, at: call.occurrence) }
        }
    }

    /// Decides what the uses are, now that all calls are known.
    private mutating func complete() {
        let all = CallRegions(of: calls)
        for found in found { complete(found, among: all) }
        // A post in a handler makes no other observer.
        for received in received {
            let channels = uses.filter { $0.value.contains(where: received.code.isCalled) }.keys
            if channels.isEmpty { unresolved.append(received.unresolved) }
            for channel in channels {
                let use = reader.use(of: received.call, sending: channel)
                complete(FoundUse(use: use, channel: channel), among: all)
            }
        }
    }

    private mutating func complete(_ found: FoundUse, among calls: CallRegions) {
        switch reader.complete(found.use, of: found.channel, among: calls) {
        case .use(let use, let channel): add(use, to: channel)
        case let other: add(other, of: found.use.operation, at: found.use.occurrence)
        }
    }

    /// Adds a use to those of its channel, unless another way has led to the same one.
    private mutating func add(_ use: Use, to channel: ChannelID) {
        let place = UsePlace(channel: channel, file: use.occurrence.file, offset: use.occurrence.offset)
        for position in positions[place, default: []] {
            guard let joined = uses[channel]![position].joined(with: use) else { continue }
            uses[channel]![position] = joined
            return
        }
        positions[place, default: []].append(uses[channel, default: []].count)
        uses[channel, default: []].append(use)
    }
}

extension Evaluator {
    /// Returns an argument as callers of the function around it pass it: as the value of a parameter, or its type.
    ///
    /// The receiver counts where callers know more of it: in an extension of a protocol or of the names of
    /// notifications, and if it is converted.
    fileprivate func argument(_ argument: Expression, of function: Symbol) -> EntryPoint.Argument {
        guard argument.function == function, argument.context == nil, let passed = passed(for: argument)
        else { return .expression(argument) }
        if passed.isReceiver {
            let type = function.typeAround
            let isAnyType = type?.kind == .protocol || type?.path == "Name" || argument.castType != nil
            return isAnyType ? .receiver : .expression(argument)
        }
        let position: Int? =
            switch passed.typeNamed?.binding ?? passed.binding {
            case .parameter(let parameter): function.position(of: parameter)
            case .genericParameter(let parameter): function.position(ofTypeOf: parameter)
            case .variable, .value, .closureParameter, .pattern, nil: nil
            }
        return position.map { .parameter($0) } ?? .expression(argument)
    }

    /// Returns what an expression is that callers decide, or that names a type which they choose.
    private func passed(for expression: Expression) -> Expression? {
        values(of: expression).only.flatMap { $0.passed ?? $0.expression }
    }
}

extension [Unresolved] {
    /// The first sender and the first observer at each place, where a macro may generate several calls, and a function
    /// that is called may have several.
    fileprivate var oneForEachPlace: [Unresolved] {
        var uses: [Unresolved] = []
        for use in self {
            let known = uses.reversed().prefix { $0.occurrence.isSamePlace(as: use.occurrence) }
            if !known.contains(where: { $0.operation.isSender == use.operation.isSender }) { uses.append(use) }
        }
        return uses
    }
}

extension Use {
    /// Returns the use that another one at its place is as well, to which another way leads, such as a branch of a
    /// helper, or `nil` if they differ.
    ///
    /// A post has the arguments of both, because a helper may leave out what its other branch passes.
    fileprivate func joined(with other: Use) -> Use? {
        guard operation == other.operation, observer == other.observer, methods == other.methods,
            center == other.center
        else { return nil }
        var use = self
        for (role, text) in other.argumentTexts where text != argumentTexts[role] {
            let isOptional = isSender && [.object, .userInfo].contains(role)
            guard isOptional, !has(role) || !other.has(role) else { return nil }
            if !other.has(role) { continue }
            use.argumentTexts[role] = text
            if role == .userInfo { use.keys = other.keys }
        }
        use.path += other.path
        return use
    }

    private func has(_ role: ArgumentRole) -> Bool { ![nil, "", "nil"].contains(argumentTexts[role] ?? nil) }
}

extension Occurrence {
    /// True if a conformance names the symbol as the witness of a requirement.
    fileprivate var isConformance: Bool { roles.contains(.implicit) && !roles.contains(.call) }

    fileprivate func isSamePlace(as other: Occurrence) -> Bool { file === other.file && offset == other.offset }

    /// The reason why no call is written here.
    fileprivate var reasonForNoCall: Unresolved.Reason {
        if isUncertain { return .uncertainPlace }
        if isGenerated { return .generated }
        if !file.isReadable { return .unreadable }
        if isMoved { return .changed }
        return isSkipped ? .tooDeep : .notCalled
    }
}
