/// The keys of the user info of notifications.
extension Resolver {
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
