import SwiftSyntax

/// Finds the names of notifications that expressions stand for.
struct NotificationNames {
    private let index: Index
    /// The first property that declares a text to be a name, by the text in its quotation marks.
    private var declared: [String: Symbol] = [:]

    init(index: Index) {
        self.index = index
        let code = index.symbols.values.filter(\.isNotification).flatMap(\.references).compactMap(\.function)
        let properties = Set(code.compactMap { $0.kind.isProperty ? $0 : $0.parent }).filter { $0.definition != nil }
        for property in properties.sorted(by: { $0.definition!.order < $1.definition!.order }) {
            let name = property.value.flatMap(name)
            // The name of a text that an earlier property declares isn't a literal any more.
            if let name, name.kind == .literal { declared[name.name] = property }
        }
    }

    /// Returns the name, or the type of a typed message, and `nil` if an expression computes it.
    func name(of expression: Expression) -> ChannelID? { name(of: expression, through: []) }

    /// Returns the name that an expression stands for as the value of these properties, which may name each other.
    private func name(of expression: Expression, through properties: Set<Symbol>) -> ChannelID? {
        if let text = expression.value.syntax?.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
            let name = ChannelID(kind: .literal, name: text.debugDescription, symbols: [])
            return declared[name.name]?.notification(as: nil) ?? name
        }
        if let notification = NotificationExpression(expression) {
            return name(of: notification.name, through: properties)
        }
        let named = expression.typeNamed.map(index.types)?.types.first
        if let type = named ?? index.type(of: expression), type.isNotificationMessage {
            return type.notification(as: nil)
        }
        let isPath = expression.value.syntax?.is(FunctionCallExprSyntax.self) == false
        guard isPath, let property = expression.symbols.first(where: \.kind.isProperty) else { return nil }
        if !properties.contains(property), let value = property.value,
            let name = name(of: value, through: properties.union([property]))
        {
            return name
        }
        let isName = property.kind != .instanceProperty && property.parent?.kind != .protocol
        return isName && !property.fullName.hasSuffix(" : Swift.String") ? property.notification(as: expression) : nil
    }
}

/// `Notification(…)` or `Notification.Name(…)`.
struct NotificationExpression {
    /// The first argument.
    let name: Expression
    let object: Expression?
    let userInfo: Expression?

    init?(_ expression: Expression) {
        guard let call = expression.value.syntax?.as(FunctionCallExprSyntax.self),
            expression.symbols.contains(where: \.isNotification), let name = call.arguments.first
        else { return nil }
        func argument(_ label: String) -> Expression? {
            call.arguments.first { $0.label?.text == label }.map { expression.with($0.expression) }
        }
        self.name = expression.with(name.expression)
        object = argument("object")
        userInfo = argument("userInfo")
    }
}
