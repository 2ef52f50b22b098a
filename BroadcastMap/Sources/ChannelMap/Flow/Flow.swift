/// Takes each call of the library to callers of the function around it, until its channel is known.
final class Flow {
    /// The uses whose channel is known, in no order.
    private(set) var closed: [ClosedUse] = []
    /// The names of the functions of the program that pass on a channel.
    private(set) var passingNames: Set<String> = []
    private var open: [Unresolved] = []
    private let resolver: Resolver
    private var store: FactStore { resolver.store }
    /// Finds what values stand for where a use names a channel.
    private let name: (Fact, OpenUse) -> [Target]
    private var visited: Set<Visit> = []
    /// The functions whose calls are uses anyway.
    private let entryFunctions: Set<Symbol>

    /// A use on its way to its callers.
    private struct Visit: Hashable {
        let place: Place
        let roles: [ArgumentRole: Argument]
    }

    init(
        from entries: [EntryPoint], _ resolver: Resolver, naming name: @escaping (Fact, OpenUse) -> [Target]
    ) {
        self.resolver = resolver
        self.name = name
        entryFunctions = Set(entries.map(\.function))
        store.walk(entries.flatMap(\.function.references).map(\.file))
        for entry in entries {
            for occurrence in entry.function.references where !occurrence.isConformance { start(entry, at: occurrence) }
        }
    }

    /// The uses whose channel isn't known, the first sender and the first observer of each place, where a macro may
    /// generate several calls, and a function that is called may have several.
    var unresolved: [Unresolved] {
        var uses: [Unresolved] = []
        for use in open.sorted(by: { $0.occurrence.order < $1.occurrence.order }) {
            let known = uses.reversed().prefix { $0.occurrence.isSamePlace(as: use.occurrence) }
            if !known.contains(where: { $0.operation.isSender == use.operation.isSender }) { uses.append(use) }
        }
        return uses
    }

    func add(_ reason: Unresolved.Reason, at use: OpenUse, code: String? = nil) {
        add(reason, of: use.operation, at: use.occurrence, code: code)
    }

    private func add(
        _ reason: Unresolved.Reason, of operation: Operation, at occurrence: Occurrence, code: String? = nil
    ) {
        open.append(Unresolved(operation: operation, occurrence: occurrence, reason: reason, code: code))
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
        _ = follow(OpenUse(entry: entry, call: call, occurrence: occurrence, roles: roles, origin: call))
    }

    /// Returns false if nothing comes of a use, because only functions that wait for it call its function.
    private func follow(_ use: OpenUse) -> Bool {
        guard visited.insert(Visit(place: use.call.invocation.place, roles: use.roles)).inserted else { return true }
        var isFound = false
        for target in targets(of: use.channel.value, in: use) {
            switch target {
            case .nothing: isFound = true
            case .unresolved(let reason, let code):
                add(reason, at: use, code: code)
                isFound = true
            case .channel(let channel, let roles):
                add(use, channel, roles)
                isFound = true
            case .open(let value, let code):
                var use = use
                use.roles[.channel] = resolver.argument(use.channel, giving: value)
                if passOn(use, value, code) {
                    isFound = true
                } else if use.wrappers.isEmpty {
                    // Functions that only call each other have no caller that chooses a channel.
                    leave(use, value, code)
                    isFound = true
                }
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
        return values.unique.flatMap { name($0, use) }
    }

    private func add(_ use: OpenUse, _ channel: NamedChannel, _ roles: [ArgumentRole: Argument]) {
        var use = use
        use.roles.merge(roles) { $1 }
        closed.append(ClosedUse(use: use, channel: channel))
    }

    /// Takes a use to the callers of the functions that decide its channel.
    private func passOn(_ use: OpenUse, _ value: Fact, _ code: String?) -> Bool {
        let roots = value.roots
        var isFound = false
        for owner in Set(roots.compactMap(\.owner)).sorted(by: { $0.order < $1.order }) {
            // A function that calls itself, or one that calls it, passes on what its other callers pass.
            if use.wrappers.contains(PassingFunction(owner: owner, roots: roots)) { continue }
            let count = open.count
            let callers = callers(of: owner, use, roots)
            if open.count > count { isFound = true }
            if callers.isEmpty, open.count == count {
                // A call of the library may reach what overrides it, and is a use itself.
                let isOverride = owner.function.map { !entryFunctions.isDisjoint(with: $0.withOverridden) } ?? false
                if !isOverride { leave(use, value, code) }
                isFound = true
            }
            for caller in callers where follow(caller) { isFound = true }
        }
        return isFound
    }

    /// Adds what a use is if no caller decides it.
    private func leave(_ use: OpenUse, _ value: Fact, _ code: String?) {
        var isKnown = false
        var reason = Unresolved.Reason.computed
        if value.roots.contains(where: \.isParameter) { reason = .notPassed }
        for target in targets(of: value.abandoned(store.function), in: use) {
            switch target {
            case .channel(let channel, let roles):
                add(use, channel, roles)
                isKnown = true
            case .unresolved(.genericParameter, _): reason = .genericParameter
            case .open, .nothing, .unresolved: break
            }
        }
        if !isKnown { add(reason, at: use, code: code) }
    }

    // MARK: Callers

    /// Returns a use as each call of a function has it.
    func callers(of owner: Owner, _ use: OpenUse, _ roots: Set<Fact>) -> [OpenUse] {
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
            next.lines.append(use.occurrence.sourceLine)
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
}

extension Fact {
    /// The place of the call whose result it is.
    fileprivate var callPlace: Place? {
        switch self {
        case .call(let call): call.place
        case .cast(let value, _): value.callPlace
        default: nil
        }
    }

    /// The function whose callers decide it, if it is a parameter or a receiver.
    var owner: Owner? {
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
