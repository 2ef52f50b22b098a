/// What a use of a notification has besides what each use has.
struct NotificationDetails {
    /// The object as it is written.
    var object: String?
    /// The constant that creates the object, or `nil`, if that is known: two that differ never meet.
    var objectIdentity: String?
    /// The user info of a post as it is written.
    var userInfo: String?
    /// The keys of the user info of a post, or `nil` if they aren't written.
    var keys: [UserInfoKey]?
    /// The queue of an observer as it is written.
    var queue: String?
    /// How often the type of an observer removes it.
    var removals = 0
    /// True if an operator of a publisher names a scheduler, on which it delivers later.
    var isScheduled = false
    /// The keys that an observer reads.
    var keysRead: [UserInfoKey] = []
    /// The handlers that read the object.
    var objectReaders: Set<Handler> = []
    /// True if a handler reads the name of the notification.
    var readsName = false
    /// True if nothing keeps the token of an observer, without which nothing removes it.
    var dropsToken = false

    /// A post has the arguments of both ways, because a helper may leave out what its other branch passes.
    func joined(with other: NotificationDetails, ofSender isSender: Bool) -> NotificationDetails? {
        guard queue == other.queue else { return nil }
        let isSame = object == other.object && userInfo == other.userInfo
        if isSame || !isSender { return isSame ? self : nil }
        guard let object = object.joined(with: other.object), let userInfo = userInfo.joined(with: other.userInfo)
        else { return nil }
        var details = self
        details.object = object
        details.userInfo = userInfo
        if userInfo != self.userInfo { details.keys = other.keys }
        return details
    }
}

/// A key in the user info of a notification.
struct UserInfoKey: Hashable {
    /// The key as it is written.
    let code: String
    /// Its text, if that is known.
    let text: String?

    /// What two spellings of one key have in common.
    var identity: String { text?.debugDescription ?? code }
}

extension String? {
    /// Returns the argument that one of two ways passes, or `nil` if they pass different ones.
    fileprivate func joined(with other: String?) -> String?? {
        let isPassed = ![nil, "", "nil"].contains(other)
        if self == other || !isPassed { return .some(self) }
        return [nil, "", "nil"].contains(self) ? .some(other) : .none
    }
}

extension Center {
    static let `default` = "NotificationCenter.default"

    /// True if it delivers on the main thread of each process that observes.
    var isDistributed: Bool { [code, identity].contains { $0?.contains("DistributedNotificationCenter") == true } }
}

/// The centers, the objects, and the keys of the user info of uses.
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
        guard let code = argument.code.written, !code.hasPrefix("NotificationQueue") else { return nil }
        return Center(code: code, identity: identities.only ?? nil)
    }

    private func centerIdentity(_ center: Fact) -> String? {
        switch center {
        case .property(let symbol, _, _): return symbol.identityOfCenter
        case .call(let call) where call.created != nil:
            return call.created!.symbols.contains { $0.name == "NotificationCenter" } ? call.keeper?.usr : nil
        case .call(let call): return call.function?.identityOfCenter
        default: return nil
        }
    }

    // MARK: User info

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
    func key(_ key: Fact, _ code: Argument.Code) -> UserInfoKey {
        let text = values(of: .description(of: key, .copy)).only?.text
        var written = code.syntax?.codeInLine ?? code.objectiveC ?? "self"
        // A text of Objective-C is that of Swift.
        if written.hasPrefix("@\""), let text { written = text.debugDescription }
        return UserInfoKey(code: written, text: text)
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
