import SwiftSyntax

/// Code that isn't in this build.
extension NotificationRules {
    func concernsChannel(_ code: Syntax) -> Bool {
        if let property = code.as(PatternBindingSyntax.self) {
            let type = property.typeAnnotation?.type.trimmedDescription ?? ""
            let created = property.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression.path ?? []
            return type.hasSuffix("Notification.Name") || created.suffix(2) == ["Notification", "Name"]
        }
        guard let call = code.as(FunctionCallExprSyntax.self) else { return false }
        let labels: Set = ["name", "forName", "named"]
        let isMethod = ["post", "enqueue", "addObserver", "notifications", "publisher"].contains(
            call.calledExpression.path.last)
        let names = call.calledExpression.path.dropLast().map { $0.lowercased() }
        return isMethod
            && (call.arguments.contains { labels.contains($0.label?.text ?? "") }
                || names.contains { $0.hasPrefix("notification") || $0.hasSuffix("center") })
    }

    func mayName(_ channel: ChannelID, in code: InactiveCode) -> Bool {
        // The name of what declares it, or a literal without its quotation marks.
        let word = channel.symbols.first?.name ?? String(channel.name.dropFirst().dropLast())
        let owner = channel.kind == .declared ? channel.symbols.first?.parent : nil
        return code.words.contains(word) && code.mayName(word, of: owner)
    }
}

extension InactiveCode {
    /// Returns true if a name in it may be that of a member of a type, and not of another type.
    fileprivate func mayName(_ name: String, of type: Symbol?) -> Bool {
        let owners = members.filter { $0.name == name }.map(\.owner)
        guard let type, !owners.isEmpty else { return true }
        return owners.contains { owner in
            guard let owner else { return type.isNotification }
            return [type.name, "Self", "self"].contains(owner) || type.isNotification && owner == "Name"
        }
    }
}
