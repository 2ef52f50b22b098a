import MapBase

/// What the handlers of an observer read of the notification that they receive.
///
/// The notification is followed by its value: through constants, to the functions that it is passed to, and to the
/// closures that a handler calls with it.
struct NotificationReads {
    private(set) var keys: Set<UserInfoKey> = []
    private(set) var objectReaders: Set<Handler> = []
    /// True if a handler reads the name, by which it may choose what else it reads.
    private(set) var readsName = false
    private let resolver: Resolver
    private var store: FactStore { resolver.store }
    /// The call that gives the notification, such as `publisher(for:)`.
    private let source: Place
    /// The functions that other handlers call.
    private let callbacks: [Handler]
    private var received: [Received] = []

    /// Code with what it receives.
    private struct Received: Hashable {
        let handler: Handler
        /// The position of the parameter, 0 for a loop over a sequence, `nil` for `self`.
        let position: Int?
        let part: NotificationPart
        /// The handler that has passed it on, or itself.
        let reader: Handler

        func isCode(of owner: Owner) -> Bool {
            handler.code == nil && handler.function == owner.function?.propertyOrSelf
        }
    }

    init(of use: OpenUse, by handlers: [(handler: Handler, part: NotificationPart?)], _ resolver: Resolver) {
        self.resolver = resolver
        source = use.origin.invocation.place
        callbacks = handlers.filter { $0.part == nil }.map(\.handler)
        for (handler, part) in handlers {
            if let part { receive(Received(handler: handler, position: 0, part: part, reader: handler)) }
        }
        // What is received while this iterates is read, too.
        var next = 0
        while next < received.count {
            read(received[next])
            next += 1
        }
    }

    private mutating func receive(_ item: Received) {
        if !received.contains(item) { received.append(item) }
    }

    private mutating func read(_ item: Received) {
        guard let file = item.handler.file, let bytes = item.handler.bytes else { return }
        let facts = store.facts(of: file)
        for (offset, member) in facts.members.within(bytes) {
            for symbol in file.symbols(at: offset) {
                let isObject = symbol.name == "object" && symbol.isNotification
                if symbol.name == "name", symbol.isNotification, part(of: member.receiver, in: item) != nil {
                    readsName = true
                }
                let isAccessor = symbol.kind.isProperty && symbol.definition != nil
                guard isObject || isAccessor, let part = part(of: member.receiver, in: item) else { continue }
                if isObject { objectReaders.insert(item.reader) } else { receive(part, asSelfOf: symbol, from: item) }
            }
        }
        for call in facts.calls.within(bytes).map(\.element.invocation) {
            if let key = call.arguments.only, call.isSubscript, let receiver = call.receiver,
                part(of: receiver, in: item) == .userInfo
            {
                keys.insert(resolver.key(key.value, key.code))
            } else {
                forward(call, in: item)
            }
        }
    }

    /// Follows a part to what an extension declares of it.
    private mutating func receive(_ part: NotificationPart, asSelfOf symbol: Symbol, from item: Received) {
        let handler = Handler(function: symbol, code: nil)
        receive(Received(handler: handler, position: nil, part: part, reader: item.reader))
    }

    /// Follows what a call passes on of the notification.
    private mutating func forward(_ call: Invocation, in item: Received) {
        if case .function(let function) = call.callee, function.definition != nil, let receiver = call.receiver,
            let part = part(of: receiver, in: item)
        {
            receive(part, asSelfOf: function, from: item)
        }
        for (position, argument) in call.arguments.enumerated() {
            guard let part = part(of: argument.value, in: item) else { continue }
            switch call.callee {
            case .function(let function):
                for function in function.withOverrides where function.definition != nil {
                    let owner = Owner.declared(function)
                    let parameters = store.function(owner)?.parameters.indices ?? position..<position + 1
                    for position in parameters
                    where store.argument(position, of: owner, in: call)?.value == argument.value {
                        let handler = Handler(function: function, code: nil)
                        receive(
                            Received(handler: handler, position: position, part: part, reader: item.reader))
                    }
                }
            case .value(let called):
                guard resolver.values(of: called).contains(where: \.isParameter) else { continue }
                for handler in callbacks {
                    receive(Received(handler: handler, position: position, part: part, reader: handler))
                }
            case .local: break
            }
        }
    }

    /// Returns what a value in the code of a handler is of the notification that the handler receives.
    private func part(of value: Fact, in item: Received) -> NotificationPart? {
        guard value.mayBePart else { return nil }
        return resolver.part(of: value) { value in
            switch value {
            case .closureParameter(let place, let position):
                item.handler.place == place && item.position == position ?? 0 ? item.part : nil
            case .parameter(let owner, item.position): item.isCode(of: owner) ? item.part : nil
            case .receiver(let owner?, _): item.position == nil && item.isCode(of: owner) ? item.part : nil
            case .element(let sequence): sequence.contains(callAt: source) ? .notification : nil
            default: nil
            }
        }
    }
}

extension Handler {
    /// Where its closure begins.
    var place: Place? { code.map { Place(file: $0.file, offset: $0.bytes.lowerBound) } }

    fileprivate var file: SourceFile? { code?.file ?? function?.definition?.file }

    /// The bytes of its code.
    fileprivate var bytes: Range<Int>? { code?.bytes ?? function?.declaration?.bytes ?? function?.objectiveCBody }
}

extension Resolver {
    /// Returns what a value is of a notification, whose parts a closure knows.
    func part(of value: Fact, _ known: (Fact) -> NotificationPart?) -> NotificationPart? {
        values(of: value).compactMap { value -> NotificationPart? in
            let value = value.withoutConversions
            if let part = known(value) { return part }
            guard let base = value.baseOfUserInfo?.withoutConversions, known(base) == .notification else { return nil }
            return .userInfo
        }.first
    }

    /// Returns what the elements of a sequence or a publisher are of the notifications that a call gives.
    func part(ofElementsOf sequence: Fact, from source: Place) -> NotificationPart? {
        let part = part(of: .element(sequence)) { element in
            if case .element(let sequence) = element, sequence.contains(callAt: source) { return .notification }
            return nil
        }
        if part != nil { return part }
        // Several publishers together give what each gives.
        let isUnknown = values(of: .element(sequence)).allSatisfy(\.isUnknown)
        let isMade = values(of: sequence).contains { $0.contains(callAt: source) }
        return isUnknown && isMade ? .notification : nil
    }
}

extension Invocation {
    /// True if it reads the value of a key.
    fileprivate var isSubscript: Bool {
        place.file.bytes[place.offset] == UInt8(ascii: "[") || function?.baseName == "objectForKey:"
    }
}

extension Fact {
    /// The value without conversions, and without the number of an element.
    fileprivate var withoutConversions: Fact {
        switch self {
        case .cast(let value, _): value.withoutConversions
        case .part(.element(let sequence), _): .element(sequence)
        default: self
        }
    }

    /// The notification whose user info it is.
    fileprivate var baseOfUserInfo: Fact? {
        switch self {
        case .property(let symbol, let base?, _) where symbol.baseName == "userInfo": base
        case .call(let call) where call.function?.baseName == "userInfo": call.receiver
        default: nil
        }
    }

    /// True if it may be what code receives, which a literal, an object that is created, or a type isn't.
    fileprivate var mayBePart: Bool {
        switch self {
        case .parameter, .closureParameter, .receiver, .local, .element, .part, .choice, .property: true
        case .cast(let value, _): value.mayBePart
        case .call(let call): call.function?.baseName == "userInfo"
        default: false
        }
    }

    /// Returns true if a call at a place makes it, or a part of it.
    fileprivate func contains(callAt place: Place) -> Bool {
        if case .call(let call) = self, call.place == place { return true }
        var isFound = false
        forEachPart { if $0.contains(callAt: place) { isFound = true } }
        return isFound
    }
}
