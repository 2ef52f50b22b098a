import MapBase

/// What handlers post of the notification that they receive.
extension NotificationRules {
    func isHandler(_ function: Symbol, namedAt occurrence: Occurrence, of use: OpenUse) -> Bool {
        guard use.operation.isSender, occurrence.file.isSwift, !occurrence.roles.contains(.call),
            occurrence.roles.isDisjoint(with: [.declaration, .implicit])
        else { return false }
        return !function.isAccessor
    }

    func calls(_ observer: Use, _ value: Fact, mention: Occurrence?) -> Bool {
        guard let mention, case .function(let function) = value else { return observer.gives(value) }
        if let type = observer.observer, !function.mayRun(in: type) { return false }
        if observer.handlers.contains(Handler(function: mention.symbol, code: nil)) { return true }
        return observer.occurrence.file === mention.file && observer.bytes.contains(mention.offset)
    }
}

extension Use {
    /// Returns true if an observer gives its code a value: in the parameter of a closure, or in a loop.
    fileprivate func gives(_ value: Fact) -> Bool {
        switch value {
        case .closureParameter(let place, _): return handlers.contains { $0.place == place }
        case .element(let sequence), .part(let sequence, _), .cast(let sequence, _): return gives(sequence)
        case .property(_, let base?, _): return gives(base)
        case .call(let call):
            let isOwn = occurrence.file === call.place.file && bytes.contains(call.place.offset)
            return isOwn || handlers.compactMap(\.code).contains { $0.contains(call.place) }
        default: return false
        }
    }
}

extension Handler.SourceRange {
    fileprivate func contains(_ place: Place) -> Bool { file === place.file && bytes.contains(place.offset) }
}

extension Fact {
    /// True if code receives it from an observer: in a closure, or in a loop.
    var isReceived: Bool {
        switch self {
        case .closureParameter: true
        case .element(let sequence), .part(let sequence, _), .cast(let sequence, _): sequence.isReceived
        case .property(let symbol, let base?, _): symbol.isNotification && base.isReceived
        case .call(let call): call.function?.isOfNotificationCenter == true
        default: false
        }
    }
}
