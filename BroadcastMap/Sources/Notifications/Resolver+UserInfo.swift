import MapBase

/// What handlers read of a notification.
extension Resolver {
    /// Returns the keys that a handler reads from the user info of a notification.
    func keysRead(by handler: Handler) -> [UserInfoKey] {
        withForwarding(handler).flatMap { handler -> [UserInfoKey] in
            guard let file = handler.file, let bytes = handler.bytes else { return [] }
            if !file.isSwift { return file.objectiveCKeysRead(in: bytes) }
            return store.facts(of: file).calls.values.filter { bytes.contains($0.invocation.place.offset) }.compactMap {
                call in
                guard let key = call.invocation.arguments.only, let receiver = call.invocation.receiver,
                    file.bytes[call.invocation.place.offset] == UInt8(ascii: "["),
                    values(of: receiver).contains(where: \.isUserInfo)
                else { return nil }
                return self.key(key.value, key.code)
            }
        }
    }

    /// Returns true if a handler reads the object of a notification.
    func readsObject(_ handler: Handler) -> Bool {
        withForwarding(handler).contains { handler in
            guard let file = handler.file, let bytes = handler.bytes else { return false }
            return file.symbols(in: bytes).contains { $0.name == "object" && $0.isNotification }
        }
    }

    /// Returns the handler, and the functions to which it passes the notification.
    private func withForwarding(_ handler: Handler) -> [Handler] {
        var all = [handler]
        var next = 0
        while next < all.count {
            for handler in forwarding(of: all[next]) where !all.contains(handler) { all.append(handler) }
            next += 1
        }
        return all
    }

    private func forwarding(of handler: Handler) -> [Handler] {
        guard let file = handler.file, file.isSwift, let bytes = handler.bytes else { return [] }
        let calls = store.facts(of: file).calls.values.filter { bytes.contains($0.invocation.place.offset) }
        return calls.sorted { $0.invocation.place.offset < $1.invocation.place.offset }.compactMap { call in
            guard let function = call.invocation.function,
                call.invocation.arguments.contains(where: { $0.value.isPassedOn }),
                store.function(.declared(function))?.parameters.contains(where: { $0.type.isNotification }) == true
            else { return nil }
            return Handler(function: function, code: nil)
        }
    }

    /// Returns the keys of a dictionary, or `nil` if they aren't written.
    func keys(of dictionary: Fact) -> [UserInfoKey]? {
        switch values(of: dictionary).only {
        case .nothing: return []
        case .list(let pairs):
            let keys = pairs.map { pair -> UserInfoKey? in
                guard case .tuple(let parts) = pair, parts.first?.label == "key" else { return nil }
                return key(parts[0].value, parts[0].code)
            }
            return keys.contains { $0 == nil } ? nil : keys.compactMap { $0 }
        default: return nil
        }
    }

    /// Returns a key, with its text if that is known.
    private func key(_ key: Fact, _ code: Argument.Code) -> UserInfoKey {
        let written = code.syntax?.codeInLine ?? code.objectiveC ?? "self"
        return UserInfoKey(code: written, text: values(of: .description(of: key, .copy)).only?.text)
    }
}

extension Handler {
    fileprivate var file: SourceFile? { code?.file ?? function?.definition?.file }

    /// The bytes of its code.
    fileprivate var bytes: Range<Int>? { code?.bytes ?? function?.declaration?.bytes ?? function?.objectiveCBody }
}

extension Fact {
    fileprivate var isUserInfo: Bool {
        switch self {
        case .property(let symbol, _, _): symbol.baseName == "userInfo"
        case .cast(let value, _): value.isUserInfo
        default: false
        }
    }

    /// True if it is a parameter of a function or of a closure.
    fileprivate var isPassedOn: Bool {
        switch self {
        case .parameter, .closureParameter: true
        case .cast(let value, _): value.isPassedOn
        default: false
        }
    }
}

extension TypeFact {
    fileprivate var isNotification: Bool { symbols.contains { ["Notification", "NSNotification"].contains($0.name) } }
}

extension Use {
    /// Returns true if an observer calls the code that receives a value.
    func calls(_ value: Fact, in resolver: Resolver) -> Bool {
        guard let place = value.receivingPlace else { return false }
        if occurrence.file === place.file, bytes.contains(place.offset) { return true }
        // A function takes both the publisher and the closure.
        let own = Place(file: occurrence.file, offset: occurrence.offset)
        let isBeside = resolver.store.facts(of: place.file).calls.values.contains { call in
            let arguments = call.invocation.arguments.map(\.value)
            return arguments.contains(.closure(place)) && arguments.contains { $0.callPlace == own }
        }
        if isBeside { return true }
        return handlers.contains { handler in
            guard let code = handler.code, code.file === place.file else { return false }
            return code.bytes.contains(place.offset)
        }
    }
}

extension Fact {
    fileprivate var callPlace: Place? {
        if case .call(let call) = self { return call.place }
        return nil
    }

    /// The closure that receives it, or the call whose notifications a loop takes.
    fileprivate var receivingPlace: Place? {
        switch self {
        case .closureParameter(let place, _): place
        case .element(let sequence), .part(let sequence, _), .cast(let sequence, _): sequence.receivingPlace
        case .property(_, let base?, _): base.receivingPlace
        case .call(let call): call.place
        default: nil
        }
    }
}
