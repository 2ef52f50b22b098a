/// Finds the uses of channels: takes each call of the library to callers of the function around it, until the channel and
/// the other roles of its arguments are known.
final class Flow {
    /// The uses of each channel, in the order of their places.
    private(set) var uses: [ChannelID: [Use]] = [:]
    private(set) var unresolved: [Unresolved] = []
    /// The names of the functions of the program that pass on a channel.
    private(set) var passingNames: Set<String> = []
    private let rules: any ChannelRules
    private var resolver: Resolver { rules.resolver }
    private var store: FactStore { resolver.store }
    private var visited: Set<Visit> = []
    /// The functions whose calls are uses anyway.
    private let entryFunctions: Set<Symbol>

    /// The positions among the uses of a channel of those at a place.
    private var positions: [UsePlace: [Int]] = [:]

    /// The place of uses, to which several ways may lead.
    private struct UsePlace: Hashable {
        let channel: ChannelID
        let file: SourceFile
        let offset: Int
    }

    /// A use on its way to its callers.
    private struct Visit: Hashable {
        let place: Place
        let roles: [ArgumentRole: Argument]
        var channel: NamedChannel?
        var messages: [Symbol] = []
    }

    init(_ rules: any ChannelRules) {
        self.rules = rules
        entryFunctions = Set(rules.entryPoints.map(\.function))
        store.walk(rules.entryPoints.flatMap(\.function.references).map(\.file))
        for entry in rules.entryPoints {
            for occurrence in entry.function.references where !occurrence.isConformance { start(entry, at: occurrence) }
        }
        uses = uses.mapValues { $0.sorted { $0.occurrence.order < $1.occurrence.order } }
        unresolved = unresolved.sorted { $0.occurrence.order < $1.occurrence.order }.oneForEachPlace
    }

    private func start(_ entry: EntryPoint, at occurrence: Occurrence) {
        func fail(_ reason: Unresolved.Reason) { add(reason, of: entry.operation, at: occurrence) }
        if let reason = entry.unreadReason { return fail(reason) }
        if !occurrence.file.isSwift, occurrence.roles.contains(.declaration) { return }
        guard occurrence.roles.contains(.call), let call = store.call(at: occurrence),
            let roles = entry.roles(in: call.invocation, store)
        else {
            if !occurrence.isRepeatedByMacro { fail(occurrence.reasonForNoCall) }
            return
        }
        if let selectors = entry.selectors {
            guard let selector = call.invocation.arguments.first?.value.text, selectors.contains(selector)
            else { return }
        }
        let use = OpenUse(entry: entry, call: call, occurrence: occurrence, roles: roles, origin: call)
        _ = follow(use)
    }

    private func add(
        _ reason: Unresolved.Reason, of operation: Operation, at occurrence: Occurrence, code: String? = nil
    ) {
        unresolved.append(Unresolved(operation: operation, occurrence: occurrence, reason: reason, code: code))
    }

    // MARK: Channels

    /// Returns false if nothing comes of a use, because only functions that wait for it call its function.
    private func follow(_ use: OpenUse) -> Bool {
        guard visited.insert(Visit(place: use.call.invocation.place, roles: use.roles)).inserted else { return false }
        let targets = targets(of: use.channel.value, in: use)
        var isFound = finish(use, targets)
        let open = targets.compactMap { target -> Fact? in
            if case .open(let value) = target { return value }
            return nil
        }
        for value in open {
            var use = use
            use.roles[.channel] = resolver.argument(use.channel, giving: value)
            if passOn(use, value) {
                isFound = true
            } else if use.wrappers.isEmpty {
                // Functions that only call each other have no caller that chooses a channel.
                leave(use, value)
                isFound = true
            }
        }
        return isFound
    }

    private func targets(of channel: Fact, in use: OpenUse) -> [Target] {
        // A part that is only itself has no value.
        let values = channel.alternatives.flatMap { part -> [Fact] in
            let all = resolver.values(of: part)
            return all.isEmpty ? [.unknown(.variable)] : all
        }
        return values.unique.flatMap { rules.targets(of: $0, in: use) }
    }

    /// Adds what is known of a use.
    private func finish(_ use: OpenUse, _ targets: [Target]) -> Bool {
        var isFound = false
        var named: [NamedChannel: [Symbol?]] = [:]
        var order: [NamedChannel] = []
        for target in targets {
            switch target {
            case .open: break
            case .nothing: isFound = true
            case .unresolved(let reason, let code):
                if !rules.isQuery(use) { add(reason, of: use.operation, at: use.occurrence, code: code) }
                isFound = true
            case .channel(var channel, let roles) where !roles.isEmpty:
                var use = use
                use.roles.merge(roles) { $1 }
                channel.message = nil
                if close(use, channel, []) { isFound = true }
            case .channel(var channel, _):
                let message = channel.message
                channel.message = nil
                if named[channel] == nil { order.append(channel) }
                named[channel, default: []].append(message)
            }
        }
        for channel in order {
            let messages = named[channel]!
            if close(use, channel, messages.contains(nil) ? [] : messages.compactMap { $0 }) { isFound = true }
        }
        return isFound
    }

    /// Takes a use to the callers of the functions that decide its channel.
    private func passOn(_ use: OpenUse, _ value: Fact) -> Bool {
        let roots = value.roots
        var isFound = false
        for owner in Set(roots.compactMap(\.owner)).sorted(by: { $0.order < $1.order }) {
            let passing = PassingFunction(owner: owner, roots: roots)
            // A function that calls itself, or one that calls it, passes on what its other callers pass.
            if use.wrappers.contains(passing) { continue }
            let count = unresolved.count
            let callers = callers(of: owner, use, roots)
            let isNamed = unresolved.count > count
            if isNamed { isFound = true }
            if callers.isEmpty, !isNamed {
                // A call of the library may reach what overrides it, and is a use itself.
                let isOverride = owner.function.map { !entryFunctions.isDisjoint(with: $0.withOverridden) } ?? false
                if !isOverride { leave(use, value) }
                isFound = true
            }
            for caller in callers where follow(caller) { isFound = true }
        }
        return isFound
    }

    /// Adds what a use is if no caller decides it.
    private func leave(_ use: OpenUse, _ value: Fact) {
        let targets = targets(of: value.abandoned(store.function), in: use)
        let known = targets.filter { target in
            switch target {
            case .channel: true
            case .open, .nothing, .unresolved: false
            }
        }
        if !known.isEmpty, finish(use, known) { return }
        let isGeneric = targets.contains { if case .unresolved(.genericParameter, _) = $0 { true } else { false } }
        let reason: Unresolved.Reason = value.roots.contains(where: \.isParameter) ? .notPassed : .computed
        add(
            isGeneric ? .genericParameter : reason, of: use.operation, at: use.occurrence,
            code: rules.code(of: value, in: use))
    }

    // MARK: Other roles

    /// Takes a use whose channel is known to those who pass its other arguments.
    private func close(
        _ use: OpenUse, _ channel: NamedChannel, _ messages: [Symbol], besides known: Set<ArgumentRole> = []
    ) -> Bool {
        let visit = Visit(place: use.call.invocation.place, roles: use.roles, channel: channel, messages: messages)
        if known.isEmpty, !visited.insert(visit).inserted { return false }
        for role in [ArgumentRole.block, .key] where !known.contains(role) {
            guard let owner = rules.owner(passing: role, of: use) else { continue }
            let callers = callers(of: owner, use, use.roles[role]!.value.roots)
            if callers.isEmpty { return close(use, channel, messages, besides: known.union([role])) }
            return callers.filter { close($0, channel, messages) }.count > 0
        }
        var isFound = false
        for observer in rules.observers(of: use, in: channel) {
            var type: Symbol?
            if case .known(let symbol) = observer { type = symbol }
            if case .open(let owner, let object) = observer {
                let open = use.with(.observer, object)
                let callers = callers(of: owner, open, object.roots)
                if !callers.isEmpty {
                    for caller in callers where close(caller, channel, messages) { isFound = true }
                    continue
                }
            }
            add(use, channel, messages, type)
            isFound = true
        }
        return isFound
    }

    /// Returns a use as each call of a function has it.
    private func callers(of owner: Owner, _ use: OpenUse, _ roots: Set<Fact>) -> [OpenUse] {
        let isReturned = store.function(owner)?.returns.contains { $0.callPlace == use.call.invocation.place } == true
        func moved(_ call: CallFact, _ occurrence: Occurrence) -> OpenUse {
            let binding = store.binding(owner, call.invocation)
            var next = use
            next.call = call
            next.occurrence = occurrence
            next.roles = use.roles.mapValues { argument in
                let passed = store.argument(argument, in: binding)
                return passed.with(passed.value.limited)
            }
            next.wrappers.append(PassingFunction(owner: owner, roots: roots))
            next.isReturned = use.isReturned && isReturned
            return next
        }
        guard case .declared(let function) = owner else { return localCallers(of: owner, use).map(moved) }
        passingNames.insert(function.baseName)
        let references = function.reachingReferences.filter { !entryFunctions.contains($0.symbol) }
        store.walk(references.map(\.file))
        var callers: [OpenUse] = []
        for occurrence in references where !occurrence.isConformance {
            // Another class may have an override of its own.
            let isElsewhere =
                occurrence.symbol != function && occurrence.function?.typeAround.map(function.mayRun) == false
            if isElsewhere, !occurrence.roles.contains(.call) { continue }
            if occurrence.roles.contains(.call), let call = store.call(at: occurrence) {
                callers.append(moved(call, occurrence))
            } else if occurrence.roles.isDisjoint(with: [.declaration, .implicit]) || occurrence.isGenerated {
                if occurrence.isRepeatedByMacro || function.isAccessor { continue }
                add(occurrence.reasonForNoCall, of: use.operation, at: occurrence)
            }
        }
        return callers
    }

    private func localCallers(of owner: Owner, _ use: OpenUse) -> [(CallFact, Occurrence)] {
        guard case .local(let place) = owner else { return [] }
        let facts = store.facts(of: place.file)
        for offset in facts.localMentions[place] ?? [] {
            add(.notCalled, of: use.operation, at: use.occurrence.moved(to: offset))
        }
        return (facts.localCalls[place] ?? []).map { ($0, use.occurrence.moved(to: $0.invocation.place.offset)) }
    }

    // MARK: Uses

    private func add(_ open: OpenUse, _ channel: NamedChannel, _ messages: [Symbol], _ observer: Symbol?) {
        switch rules.use(open, of: channel, sending: messages, by: observer) {
        case .query: break
        case .unresolved(let reason): add(reason, of: open.operation, at: open.occurrence)
        case .use(let use):
            // Another way may have led to the same one.
            let place = UsePlace(channel: channel.id, file: use.occurrence.file, offset: use.occurrence.offset)
            for position in positions[place, default: []] {
                guard let joined = uses[channel.id]![position].joined(with: use) else { continue }
                uses[channel.id]![position] = joined
                return
            }
            positions[place, default: []].append(uses[channel.id, default: []].count)
            uses[channel.id, default: []].append(use)
        }
    }
}

extension Fact {
    /// The place of the call whose result it is.
    package var callPlace: Place? {
        switch self {
        case .call(let call): call.place
        case .cast(let value, _): value.callPlace
        default: nil
        }
    }

    /// The function whose callers decide it, if it is a parameter or a receiver.
    package var owner: Owner? {
        switch self {
        case .parameter(let owner, _): owner
        case .receiver(let owner, _): owner
        default: nil
        }
    }
}

extension Owner {
    /// The key that sorts owners.
    fileprivate var order: (String, Int) {
        switch self {
        case .declared(let symbol): (symbol.usr, 0)
        case .local(let place): (place.file.path, place.offset)
        }
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
