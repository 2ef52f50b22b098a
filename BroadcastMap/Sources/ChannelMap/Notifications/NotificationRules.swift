/// The uses of notification centers, whose channels are names.
struct NotificationRules: ChannelRules {
    private(set) var uses: [ChannelID: [Use]] = [:]
    let unresolved: [Unresolved]
    let passingNames: Set<String>
    let resolver: Resolver
    var store: FactStore { resolver.store }

    init(_ index: Index) {
        let store = FactStore(
            index, textTypes: ["Name", "NSNotificationName"], readingOthers: FileFacts.init(readingObjectiveC:in:))
        resolver = Resolver(store)
        let names = NotificationNames(resolver)
        let entryPoints = index.symbols.values.flatMap(\.notificationEntryPoints).sorted {
            $0.function.usr < $1.function.usr
        }
        let flow = Flow(
            from: entryPoints, resolver, naming: NotificationNaming(names: names, resolver: resolver).targets)
        unresolved = flow.unresolved
        passingNames = flow.passingNames
        let removals = Dictionary(grouping: Removal.all(in: index, names, resolver), by: \.type)
        for closed in flow.closed {
            let id = closed.channel.id
            uses[id, default: []].append(use(closed.use, of: id, endedBy: removals))
        }
        uses = uses.mapValues(\.joined)
    }

    private func handlers(of use: OpenUse, _ observer: Symbol?) -> [Handler] {
        let around = use.occurrence.function
        let subscribers = use.operation == .publisher ? subscribers(to: use) : []
        let all = [use.roles[.handler]].compactMap { $0 } + subscribers.flatMap(\.invocation.arguments)
        let named = all.flatMap { resolver.values(of: $0.value) }.compactMap {
            $0.selector.flatMap { observer?.method($0) }
        }
        let known =
            named.map { Handler(function: $0, code: nil) }
            + all.flatMap { resolver.handlers(in: $0.value, around: around) }.unique.map { handler in
                // What a class has for a requirement of a protocol.
                let witness = handler.code == nil ? handler.function.flatMap { observer?.witness(of: $0) } : nil
                return witness.map { Handler(function: $0, code: nil) } ?? handler
            }
        return known.isEmpty ? [Handler(regionOf: use)] : known
    }

    /// Returns the calls that take a publisher and functions, where it is created, or where code reads what keeps it.
    private func subscribers(to use: OpenUse) -> [CallFact] {
        guard let chain = use.call.chain else { return [] }
        let file = use.occurrence.file
        let facts = store.facts(of: file)
        let getter = use.occurrence.function.flatMap { $0.isAccessor ? $0.propertyOrSelf : nil }
        let property = chain.variable.flatMap { file.symbols(at: $0.offset).first(where: \.kind.isProperty) } ?? getter
        var places = (property?.references ?? []).map { Place(file: $0.file, offset: $0.offset) }
        if let variable = chain.variable {
            let local = Place(file: file, offset: variable.offset)
            places += (facts.localMentions[local] ?? []).map { Place(file: file, offset: $0) }
        }
        let own = chain.subscribingCalls.compactMap { facts.calls[$0] }
        return own
            + places.flatMap { place -> [CallFact] in
                guard place.file.isSwift, let token = place.file.tree.token(at: place.offset) else { return [] }
                let calls = CallChain(readingAt: token)?.subscribingCalls ?? []
                return calls.compactMap { store.facts(of: place.file).calls[$0] }
            }
    }

    private func use(_ open: OpenUse, of channel: ChannelID, endedBy removals: [Symbol?: [Removal]]) -> Use {
        var use = Use(open)
        let observer = open.roles[.observer].flatMap {
            resolver.type(of: $0.value) ?? resolver.types(of: $0.value).only?.typeSymbol
        }
        use.observer = observer
        use.center = open.roles[.center].flatMap(resolver.center)
        var details = NotificationDetails(object: open.roles[.object]?.code.written)
        details.objectIdentity = open.roles[.object].flatMap { resolver.objectIdentity(of: $0.value) }
        if use.isSender {
            let userInfo = open.roles[.userInfo]
            details.keys = userInfo.map { resolver.keys(of: $0.value) } ?? []
            details.userInfo = details.keys?.map(\.code).joined(separator: ", ") ?? userInfo?.code.written
            use.notification = details
            return use
        }
        use.handlers = handlers(of: open, observer)
        let reads = NotificationReads(by: use.handlers, from: open.origin.invocation.place, resolver)
        details.queue = open.roles[.queue]?.code.written
        details.isScheduled = open.call.chain?.isScheduled == true
        details.keysRead = reads.keys.sorted { $0.code < $1.code }
        details.objectReaders = reads.objectReaders
        details.readsName = reads.readsName
        let isDropped = open.origin.dropsResult || open.isReturned && open.call.dropsResult
        details.dropsToken = open.operation == .closure && isDropped
        use.notification = details
        details.removals = (removals[use.type] ?? []).filter { $0.ends(use, channel) }.count
        use.notification = details
        return use
    }
}

extension Report {
    /// Maps the notifications.
    package init(ofNotificationsIn index: Index, package: String) {
        self.init(of: .notifications, in: index, package: package, by: NotificationRules(index))
    }
}

extension Symbol {
    /// Returns the method of a class for a selector.
    fileprivate func method(_ selector: String) -> Symbol? {
        withSuperclasses.lazy.flatMap(\.members).first { $0.usr.hasSuffix("(im)\(selector)") }
    }
}

extension Fact {
    /// The text of a selector, which code may create of it.
    fileprivate var selector: String? {
        guard case .call(let call) = self, call.created?.symbols.first?.name == "Selector" else { return text }
        return call.arguments.only?.value.text
    }

    /// The type that it names.
    fileprivate var typeSymbol: Symbol? {
        if case .type(let type) = self { return type.symbols.first }
        return nil
    }
}
