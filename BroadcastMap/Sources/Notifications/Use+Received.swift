import MapBase

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
