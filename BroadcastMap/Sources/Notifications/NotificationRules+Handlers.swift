import MapBase

/// The functions that the observers of notifications call.
///
/// They are the parts of one role. The label of a part says what it's called with: the notification, or its user info.
/// A part without a label is a function that another part calls.
extension NotificationRules {
    func withHandlers(_ use: OpenUse) -> OpenUse {
        if use.operation.isSender { return use }
        var parts: [Fact.TuplePart]
        switch use.roles[.handler]?.value {
        case .tuple(let known)?: parts = known
        case let handler?: parts = [.init(label: NotificationPart.notification.rawValue, value: handler)]
        case nil: parts = []
        }
        if use.operation == .publisher { parts += subscribers(of: use) }
        parts += callbacks(of: use, in: parts.map(\.value))
        if parts.isEmpty { return use }
        var use = use
        use.roles[.handler] = Argument(label: nil, value: .tuple(parts.unique))
        return use
    }

    /// The callers handle a notification if a function only calls what they pass, and changes nothing of its object.
    func owner(passing role: ArgumentRole, of use: OpenUse) -> Owner? {
        guard role == .handler, !use.operation.isSender, case .tuple(let parts)? = use.roles[role]?.value,
            !parts.contains(where: { changesItsObject($0.value) })
        else { return nil }
        return parts.lazy.flatMap { valueResolver.values(of: $0.value) }.compactMap { value -> Owner? in
            if case .parameter(let owner, _) = value { return owner }
            return nil
        }.first
    }

    /// Returns true if a closure assigns to properties, or calls methods of its `self` for no result.
    private func changesItsObject(_ handler: Fact) -> Bool {
        guard case .closure(let place) = handler, let bytes = store.closure(place)?.bytes else { return false }
        let facts = store.facts(of: place.file)
        let assigned = facts.stores.within(bytes).flatMap { place.file.symbols(at: $0.offset) }
        return assigned.contains(where: \.kind.isProperty)
            || facts.calls.within(bytes).map(\.element).contains { call in
                guard call.dropsResult, let receiver = call.invocation.receiver else { return false }
                return valueResolver.values(of: receiver).contains { if case .receiver = $0 { true } else { false } }
            }
    }

    /// Returns the parameters of the function around a use that its handlers call.
    private func callbacks(of use: OpenUse, in handlers: [Fact]) -> [Fact.TuplePart] {
        guard let owner = use.call.owner else { return [] }
        let file = use.occurrence.file
        var code = handlers.flatMap(valueResolver.values).compactMap { handler -> Range<Int>? in
            guard case .closure(let place) = handler, place.file === file else { return nil }
            return store.closure(place)?.bytes
        }
        if use.operation == .sequence { code.append(use.call.region) }
        if code.isEmpty { return [] }
        let calls = code.flatMap(store.facts(of: file).calls.within).sorted { $0.offset < $1.offset }
        let called = calls.flatMap { call -> [Fact] in
            guard case .value(let called) = call.element.invocation.callee else { return [] }
            return valueResolver.values(of: called).filter { if case .parameter(owner, _) = $0 { true } else { false } }
        }
        return called.unique.map { Fact.TuplePart(label: nil, value: $0) }
    }

    // MARK: Publishers

    /// Returns the functions that take from a publisher, where code makes it, or reads what keeps it.
    private func subscribers(of use: OpenUse) -> [Fact.TuplePart] {
        guard let chain = use.call.chain else { return [] }
        let file = use.occurrence.file
        let source = use.origin.invocation.place
        var parts = subscribers(of: chain, in: file, from: source)
        // The callers of a function that choose the name take from their own publisher.
        let isOpen = valueResolver.values(of: use.channel.value).contains(where: \.isOpen)
        guard let keeper = chain.variable ?? (isOpen ? nil : chain.returner) else { return parts }
        let references = file.symbols(at: keeper.offset).flatMap(\.references).filter(\.file.isSwift)
        let mentions = store.facts(of: file).localMentions[Place(file: file, offset: keeper.offset)] ?? []
        let places = references.map { Place(file: $0.file, offset: $0.offset) }
        for place in places + mentions.map({ Place(file: file, offset: $0) }) {
            let read = place.file.tree.token(at: place.offset).flatMap(CallChain.init(readingAt:))
            parts += read.map { subscribers(of: $0, in: place.file, from: source) } ?? []
        }
        return parts
    }

    private func subscribers(of chain: CallChain, in file: SourceFile, from source: Place) -> [Fact.TuplePart] {
        let facts = store.facts(of: file)
        return chain.subscribingCalls.compactMap { facts.calls[$0]?.invocation }.flatMap { call -> [Fact.TuplePart] in
            let functions = call.arguments.map(\.value).filter { isFunction($0) }
            if functions.isEmpty { return [] }
            let sequences = [call.receiver].compactMap { $0 } + call.arguments.map(\.value)
            let part = sequences.lazy.compactMap { valueResolver.part(ofElementsOf: $0, from: source) }.first
            return functions.map { .init(label: part?.rawValue, value: $0) }
        }
    }

    private func isFunction(_ argument: Fact) -> Bool {
        switch argument {
        case .closure, .function: return true
        case .parameter(let owner, let position):
            return store.function(owner)?.parameters.dropFirst(position).first?.isFunction == true
        default: return false
        }
    }

    // MARK: Uses

    /// Returns the handlers of a use, each with what it is called with.
    func handlers(of use: OpenUse) -> [(handler: Handler, part: NotificationPart?)] {
        var parts: [Fact.TuplePart] = []
        if case .tuple(let known)? = use.roles[.handler]?.value { parts = known }
        let handlers = parts.flatMap { part in
            valueResolver.handlers(in: part.value, around: use.occurrence.function).map { handler in
                (handler: handler, part: part.label.flatMap(NotificationPart.init))
            }
        }
        guard use.operation == .sequence || handlers.isEmpty else { return handlers }
        return [(Handler(regionOf: use), .notification)] + handlers
    }
}

/// What code receives of a notification.
enum NotificationPart: String { case notification, userInfo }
