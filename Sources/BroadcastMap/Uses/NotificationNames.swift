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
            names(of: property, as: []).flatMap { $0[0].kind == .literal ? ($0[0].name, property) : nil }
        }
        declared = Dictionary(texts) { first, _ in first }
    }

    /// Returns the names, or one for each type of a typed message, and `nil` if an expression computes them.
    func names(of expression: Expression, in scope: Scope?, of user: Symbol?) -> [Channel.ID]? {
        if let inside = inside(expression, in: scope) { return names(of: inside, in: scope, of: user) }
        let (texts, last) = (expression.texts, expression.last)
        if let text = last?.literal, texts.count == 1 {
            let name = Channel.ID(kind: .literal, name: "\"\(text)\"", symbol: nil)
            return [declared[name.name]?.notification(as: []) ?? name]
        }
        if let question = texts.firstIndex(of: "?"), let colon = texts.lastIndex(of: ":"), question < colon {
            let values = expression.dropFirst(question + 1)
            let parts = [values.prefix(colon - question - 1), values.dropFirst(colon - question)]
            return union(parts, in: scope, of: user)
        }
        let isType = texts.last == "self" && texts.count > 1
        let type = isType ? index.type(in: expression.dropLast(2))?.symbol : index.type(ofValue: expression, in: user)
        if let type, type.isNotificationMessage { return [type.notification(as: [])] }
        guard expression.allSatisfy({ $0.isName || ".!".contains($0.text) }) else { return nil }
        if let property = last?.symbols.first(where: \.kind.isProperty) { return names(of: property, as: expression) }
        return texts.first.flatMap { scope?.values(of: $0) }.flatMap { union($0, in: scope, of: user) }
    }

    /// Returns what a constant is, or the first argument of `Notification(…)` and `Notification.Name(…)`.
    func inside(_ expression: Expression, in scope: Scope?) -> Expression? {
        guard let last = expression.last else { return nil }
        if expression.count == 1 {
            let values = scope?.values(of: last.text) ?? []
            return values.count == 1 && values[0].texts != [last.text] ? values[0] : nil
        }
        let callee = expression.dropLast().last?.symbols ?? []
        guard last.isList, callee.contains(where: \.isNotification) else { return nil }
        return last.elements.first.map { $0.dropFirst($0.dropFirst().first?.text == ":" ? 2 : 0) }
    }

    /// Returns what a property stands for: another name, or itself.
    private func names(of property: Symbol, as path: Expression) -> [Channel.ID]? {
        let value = property.value.flatMap { $0.last?.symbols.contains(property) == true ? nil : $0 }
        if let names = value.flatMap({ names(of: $0, in: nil, of: property) }) { return names }
        let isComputed = property.kind == .instanceProperty || property.parent?.kind == .protocol
        return isComputed ? nil : [property.notification(as: path)]
    }

    private func union(_ expressions: [Expression], in scope: Scope?, of user: Symbol?) -> [Channel.ID]? {
        let names = expressions.compactMap { self.names(of: $0, in: scope, of: user) }
        return names.isEmpty || names.count < expressions.count ? nil : names.flatMap { $0 }
    }
}
