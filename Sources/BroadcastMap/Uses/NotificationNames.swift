/// Finds the names of notifications that expressions stand for.
struct NotificationNames {
    enum Value {
        case names([Channel.ID])
        /// The caller passes it.
        case passed(EntryPoint.Argument)
        case unresolved(Unresolved.Reason)
    }

    private let index: Index
    /// The first property that declares a text to be a name.
    private var declared: [String: Symbol] = [:]

    init(_ index: Index) {
        self.index = index
        let users = index.symbols.values.filter(\.isNameOfNotification).flatMap(\.references).compactMap(\.user)
        let properties = Set(users.compactMap { $0.kind.isProperty ? $0 : $0.parent }).filter(\.kind.isProperty)
        for case let (symbol, place?) in properties.map({ ($0, $0.definition) }) {
            guard let text = symbol.value.flatMap(text(of:)) else { continue }
            let first = declared[text]?.definition?.order
            if first.map({ place.order < $0 }) ?? true { declared[text] = symbol }
        }
    }

    /// Returns what an expression at a call stands for: a name, its text, a notification, or a typed message.
    func value(of expression: Expression, in scope: Scope, of user: Symbol?) -> Value {
        let texts = expression.texts
        if texts == ["nil"] { return .unresolved(.everyName) }
        if let text = text(of: expression) { return .names([name(text)]) }
        if let question = texts.firstIndex(of: "?"), let colon = texts.lastIndex(of: ":"), question < colon {
            let start = expression.startIndex
            let parts = [expression[(start + question + 1)..<(start + colon)], expression[(start + colon + 1)...]]
            return union(parts, in: scope, of: user)
        }
        if let message = message(in: expression, of: user) { return .names([message]) }
        if let inner = wrapped(in: expression) { return value(of: inner, in: scope, of: user) }
        let path = expression.filter { $0.text != "!" }[...]
        guard path.allSatisfy({ $0.isName || $0.text == "." || $0.text == "$0" }) else { return .unresolved(.computed) }
        if let property = path.last?.symbols.first(where: \.kind.isProperty) {
            return name(of: property).map { .names([$0]) } ?? .unresolved(.computed)
        }
        if path.count == 1, let values = scope.values(of: path[path.startIndex].text) {
            return union(values, in: scope, of: user)
        }
        return parameter(in: expression, of: user).map { .passed($0) } ?? .unresolved(.computed)
    }

    /// Returns what the callers of a function pass, if an expression names that.
    func parameter(in expression: Expression, of function: Symbol?) -> EntryPoint.Argument? {
        if expression.isEmpty || expression.texts == ["self"] {
            return function?.typeAround?.isNameOfNotification == true ? .receiver : nil
        }
        return (index.parameter(in: expression, of: function)?.offset).map { .parameter($0) }
    }

    private func union(_ expressions: [Expression], in scope: Scope, of user: Symbol?) -> Value {
        var names: [Channel.ID] = []
        for expression in expressions {
            switch value(of: expression, in: scope, of: user) {
            case .names(let more): names += more
            case let other: return other
            }
        }
        return names.isEmpty ? .unresolved(.computed) : .names(names)
    }

    /// Returns the name that a property holds, or `nil` if it computes one.
    private func name(of property: Symbol) -> Channel.ID? {
        if let type = index.typeOfMessage(identifiedBy: property) { return type.notification(.init(of: type)) }
        if let text = property.value.flatMap(text(of:)) { return name(text) }
        if let other = property.value?.last?.symbols.first(where: \.kind.isProperty), other != property,
            let name = name(of: other)
        {
            return name
        }
        let isOne = property.kind != .instanceProperty && property.parent?.kind != .protocol
        return isOne ? property.notification(.init(of: property)) : nil
    }

    private func name(_ text: String) -> Channel.ID {
        declared[text]?.notification(.declared) ?? Channel.ID(kind: .literal, name: "\"\(text)\"", symbol: nil)
    }

    /// Returns the type of a message that an expression creates or names.
    private func message(in expression: Expression, of user: Symbol?) -> Channel.ID? {
        let isType = expression.texts.last == "self" && expression.count > 1
        let type = isType ? index.type(in: expression.dropLast(2))?.symbol : index.type(ofValue: expression, in: user)
        return type.flatMap { $0.isMessageOfNotification ? $0.notification(.init(of: $0)) : nil }
    }

    /// Returns the text that a literal, a name, or a constant of one contains.
    private func text(of expression: Expression) -> String? {
        if let inner = wrapped(in: expression) { return text(of: inner) }
        if let token = expression.first, expression.count == 1, let text = token.literal { return text }
        let isPath = expression.allSatisfy { $0.isName || $0.text == "." }
        guard isPath, let property = expression.last?.symbols.first(where: \.kind.isProperty) else { return nil }
        // A property may refer to one of the same name, and a variable may change.
        guard let value = property.value, value.last?.symbols.contains(property) == false else { return nil }
        return property.isVariable && value.last?.literal != nil ? nil : text(of: value)
    }

    /// Returns the first argument of `Notification(…)` or `Notification.Name(…)`: the name, or its text.
    private func wrapped(in expression: Expression) -> Expression? {
        guard let list = expression.last, list.isList, let callee = expression.dropLast().last else { return nil }
        let isName = callee.symbols.contains { $0.isNameOfNotification || $0.isNotification }
        return isName ? list.elements.first.map { $0.dropFirst($0.dropFirst().first?.text == ":" ? 2 : 0) } : nil
    }
}
