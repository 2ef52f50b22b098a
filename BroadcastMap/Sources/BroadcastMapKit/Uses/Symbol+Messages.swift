extension Symbol {
    /// Whether it is the method with which a message calls its observers.
    private var isSendMethod: Bool {
        name == "send(to:)" && overridden.contains { $0.usr.hasPrefix("s:11Broadcaster") }
    }

    /// That method of a message, or `nil` for other types.
    var sendMethod: Symbol? { ([self] + bases).flatMap(\.members).first(where: \.isSendMethod) }

    /// Whether it calls a requirement only to pass it on: in a message, or as another witness of it.
    func passesOn(_ requirement: Symbol) -> Bool { isSendMethod || overridden.contains(requirement) }
}
