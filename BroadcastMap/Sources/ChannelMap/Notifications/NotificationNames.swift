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

    /// True if it creates a typed message.
    fileprivate var isOfMessage: Bool { created?.symbols.contains(where: \.isNotificationMessage) == true }
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

/// What values stand for where a use names a notification.
struct NotificationNaming {
    let names: NotificationNames
    let resolver: Resolver

    func targets(of value: Fact, in use: OpenUse) -> [Target] {
        if case .call(let call) = value {
            if call.isNotification { return targets(ofNotification: call, value, in: use) }
            if call.created != nil, !call.isOfMessage, let names = targets(ofName: call, value, in: use) {
                return names
            }
        }
        return [target(of: value, in: use)]
    }

    private func target(of value: Fact, in use: OpenUse) -> Target {
        let unknown = Target.unresolved(.computed, code: self.code(of: value, in: use))
        switch value {
        case .nothing:
            // No post is of all names, but an optional may be `nil` before `??`.
            return use.operation.isSender ? .nothing : .unresolved(.everyName, code: nil)
        case .text(let text): return .channel(NamedChannel(id: names.channel(of: text)))
        case .property(let symbol, let base, _):
            if symbol.definition == nil, symbol.kind == .instanceProperty, symbol.isNotification, let base {
                if !base.isOpen { return unknown }
            } else if symbol.definition?.file.isSwift != true || symbol.isNameItself {
                return .channel(NamedChannel(id: names.channel(ofConstant: symbol)))
            }
        default: break
        }
        if case .type(let type) = value, let message = type.symbols.first, message.isNotificationMessage {
            return .channel(NamedChannel(id: message.channel(on: nil)))
        }
        if let type = resolver.type(of: value), type.isNotificationMessage {
            return .channel(NamedChannel(id: type.channel(on: nil)))
        }
        if value.isOpen { return .open(value, code: code(of: value, in: use)) }
        return unknown
    }

    /// Returns the name of a notification that code creates, with the object and the user info that it has.
    private func targets(ofNotification call: Invocation, _ value: Fact, in use: OpenUse) -> [Target] {
        guard let position = call.arguments.firstIndex(where: { $0.label == "name" }) ?? call.arguments.indices.first
        else { return [.unresolved(.computed, code: code(of: value, in: use))] }
        let name = call.arguments[position]
        return resolver.values(of: name.value).flatMap { nameValue in
            targets(of: nameValue, in: use).map { target in
                switch target {
                case .channel(let channel, _): return .channel(channel, roles: roles(of: call))
                case .open(let open, _):
                    var call = call
                    call.arguments[position] = name.with(open)
                    return .open(.call(call), code: name.code.written)
                case .unresolved(let reason, _): return .unresolved(reason, code: name.code.written)
                case .nothing: return target
                }
            }
        }
    }

    /// Returns the object and the user info that a notification is created with.
    private func roles(of call: Invocation) -> [ArgumentRole: Argument] {
        let labels = [ArgumentRole.object: "object", .userInfo: "userInfo"]
        return labels.mapValues { label in
            call.arguments.first { $0.label == label } ?? Argument(label: nil, value: .nothing)
        }
    }

    /// Returns the name that code creates of a text, or of a constant of a framework.
    private func targets(ofName call: Invocation, _ value: Fact, in use: OpenUse) -> [Target]? {
        let texts = resolver.values(of: .description(of: value, .copy))
        let targets = texts.compactMap { text -> Target? in
            if case .text(let text) = text { return .channel(NamedChannel(id: names.channel(of: text))) }
            if text.isOpen, let argument = call.arguments.first {
                var call = call
                call.arguments[0] = argument.with(text)
                return .open(.call(call), code: code(of: .call(call), in: use))
            }
            return nil
        }
        if !targets.isEmpty, targets.count == texts.count { return targets }
        let argument = call.arguments.first.map { resolver.values(of: $0.value) } ?? []
        if case .property(let constant, _, _)? = argument.only, constant.definition == nil,
            constant.usr.hasPrefix("c:@")
        {
            return [.channel(NamedChannel(id: names.channel(ofConstant: constant)))]
        }
        if let keeper = call.keeper, keeper.isNameItself {
            return [.channel(NamedChannel(id: keeper.channel(on: nil)))]
        }
        return call.isNameOfNotification ? targets + [.unresolved(.computed, code: code(of: value, in: use))] : nil
    }

    private func code(of value: Fact, in use: OpenUse) -> String? {
        if case .call(let call) = value, call.isNotification,
            let name = call.arguments.first(where: { $0.label == "name" })
        {
            return name.code.written
        }
        return resolver.argument(use.channel, giving: value).code.written
    }
}
