/// What the code of the handlers of an observer reads of the notification that they receive.
struct NotificationReads {
    private(set) var keys: Set<UserInfoKey> = []
    private(set) var objectReaders: Set<Handler> = []
    /// True if a handler reads the name, by which it may choose what else it reads.
    private(set) var readsName = false

    /// Reads handlers, or a loop over what a call gives.
    init(by handlers: [Handler], from source: Place, _ resolver: Resolver) {
        for handler in handlers {
            guard let file = handler.file, let bytes = handler.bytes(reading: source) else { continue }
            let facts = resolver.store.facts(of: file)
            func isNotification(_ value: Fact) -> Bool {
                resolver.values(of: value).contains { $0.isNotification(receivedBy: handler, from: source) }
            }
            let offsets = file.symbolOffsets(in: bytes)
            for (offset, receiver) in offsets.compactMap({ offset in facts.members[offset].map { (offset, $0) } }) {
                let symbol = file.symbols(at: offset).first {
                    ["name", "object"].contains($0.name) && $0.isNotification
                }
                guard let symbol, isNotification(receiver) else { continue }
                if symbol.name == "name" { readsName = true } else { objectReaders.insert(handler) }
            }
            for call in offsets.compactMap({ facts.calls[$0]?.invocation }) {
                guard let key = call.arguments.only, call.isSubscript, let receiver = call.receiver else { continue }
                let infos = resolver.values(of: receiver).compactMap(\.baseOfUserInfo)
                if infos.contains(where: isNotification) { keys.insert(resolver.key(key.value, key.code)) }
            }
        }
    }
}

extension Handler {
    fileprivate var file: SourceFile? { code?.file ?? function?.definition?.file }

    /// Returns the bytes of its code: those of the function around a call whose result code may read after a loop.
    fileprivate func bytes(reading source: Place) -> Range<Int>? {
        guard let code, !(code.file === source.file && code.bytes.contains(source.offset)) else {
            return function?.declaration?.bytes ?? code?.bytes
        }
        return code.bytes
    }
}

extension Invocation {
    /// True if it reads the value of a key.
    fileprivate var isSubscript: Bool {
        place.file.bytes[place.offset] == UInt8(ascii: "[")
    }
}

extension Fact {
    /// Returns true if it is what a handler is called with, or what a loop takes from a call.
    fileprivate func isNotification(receivedBy handler: Handler, from source: Place) -> Bool {
        switch self {
        case .cast(let value, _): value.isNotification(receivedBy: handler, from: source)
        case .closureParameter(let place, _):
            handler.code?.file === place.file && handler.code?.bytes.lowerBound == place.offset
        case .parameter(let owner, 0): handler.code == nil && handler.function == owner.function
        case .element(let sequence): sequence.comes(from: source)
        case .call(let call): call.receiver?.comes(from: source) == true
        default: false
        }
    }

    /// True if it is the result of a call, or of a method of that result.
    private func comes(from source: Place) -> Bool {
        guard case .call(let call) = self else { return false }
        return call.place == source || call.receiver?.comes(from: source) == true
    }

    /// The notification whose user info it is.
    fileprivate var baseOfUserInfo: Fact? {
        switch self {
        case .cast(let value, _): value.baseOfUserInfo
        case .property(let symbol, let base?, _) where symbol.baseName == "userInfo": base
        default: nil
        }
    }
}
