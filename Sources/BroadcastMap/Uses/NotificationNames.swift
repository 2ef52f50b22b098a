/// Finds the names of notifications that expressions stand for.
struct NotificationNames {
    let index: Index
    /// The first property that declares a text to be a name, by the text in its quotation marks.
    private var declared: [String: Symbol] = [:]

    init(_ index: Index) {
        self.index = index
        let users = index.symbols.values.filter(\.isNotification).flatMap(\.references).compactMap(\.user)
        let properties = Set(users.compactMap { $0.kind.isProperty ? $0 : $0.parent }).filter { $0.definition != nil }
        let texts = properties.sorted { $0.definition!.order < $1.definition!.order }.compactMap { property in
            name(of: property, as: []).flatMap { $0.kind == .literal ? ($0.name, property) : nil }
        }
        declared = Dictionary(texts) { first, _ in first }
    }

    /// Returns the name, or the type of a typed message, and `nil` if an expression computes it.
    func name(of expression: Expression, in user: Symbol?) -> Channel.ID? {
        if let inside = inside(expression, in: nil) { return name(of: inside, in: user) }
        let last = expression.last
        if let text = last?.literal, expression.count == 1 {
            let name = Channel.ID(kind: .literal, name: "\"\(text)\"", symbol: nil)
            return declared[name.name]?.notification(as: []) ?? name
        }
        let isType = last?.text == "self" && expression.count > 1
        let type = isType ? index.type(in: expression.dropLast(2))?.symbol : index.type(ofValue: expression, in: user)
        if let type, type.isNotificationMessage { return type.notification(as: []) }
        let property = last?.symbols.first(where: \.kind.isProperty)
        return expression.allSatisfy { $0.isName || $0.text == "." }
            ? property.flatMap { name(of: $0, as: expression) } : nil
    }

    /// Returns what a local constant is, or the first argument of `Notification(…)` and `Notification.Name(…)`.
    func inside(_ expression: Expression, in scope: Scope?) -> Expression? {
        guard let last = expression.last else { return nil }
        if expression.count == 1 { return scope?.value(of: last.text).flatMap { $0.texts == [last.text] ? nil : $0 } }
        let isNotification = expression.dropLast().last?.symbols.contains(where: \.isNotification) == true
        guard last.isList, isNotification, let argument = last.elements.first else { return nil }
        return argument.dropFirst(argument.dropFirst().first?.text == ":" ? 2 : 0)
    }

    /// Returns what a property stands for: another name, or itself.
    private func name(of property: Symbol, as path: Expression) -> Channel.ID? {
        let value = property.value.flatMap { $0.last?.symbols.contains(property) == true ? nil : $0 }
        if let name = value.flatMap({ name(of: $0, in: property) }) { return name }
        let isComputed = property.kind == .instanceProperty || property.parent?.kind == .protocol
        return isComputed ? nil : property.notification(as: path)
    }
}
