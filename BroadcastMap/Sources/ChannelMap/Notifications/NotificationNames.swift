import SwiftSyntax

/// The names of notifications, of which several declarations and texts may be one.
struct NotificationNames {
    private let index: Index
    /// The first property that declares a text to be a name.
    private var declared: [String: Symbol] = [:]

    init(_ resolver: Resolver) {
        index = resolver.index
        let code = Set(index.symbols.values.filter(\.isNotification).flatMap(\.references).compactMap(\.function))
        // A function may make the names that properties have.
        let users = code.filter { $0.definition != nil }.flatMap(\.references).compactMap(\.function)
        let properties = code.union(users.filter(\.isNameOfNotification)).compactMap { function -> Symbol? in
            let property = function.propertyOrSelf
            return property.definition?.file.isSwift == true ? property : nil
        }.unique
        resolver.store.walk(properties.map { $0.definition!.file })
        let sorted = properties.sorted { $0.definition!.order < $1.definition!.order }
        let texts = sorted.map { (property: $0, text: resolver.ownText(of: $0)) }
        for (property, text) in texts {
            if let text, declared[text] == nil { declared[text] = property }
        }
        for (text, constant) in index.objectiveCConstants where declared[text] == nil { declared[text] = constant }
    }

    /// Returns the name that has a text.
    func channel(of text: String) -> ChannelID {
        if let property = declared[text] {
            let name = named(property)
            return text.isNameOfFramework ? ChannelID(kind: .framework, name: name.name, symbols: name.symbols) : name
        }
        let constant = index.symbols["c:@\(text)"]
        if let constant, constant.definition == nil { return channel(ofConstant: constant) }
        return ChannelID(kind: text.isNameOfFramework ? .framework : .literal, name: text.debugDescription, symbols: [])
    }

    /// Returns the channel of a constant of which no text is known.
    func channel(ofConstant constant: Symbol) -> ChannelID {
        if constant.definition?.file.isSwift == true { return constant.channel(on: nil) }
        let isNamed = constant.definition != nil || constant.references.contains(where: \.isMember)
        return isNamed ? named(constant) : ChannelID(kind: .framework, name: constant.name, symbols: [constant])
    }

    /// Returns the name that a constant is, on the type where Swift code names one of Objective-C as a member.
    private func named(_ constant: Symbol) -> ChannelID {
        let isMember = constant.definition?.file.isSwift != true && constant.references.contains(where: \.isMember)
        return constant.channel(on: isMember ? owner(of: constant) : nil)
    }

    /// Returns the type on which code names a constant most often, because it can name it on several.
    private func owner(of constant: Symbol) -> String {
        let names = constant.references.compactMap { occurrence -> String? in
            guard occurrence.file.isSwift, let name = occurrence.token?.parent,
                let base = name.parent?.as(MemberAccessExprSyntax.self)?.base, let type = base.lastName
            else { return nil }
            return occurrence.file.symbols(at: type.offset).first { $0.isType && !$0.isNotification }?.name
        }
        let counts = Dictionary(grouping: names, by: { $0 }).mapValues(\.count)
        return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? "Notification.Name"
    }
}

extension Resolver {
    /// Returns the text of which a property creates a name itself.
    fileprivate func ownText(of property: Symbol) -> String? {
        guard !property.isReassigned, let value = store.property(property)?.value else { return nil }
        let created = value.onlyChoice
        guard case .call(let call) = created, call.isNameOfNotification || property.isNameOfNotification else {
            return nil
        }
        return values(of: .description(of: created, .copy)).only?.text
    }
}

extension Fact {
    /// The fact, or the only part of a choice.
    fileprivate var onlyChoice: Fact {
        switch self {
        case .choice(let parts): parts.only?.onlyChoice ?? self
        case .cast(let value, _): value.onlyChoice
        default: self
        }
    }
}

extension Invocation {
    /// True if it creates the name of a notification, or something from the context that may be one.
    var isNameOfNotification: Bool {
        guard let created, arguments.count == 1 else { return false }
        if let function, created.isEmpty { return function.isNotification }
        if created.isEmpty { return ["rawValue", nil].contains(arguments[0].label) }
        if function?.definition != nil { return false }
        return created.symbols.contains { $0.isNotification && ["Name", "NSNotificationName"].contains($0.name) }
    }

    /// True if it creates a whole notification.
    var isNotification: Bool {
        if function?.usr.hasPrefix("c:objc(cs)NSNotification(cm)notificationWithName:") == true { return true }
        return created != nil && argument(labeled: "name") != nil
            && (function?.isNotification == true || created!.symbols.contains(where: \.isNotification))
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
    var isNameOfNotification: Bool {
        kind.isProperty && [" : __C.NSNotificationName", "NSNotification.Name"].contains(where: fullName.hasSuffix)
    }

    /// True if a constant is a name itself, if no text says what it is.
    var isNameItself: Bool {
        let isName = [.staticProperty, .classProperty, .globalVariable].contains(kind) && parent?.kind != .protocol
        return isName && !isReassigned && !fullName.hasSuffix(" : Swift.String")
    }
}

extension Index {
    /// The constants of Objective-C that the program defines, with their texts.
    fileprivate var objectiveCConstants: [(String, Symbol)] {
        // Swift may import one as a member of a type.
        let constants = symbols.values.filter { $0.kind.isProperty && $0.usr.hasPrefix("c:") }
        return constants.sorted { $0.usr < $1.usr }.compactMap { constant in
            constant.objectiveCText.map { ($0, constant) }
        }
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
