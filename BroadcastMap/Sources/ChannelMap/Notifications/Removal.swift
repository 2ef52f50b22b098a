/// A call that removes observers.
struct Removal {
    /// The class whose observers it removes.
    let type: Symbol?
    /// True if it removes those that selectors registered, and not a token.
    private let isOfSelf: Bool
    /// The notifications that it is for, or `nil` if it is for all.
    private let channels: Set<ChannelID>?
    private let center: Center?

    static func all(in index: Index, _ names: NotificationNames, _ resolver: Resolver) -> [Removal] {
        let methods = index.symbols.values.filter {
            $0.nameInEitherLanguage == "removeObserver" && $0.isOfNotificationCenter
        }
        let references = methods.flatMap(\.withOverridden).unique.flatMap(\.references)
        return references.compactMap { occurrence in
            guard let type = occurrence.function?.typeAround else { return nil }
            // A method that is named without a call removes what it is passed to.
            return Removal(resolver.store.call(at: occurrence)?.invocation, in: type, names, resolver)
        }
    }

    private init(_ call: Invocation?, in type: Symbol, _ names: NotificationNames, _ resolver: Resolver) {
        self.type = type
        let arguments = call?.arguments ?? []
        let center = call?.receiver.map { Argument(label: nil, value: $0, code: call!.receiverCode) }
        // A center that isn't known may be each.
        self.center = center.map(resolver.center) ?? Center(code: nil, identity: nil)
        if case .receiver = arguments.first?.value { isOfSelf = true } else { isOfSelf = false }
        // Arguments of Objective-C have no labels.
        let name = arguments.first { $0.label == "name" } ?? arguments.dropFirst().first { $0.label == nil }
        let values = name.map { resolver.values(of: $0.value) } ?? []
        let found = values.compactMap { value -> ChannelID? in
            if case .property(let constant, _, _) = value { return names.channel(ofConstant: constant) }
            return resolver.values(of: .description(of: value, .copy)).only?.text.map(names.channel)
        }
        // A name that isn't known may be each.
        channels = found.isEmpty || found.count < values.count ? nil : Set(found)
    }

    /// Returns true if it ends an observer of its class.
    ///
    /// The token of an observer that is dropped removes nothing.
    func ends(_ use: Use, _ channel: ChannelID) -> Bool {
        switch use.operation {
        case .selector: if !isOfSelf { return false }
        case .closure: if isOfSelf || use.notification?.dropsToken == true { return false }
        default: return false
        }
        return channels?.contains(channel) != false && Center.mayMeet(center, use.center)
    }
}
