import MapBase

/// The uses of notification centers, whose channels are names.
struct NotificationRules: ChannelRules {
    let resolver: Resolver
    let entryPoints: [EntryPoint]
    let names: NotificationNames
    private let removals: [Removal]
    var store: FactStore { resolver.store }

    init(_ index: Index) {
        let store = FactStore(
            index, textTypes: ["Name", "NSNotificationName"], readingOthers: FileFacts.init(readingObjectiveC:in:))
        resolver = Resolver(store)
        names = NotificationNames(resolver)
        entryPoints = index.symbols.values.flatMap(\.notificationEntryPoints).sorted {
            $0.function.usr < $1.function.usr
        }
        removals = Removal.all(in: index, names, resolver)
    }

    func isQuery(_ use: OpenUse) -> Bool { false }

    func owner(passing role: ArgumentRole, of use: OpenUse) -> Owner? { nil }

    private func handlers(of use: OpenUse) -> [Handler] {
        let around = use.occurrence.function
        let calls = use.operation == .publisher ? use.call.chain?.subscribingCalls ?? [] : []
        let subscribers = calls.compactMap { store.facts(of: use.occurrence.file).calls[$0] }
        let all = [use.roles[.handler]].compactMap { $0 } + subscribers.flatMap(\.invocation.arguments)
        let known = all.flatMap { resolver.handlers(in: $0.value, around: around) }.unique
        return known.isEmpty ? [Handler(regionOf: use)] : known
    }

    func observers(of use: OpenUse, in channel: NamedChannel) -> [Observer] {
        let type = use.roles[.observer].flatMap {
            resolver.type(of: $0.value) ?? resolver.types(of: $0.value).only?.typeSymbol
        }
        return [type.map { .known($0) } ?? .unknown]
    }

    func use(_ open: OpenUse, of channel: NamedChannel, sending messages: [Symbol], by observer: Symbol?) -> FinishedUse
    {
        var use = Use(
            operation: open.operation, occurrence: open.occurrence, function: open.entry.function,
            bytes: open.call.bytes,
            wrappers: open.wrappers.reversed().compactMap(\.owner.function))
        use.observer = observer
        use.center = center(of: open)
        var details = NotificationDetails(object: open.roles[.object]?.code.text)
        details.objectIdentity = open.roles[.object].flatMap { objectIdentity(of: $0.value) }
        if use.isSender {
            let userInfo = open.roles[.userInfo]
            details.keys = userInfo.map { resolver.keys(of: $0.value) } ?? []
            details.userInfo = details.keys?.map(\.code).joined(separator: ", ") ?? userInfo?.code.text
            use.details = details
            return .use(use)
        }
        use.handlers = handlers(of: open)
        let reads = NotificationReads(by: use.handlers, from: open.origin.invocation.place, resolver)
        details.queue = open.roles[.queue]?.code.text
        details.isScheduled = open.call.chain?.isScheduled == true
        details.keysRead = reads.keys.sorted { $0.code < $1.code }
        details.objectReaders = reads.objectReaders
        details.readsName = reads.readsName
        let isDropped = open.origin.dropsResult || open.isReturned && open.call.dropsResult
        details.dropsToken = open.operation == .closure && isDropped
        use.details = details
        details.removals = removals.filter { $0.ends(use, channel.id) }.count
        use.details = details
        return .use(use)
    }

    func notes(on channel: Channel) -> [Note] { channel.notificationNotes }
}

extension Report {
    /// Maps the notifications.
    package init(ofNotificationsIn index: Index, package: String) {
        self.init(of: .notifications, in: index, package: package) { NotificationRules($0) }
    }
}

extension Fact {
    /// The type that it names.
    fileprivate var typeSymbol: Symbol? {
        if case .type(let type) = self { return type.symbols.first }
        return nil
    }
}
