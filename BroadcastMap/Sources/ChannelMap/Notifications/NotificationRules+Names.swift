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

extension Invocation {
    fileprivate var isOfMessage: Bool { created?.symbols.contains(where: \.isNotificationMessage) == true }
}
