/// Finds the names of notifications that expressions stand for.
extension NotificationReader {
    /// Returns the name, or the type of a typed message, and `nil` if an expression computes it.
    func name(of argument: Written) -> Channel.ID? {
        let expression = argument.expression
        if let text = expression.last?.literal, expression.count == 1 {
            let name = Channel.ID(kind: .literal, name: "\"\(text)\"", symbols: [])
            return declared[name.name]?.notification(as: []) ?? name
        }
        if let inside = inside(argument, in: nil) { return name(of: inside) }
        let named = index.named(in: expression.last?.text == "self" ? expression.dropLast(2) : []).types.first
        let type = named ?? index.type(of: argument)
        if let type, type.isNotificationMessage { return type.notification(as: []) }
        let isPath = expression.allSatisfy { $0.isName || $0.text == "." }
        guard isPath, let property = expression.last?.symbols.first(where: \.kind.isProperty) else { return nil }
        if let value = property.value, let name = name(of: value) { return name }
        let isName = property.kind != .instanceProperty && property.parent?.kind != .protocol
        return isName && !property.fullName.hasSuffix(" : Swift.String") ? property.notification(as: expression) : nil
    }

    /// Returns what a local constant is, or the first argument of `Notification(…)` and `Notification.Name(…)`.
    func inside(_ argument: Written, in scope: Scope?) -> Written? {
        if let value = scope?.value(of: argument) { return value }
        let isNotification = argument.expression.dropLast().last?.symbols.contains(where: \.isNotification) == true
        guard isNotification, let part = argument.expression.last?.elements.first else { return nil }
        let value = part.dropFirst(part.dropFirst().first?.text == ":" ? 2 : 0)
        return Written(expression: value, function: argument.function)
    }
}
