import SwiftSyntax

/// A name that code gives to a notification.
struct NotificationName: Hashable {
    enum Kind: Hashable {
        case channel(ChannelID)
        /// `nil`, by which an observer observes all names.
        case everyName
        /// That of the notification which code receives from an observer.
        case received(ReceivingCode)
    }

    let kind: Kind
    /// The notification that has the name.
    var notification: NotificationExpression?

    init(kind: Kind, notification: NotificationExpression? = nil) {
        self.kind = kind
        self.notification = notification
    }

    fileprivate init(_ channel: ChannelID) { self.init(kind: .channel(channel)) }
}

/// Finds the names of notifications that expressions stand for.
final class NotificationNames {
    let index: Index
    let evaluator: Evaluator
    /// The first property that declares a text to be a name.
    private var declared: [String: Symbol] = [:]
    /// The other properties with a text that one declares, such as aliases of that one.
    private(set) var aliases: [Symbol: [Symbol]] = [:]
    /// The types on which code names the constants of frameworks.
    private var owners: [Symbol: String] = [:]

    init(index: Index) {
        self.index = index
        evaluator = Evaluator(index: index)
        let code = Set(index.symbols.values.filter(\.isNotification).flatMap(\.references).compactMap(\.function))
        // A function may make the names that properties have.
        let users = code.filter { $0.definition != nil }.flatMap(\.references).compactMap(\.function)
        let properties = code.union(users.filter(\.isNameOfNotification)).compactMap { function -> Symbol? in
            let property = function.propertyOrSelf
            return property.definition?.file.isSwift == true && property.kind.isProperty ? property : nil
        }.unique
        let sorted = properties.sorted { $0.definition!.order < $1.definition!.order }
        let texts = sorted.map { (property: $0, text: ownText(of: $0)) }
        for (property, text) in texts {
            if let text, declared[text] == nil { declared[text] = property }
        }
        for (property, text) in texts {
            if let text, let first = declared[text], first != property { aliases[first, default: []].append(property) }
        }
        for (text, constant) in index.objectiveCConstants where declared[text] == nil { declared[text] = constant }
        for property in declared.values where property.definition?.file.isSwift == true {
            aliases[property, default: []] += self.properties(thatName: property)
        }
    }

    /// Returns the properties whose value is another one.
    private func properties(thatName property: Symbol) -> [Symbol] {
        let users = property.references.compactMap { $0.function?.propertyOrSelf }.unique
        return users.filter { user in
            guard user != property, user.kind.isProperty, user.definition?.file.isSwift == true,
                let value = user.writtenValue
            else { return false }
            return evaluator.values(of: value).contains { $0.path.contains { $0.constant == property } }
        }
    }

    /// Returns the text of which a property creates a name itself.
    private func ownText(of property: Symbol) -> String? {
        guard !property.isReassigned, let value = property.writtenValue else { return nil }
        let isMade = value.syntax?.is(FunctionCallExprSyntax.self) == true && property.isNameOfNotification
        guard NotificationExpression(value) != nil || isMade else { return nil }
        return evaluator.texts(of: value).only?.content
    }

    /// Returns the names, or the types of typed messages, that an expression may be.
    func names(of expression: Expression) -> [Found<NotificationName>] {
        evaluator.answer(.names, of: expression) { foundNames(of: expression) }
    }

    private func foundNames(of expression: Expression) -> [Found<NotificationName>] {
        let named = expression.typeNamed.map(index.types)?.types.first
        if let type = named ?? evaluator.type(of: expression), type.isNotificationMessage {
            return [.known(NotificationName(type.channel(on: nil)))]
        }
        let names = evaluator.values(of: expression).flatMap { value in
            self.names(of: value, from: expression).map { $0.found(through: value.path) }
        }
        return names.isEmpty ? [.unknown(expression.codeOrSelf)] : names
    }

    private func names(of value: Value, from origin: Expression) -> [Found<NotificationName>] {
        let unknown = Found<NotificationName>.unknown(origin.codeOrSelf)
        if value.isPassed { return value.then { _ in [] } }
        guard let expression = value.expression else { return [unknown] }
        if expression.syntax?.is(NilLiteralExprSyntax.self) == true {
            return [.known(NotificationName(kind: .everyName))]
        }
        if let type = evaluator.type(of: expression), type.isNotificationMessage {
            return [.known(NotificationName(type.channel(on: nil)))]
        }
        if let notification = NotificationExpression(expression), notification.isWhole {
            return names(of: notification.name).flatMap { name in
                name.then { [.known(NotificationName(kind: $0.kind, notification: notification))] }
            }
        }
        if let member = expression.syntax?.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "name",
            let base = member.base
        {
            let notifications = evaluator.values(of: expression.with(base))
            if notifications.contains(where: { isNotification($0) }) {
                return notifications.flatMap { names(ofNotification: $0) ?? [unknown] }
            }
        }
        if let code = ReceivingCode(giving: expression) { return [.known(NotificationName(kind: .received(code)))] }
        if let property = expression.symbols.first(where: \.kind.isProperty), property.definition?.file.isSwift != true,
            !expression.isMemberOfNotification
        {
            return [.known(NotificationName(framework(property)))]
        }
        let isText =
            NotificationExpression(expression) != nil || expression.syntax?.is(StringLiteralExprSyntax.self) == true
            || expression.syntax?.is(InfixOperatorExprSyntax.self) == true
        guard isText else { return [unknown] }
        return evaluator.texts(of: expression).flatMap { text -> [Found<NotificationName>] in
            if case .unknown = text.kind {
                if let constant = framework(in: expression) { return [.known(NotificationName(constant))] }
                let name = value.path.last?.constant.ownName
                return [name.map { .known(NotificationName($0)) } ?? unknown]
            }
            return text.then { [.known(NotificationName(channel(of: $0)))] }
        }
    }

    /// Returns the name that code creates of a constant of a framework, such as `Notification.Name(kChanged)`.
    private func framework(in expression: Expression) -> ChannelID? {
        let values = NotificationExpression(expression).map { evaluator.values(of: $0.name) } ?? []
        guard values.count == 1, let constant = values[0].expression?.symbols.first(where: \.kind.isProperty),
            constant.definition == nil, constant.usr.hasPrefix("c:@")
        else { return nil }
        return framework(constant)
    }

    /// Returns true if a value is a notification that code creates, receives from its callers, or from an observer.
    private func isNotification(_ value: Value) -> Bool {
        guard let object = value.expression else { return value.isPassed }
        return NotificationExpression(object) != nil || ReceivingCode(giving: object) != nil
    }

    /// Returns the names of such a notification.
    private func names(ofNotification value: Value) -> [Found<NotificationName>]? {
        guard let object = value.expression else { return value.isPassed ? value.then { _ in [] } : nil }
        if let name = NotificationExpression(object)?.name { return names(of: name) }
        return ReceivingCode(giving: object).map { [.known(NotificationName(kind: .received($0)))] }
    }

    /// Returns the name that has a text.
    private func channel(of text: String) -> ChannelID {
        if let property = declared[text] {
            let name = named(property)
            return text.isNameOfFramework ? ChannelID(kind: .framework, name: name.name, symbols: name.symbols) : name
        }
        let constant = index.symbols["c:@\(text)"]
        if let constant, constant.definition == nil { return importedChannel(constant) }
        return ChannelID(kind: text.isNameOfFramework ? .framework : .literal, name: text.debugDescription, symbols: [])
    }

    private func framework(_ constant: Symbol) -> ChannelID {
        // One of the program's Objective-C has the text that its definition says.
        if case .text(let text) = constant.objectiveCValue?.kind { return channel(of: text) }
        return importedChannel(constant)
    }

    /// Returns the channel of a constant that no Swift code declares, and of which no text is known.
    private func importedChannel(_ constant: Symbol) -> ChannelID {
        let isNamed = constant.definition != nil || constant.references.contains(where: \.isMember)
        return isNamed ? named(constant) : ChannelID(kind: .framework, name: constant.name, symbols: [constant])
    }

    /// Returns the name that a constant is, on the type where Swift code names one of Objective-C as a member.
    private func named(_ constant: Symbol) -> ChannelID {
        let isMember = constant.definition?.file.isSwift != true && constant.references.contains(where: \.isMember)
        return constant.channel(on: isMember ? owner(of: constant) : nil)
    }

    /// Returns the names that an expression of Objective-C may stand for.
    func names(of expression: ObjectiveCExpression) -> [Found<NotificationName>] {
        switch expression.kind {
        case .nothing: return [.known(NotificationName(kind: .everyName))]
        case .text(let text): return [.known(NotificationName(channel(of: text)))]
        case .name(let offset): return names(expression.file.symbols(at: offset)) ?? [.unknown(expression.code)]
        case .selector, .dictionary, .other:
            // The name of a notification that the code creates.
            let created = expression.file.occurrences(in: expression.bytes).first {
                $0.symbol.usr.hasPrefix("c:objc(cs)NSNotification(cm)notificationWithName:")
            }
            let name = created.flatMap(ObjectiveCMessage.init)?.arguments.first
            return name.map(self.names) ?? [.unknown(expression.code)]
        }
    }

    /// Returns the names that a constant or a macro is which Objective-C code names.
    private func names(_ symbols: [Symbol]) -> [Found<NotificationName>]? {
        if let macro = symbols.first(where: \.isMacro) { return macro.objectiveCValue.map(names) }
        guard let constant = symbols.first(where: \.kind.isProperty), constant.kind != .instanceProperty
        else { return nil }
        guard constant.definition?.file.isSwift == true else { return [.known(NotificationName(framework(constant)))] }
        let names = constant.writtenValue.map { self.names(of: $0) } ?? []
        return names.count == 1 ? names : constant.ownName.map { [.known(NotificationName($0))] }
    }

    /// Returns the type on which code names a constant most often, because it can name it on several.
    private func owner(of constant: Symbol) -> String? {
        if let known = owners[constant] { return known }
        let names = constant.references.compactMap { occurrence -> String? in
            guard occurrence.file.isSwift, let name = occurrence.token?.parent,
                let base = name.parent?.as(MemberAccessExprSyntax.self)?.base, let type = base.lastName
            else { return nil }
            return occurrence.file.symbols(at: type.offset).first { $0.isType && !$0.isNotification }?.name
        }
        let counts = Dictionary(grouping: names, by: { $0 }).mapValues(\.count)
        let name = counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? "Notification.Name"
        owners[constant] = name
        return name
    }
}

extension Occurrence {
    /// True if Swift code names a member of a type.
    fileprivate var isMember: Bool {
        file.isSwift && token?.parent?.as(DeclReferenceExprSyntax.self)?.isMember == true
    }
}

extension Symbol {
    /// True if it is declared as a name of notifications.
    fileprivate var isNameOfNotification: Bool {
        kind.isProperty && [" : __C.NSNotificationName", "NSNotification.Name"].contains(where: fullName.hasSuffix)
    }

    /// The name that a constant is itself, if no text says what it is.
    fileprivate var ownName: ChannelID? {
        let isName = [.staticProperty, .classProperty, .globalVariable].contains(kind) && parent?.kind != .protocol
        return isName && !isReassigned && !fullName.hasSuffix(" : Swift.String") ? channel(on: nil) : nil
    }
}

extension Index {
    /// The constants of Objective-C that the program defines, with their texts.
    fileprivate var objectiveCConstants: [(String, Symbol)] {
        // Swift may import one as a member of a type.
        let constants = symbols.values.filter { $0.kind.isProperty && $0.usr.hasPrefix("c:") }
        return constants.sorted { $0.usr < $1.usr }.compactMap { constant in
            guard case .text(let text) = constant.objectiveCValue?.kind else { return nil }
            return (text, constant)
        }
    }
}

extension Expression {
    /// Returns true if a call is `.init(…)` of a type from the context, whose initializer the index doesn't know.
    fileprivate func createsImplicitly(_ call: FunctionCallExprSyntax) -> Bool {
        guard let callee = call.calledExpression.as(MemberAccessExprSyntax.self), call.arguments.count == 1
        else { return false }
        let labels: [String?] = [nil, "rawValue"]
        return callee.base == nil && callee.isInitializer && symbols.isEmpty
            && labels.contains(call.arguments.first?.label?.name)
    }

    /// True if the expression is a member of a notification that code has, such as its name.
    fileprivate var isMemberOfNotification: Bool {
        symbols.contains { $0.kind == .instanceProperty }
    }
}

extension String {
    /// True if Apple's frameworks have such names of notifications.
    fileprivate var isNameOfFramework: Bool {
        if hasPrefix("com.apple.") || hasPrefix("AppleInterface") { return true }
        let prefixes = ["NS", "UI", "AV", "CK", "MK", "MP", "GC", "NE", "EK", "CN", "HK", "PH", "WK", "AC", "EA", "CT"]
        return hasSuffix("Notification")
            && prefixes.contains { hasPrefix($0) && dropFirst(2).first?.isUppercase == true }
    }
}

/// `Notification(…)` or `Notification.Name(…)`.
struct NotificationExpression: Hashable {
    /// The first argument.
    let name: Expression
    let object: Expression?
    let userInfo: Expression?
    /// True if the call creates a notification, and not only a name.
    let isWhole: Bool

    init?(_ expression: Expression) {
        guard let call = expression.value.syntax?.as(FunctionCallExprSyntax.self), let name = call.arguments.first,
            // An initializer that the program adds may make another text.
            expression.symbols.contains(where: { $0.isNotification && $0.definition == nil })
                || expression.createsImplicitly(call)
        else { return nil }
        func argument(_ label: String) -> Expression? {
            call.arguments.first { $0.label?.text == label }.map { expression.with($0.expression) }
        }
        isWhole = name.label?.text == "name"
        self.name = expression.with(name.expression)
        object = argument("object")
        userInfo = argument("userInfo")
    }
}
