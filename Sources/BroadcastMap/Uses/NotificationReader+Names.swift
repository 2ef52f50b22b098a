/// Finds the names of notifications that expressions stand for.
extension NotificationReader {
    /// Returns the name, or the type of a typed message, and `nil` if an expression computes it.
    func name(of expression: Expression, in user: Symbol?) -> Channel.ID? {
        if let text = expression.last?.literal, expression.count == 1 {
            let name = Channel.ID(kind: .literal, name: "\"\(text)\"", symbol: nil)
            return declared[name.name]?.notification(as: []) ?? name
        }
        if let inside = inside(expression, in: nil) { return name(of: inside, in: user) }
        let isType = expression.count > 1 && expression.last?.text == "self"
        let type = isType ? index.type(in: expression.dropLast(2))?.symbol : index.type(ofValue: expression, in: user)
        if let type, type.isNotificationMessage { return type.notification(as: []) }
        let isPath = expression.allSatisfy { $0.isName || $0.text == "." }
        guard isPath, let property = expression.last?.symbols.first(where: \.kind.isProperty) else { return nil }
        if let value = property.value, let name = name(of: value, in: property) { return name }
        let isComputed = property.kind == .instanceProperty || property.parent?.kind == .protocol
        return isComputed ? nil : property.notification(as: expression)
    }

    /// Returns what a local constant is, or the first argument of `Notification(…)` and `Notification.Name(…)`.
    func inside(_ expression: Expression, in scope: Scope?) -> Expression? {
        guard let last = expression.last else { return nil }
        if expression.count == 1 { return scope?.value(of: last.text).flatMap { $0.texts == [last.text] ? nil : $0 } }
        let isNotification = expression.dropLast().last?.symbols.contains(where: \.isNotification) == true
        guard last.isList, isNotification, let argument = last.elements.first else { return nil }
        return argument.dropFirst(argument.dropFirst().first?.text == ":" ? 2 : 0)
    }
}
