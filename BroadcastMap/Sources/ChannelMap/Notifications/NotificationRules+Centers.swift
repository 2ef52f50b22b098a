/// The centers and the objects of uses, by which posts and observers never meet.
extension Resolver {
    /// Returns the identity of an object: `nil`, or the constant that creates it and is never assigned again.
    func objectIdentity(of object: Fact) -> String? {
        switch values(of: .settled(object)).only {
        case .nothing: return "nil"
        case .call(let call):
            guard call.created != nil, let keeper = call.keeper, keeper.kind != .instanceProperty, !keeper.isReassigned
            else { return nil }
            return keeper.usr
        default: return nil
        }
    }

    /// Returns the center that an argument is, `nil` if it is the default one.
    func center(_ argument: Argument) -> Center? {
        if case .receiver = argument.value { return nil }
        let identities = values(of: .settled(argument.value)).map(centerIdentity)
        if identities.isEmpty || identities.allSatisfy({ $0 == Center.default }) { return nil }
        guard let code = argument.code.text, !code.hasPrefix("NotificationQueue") else { return nil }
        return Center(code: code, identity: identities.only ?? nil)
    }

    private func centerIdentity(_ center: Fact) -> String? {
        switch center {
        case .property(let symbol, _, _): return symbol.identityOfCenter
        case .call(let call) where call.created != nil: return call.isCenter ? call.keeper?.usr : nil
        case .call(let call): return call.function?.identityOfCenter
        default: return nil
        }
    }
}

extension Symbol {
    /// The center that code gets with it: the default one of this process or of all, or that of the workspace.
    fileprivate var identityOfCenter: String? {
        if usr == "c:objc(cs)NSWorkspace(py)notificationCenter" { return usr }
        let isDefault =
            baseName.hasPrefix("default") || usr.components(separatedBy: ")").last?.hasPrefix("default") == true
        guard isDefault, definition == nil else { return nil }
        return usr.contains("DistributedNotificationCenter") ? "DistributedNotificationCenter.default" : Center.default
    }
}

extension Invocation {
    fileprivate var isCenter: Bool { created?.symbols.contains { $0.name == "NotificationCenter" } == true }
}
