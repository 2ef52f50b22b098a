import Foundation
import MapBase
import SwiftSyntax

/// The uses of notification centers, whose channels are names.
struct NotificationRules: ChannelRules {
    let resolver: Resolver
    let entryPoints: [EntryPoint]
    private let names: NotificationNames
    private let removals: [Removal]
    private var store: FactStore { resolver.store }

    init(_ index: Index) {
        let store = FactStore(
            index, textTypes: ["Name", "NSNotificationName"], readingOthers: FileFacts.init(readingObjectiveC:in:))
        resolver = Resolver(store)
        names = NotificationNames(resolver)
        entryPoints = index.symbols.values.flatMap(\.notificationEntryPoints).sorted {
            $0.function.usr < $1.function.usr
        }
        removals = Removal.all(in: index, names, Resolver(resolver.store))
    }

    // MARK: Names

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
                if !base.isOpen { return base.isReceived ? .received(base) : unknown }
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
        if value.isOpen { return .open(value) }
        return value.isReceived ? .received(value) : unknown
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
                case .open(let open):
                    var call = call
                    call.arguments[position] = name.with(open)
                    return .open(.call(call))
                case .unresolved(let reason, _): return .unresolved(reason, code: name.code.written)
                case .nothing, .received: return target
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
                return .open(.call(call))
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

    func code(of value: Fact, in use: OpenUse) -> String? {
        if case .call(let call) = value, call.isNotification,
            let name = call.arguments.first(where: { $0.label == "name" })
        {
            return name.code.written
        }
        return resolver.argument(use.channel, giving: value).code.written
    }

    func isQuery(_ use: OpenUse) -> Bool { false }

    // MARK: Other roles

    /// The callers handle a notification if a function only calls what they pass.
    func owner(passing role: ArgumentRole, of use: OpenUse) -> Owner? {
        guard role == .handler, !use.operation.isSender, let argument = use.roles[role] else { return nil }
        return resolver.values(of: argument.value).lazy.compactMap { value -> Owner? in
            switch value {
            case .parameter(let owner, _): return owner
            case .closure(let place):
                let called = store.closure(place)?.called ?? []
                return called.lazy.compactMap { call -> Owner? in
                    if case .parameter(let owner, _) = call, owner == use.call.owner { return owner }
                    return nil
                }.first
            default: return nil
            }
        }.first
    }

    func observers(of use: OpenUse, in channel: NamedChannel) -> [Observer] {
        let type = use.roles[.observer].flatMap {
            resolver.type(of: $0.value) ?? resolver.types(of: $0.value).only?.typeSymbol
        }
        return [type.map { .known($0) } ?? .unknown]
    }

    // MARK: Uses

    func use(_ open: OpenUse, of channel: NamedChannel, sending messages: [Symbol], by observer: Symbol?) -> FinishedUse
    {
        var use = Use(
            operation: open.operation, occurrence: open.occurrence, function: open.entry.function,
            bytes: open.call.bytes,
            wrappers: open.wrappers.reversed().compactMap(\.owner.function))
        use.observer = observer
        use.center = center(of: open)
        var details = NotificationDetails(object: open.roles[.object]?.code.text)
        details.objectIdentity = open.roles[.object].flatMap { objectIdentity(of: $0.value) }
        if use.isSender {
            let userInfo = open.roles[.userInfo]
            details.keys = userInfo.map { resolver.keys(of: $0.value) } ?? []
            details.userInfo = details.keys?.map(\.code).joined(separator: ", ") ?? userInfo?.code.text
            use.details = details
            return .use(use)
        }
        use.handlers = handlers(of: open)
        details.queue = open.roles[.queue]?.code.text
        details.isScheduled = open.call.chain?.isScheduled == true
        details.keysRead = Set(use.handlers.flatMap(resolver.keysRead)).sorted { $0.code < $1.code }
        details.objectReaders = use.handlers.filter(resolver.readsObject)
        details.dropsToken =
            open.operation == .closure && open.call.invocation.function == open.entry.function
            && open.call.dropsResult
        use.details = details
        details.removals = removals.filter { $0.ends(use, channel.id) }.count
        use.details = details
        return .use(use)
    }

    private func handlers(of use: OpenUse) -> [Handler] {
        if let argument = use.roles[.handler] {
            let handlers = resolver.handlers(in: argument.value, around: use.occurrence.function)
            if !handlers.isEmpty { return handlers }
        }
        // The code that follows the arguments: closures, or a loop over a sequence.
        let own = Handler(regionOf: use)
        return [own] + (use.operation == .publisher ? subscribers(of: use, besides: own) : [])
    }

    /// Returns what is given to the operators of a publisher, except for its own closures, or to a view that receives
    /// from it.
    private func subscribers(of use: OpenUse, besides own: Handler) -> [Handler] {
        guard let chain = use.call.chain else { return [] }
        let file = use.occurrence.file
        let subscribers = chain.subscribers.filter {
            !$0.is(ClosureExprSyntax.self) || !own.code!.bytes.contains($0.offset)
        }
        var handlers = subscribers.compactMap { Handler($0, in: file, use.occurrence.function) }
        guard let variable = chain.variable else { return handlers }
        // What takes from the constant or the property that keeps the publisher.
        for reference in file.symbols(at: variable.offset).filter(\.kind.isProperty).flatMap(\.references) {
            let read = reference.token.flatMap { CallChain(readingAt: $0) }
            handlers += (read?.subscribers ?? []).compactMap { Handler($0, in: reference.file, reference.function) }
        }
        let place = Place(file: file, offset: variable.offset)
        for offset in store.facts(of: file).localMentions[place] ?? [] {
            let read = file.tree.token(at: offset).flatMap { CallChain(readingAt: $0) }
            handlers += (read?.subscribers ?? []).compactMap { Handler($0, in: file, use.occurrence.function) }
        }
        return handlers.unique
    }

    /// Returns the identity of an object: `nil`, or the constant that creates it and is never assigned again.
    private func objectIdentity(of object: Fact) -> String? {
        switch resolver.values(of: .settled(object)).only {
        case .nothing: return "nil"
        case .call(let call):
            guard call.created != nil, let keeper = call.keeper, keeper.kind != .instanceProperty, !keeper.isReassigned
            else { return nil }
            return keeper.usr
        default: return nil
        }
    }

    /// Returns the center of a use, `nil` if it is the default one.
    private func center(of use: OpenUse) -> Center? {
        guard let argument = use.roles[.center] else { return nil }
        if case .receiver = argument.value { return nil }
        let identities = resolver.values(of: .settled(argument.value)).map(centerIdentity)
        if identities.isEmpty || identities.allSatisfy({ $0 == Center.default }) { return nil }
        guard let code = argument.code.text, !code.hasPrefix("NotificationQueue") else { return nil }
        return Center(code: code, identity: identities.only ?? nil)
    }

    private func centerIdentity(_ center: Fact) -> String? {
        switch center {
        case .property(let symbol, _, _): return symbol.defaultCenter
        case .call(let call) where call.created != nil: return call.isCenter ? call.keeper?.usr : nil
        case .call(let call): return call.function?.defaultCenter
        default: return nil
        }
    }

    // MARK: Code that isn't in this build

    func concernsChannel(_ code: Syntax) -> Bool {
        if let property = code.as(PatternBindingSyntax.self) {
            let type = property.typeAnnotation?.type.trimmedDescription ?? ""
            let created = property.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression.path ?? []
            return type.hasSuffix("Notification.Name") || created.suffix(2) == ["Notification", "Name"]
        }
        guard let call = code.as(FunctionCallExprSyntax.self) else { return false }
        let labels: Set = ["name", "forName", "named"]
        let isMethod = ["post", "enqueue", "addObserver", "notifications", "publisher"].contains(
            call.calledExpression.path.last)
        let names = call.calledExpression.path.dropLast().map { $0.lowercased() }
        return isMethod
            && (call.arguments.contains { labels.contains($0.label?.text ?? "") }
                || names.contains { $0.hasPrefix("notification") || $0.hasSuffix("center") })
    }

    // MARK: What handlers post again

    func isHandler(_ function: Symbol, namedAt occurrence: Occurrence, of use: OpenUse) -> Bool {
        guard use.operation.isSender, occurrence.file.isSwift, !occurrence.roles.contains(.call),
            occurrence.roles.isDisjoint(with: [.declaration, .implicit])
        else { return false }
        return !function.isAccessor
    }

    func calls(_ observer: Use, _ value: Fact, mention: Occurrence?) -> Bool {
        guard let mention, case .function(let function) = value else { return observer.calls(value, in: resolver) }
        if let type = observer.observer, !function.mayRun(in: type) { return false }
        if observer.handlers.contains(Handler(function: mention.symbol, code: nil)) { return true }
        return observer.occurrence.file === mention.file && observer.bytes.contains(mention.offset)
    }

    func aliases(of channel: ChannelID) -> [Symbol] { channel.symbols.flatMap { names.aliases[$0] ?? [] } }

    func notes(on channel: Channel) -> [Note] { channel.notificationNotes }

    func mayName(_ channel: ChannelID, in code: InactiveCode) -> Bool {
        // The name of what declares it, or a literal without its quotation marks.
        let word = channel.symbols.first?.name ?? String(channel.name.dropFirst().dropLast())
        let owner = channel.kind == .declared ? channel.symbols.first?.parent : nil
        return code.words.contains(word) && code.mayName(word, of: owner)
    }
}

extension Report {
    /// Maps the notifications.
    package init(ofNotificationsIn index: Index, package: String) {
        self.init(of: .notifications, in: index, package: package) { NotificationRules($0) }
    }
}

extension InactiveCode {
    /// Returns true if a name in it may be that of a member of a type, and not of another type.
    fileprivate func mayName(_ name: String, of type: Symbol?) -> Bool {
        let owners = members.filter { $0.name == name }.map(\.owner)
        guard let type, !owners.isEmpty else { return true }
        return owners.contains { owner in
            guard let owner else { return type.isNotification }
            return [type.name, "Self", "self"].contains(owner) || type.isNotification && owner == "Name"
        }
    }
}

extension Fact {
    /// True if code receives it from an observer: in a closure, or in a loop.
    fileprivate var isReceived: Bool {
        switch self {
        case .closureParameter: true
        case .element(let sequence), .part(let sequence, _), .cast(let sequence, _): sequence.isReceived
        case .property(let symbol, let base?, _): symbol.isNotification && base.isReceived
        case .call(let call): call.function?.isOfNotificationCenter == true
        default: false
        }
    }

    /// The type that it names.
    var typeSymbol: Symbol? {
        if case .type(let type) = self { return type.symbols.first }
        return nil
    }
}

extension Symbol {
    /// The center that code gets with it, if it is the default one of this process or of all.
    fileprivate var defaultCenter: String? {
        let isDefault =
            baseName.hasPrefix("default") || usr.components(separatedBy: ")").last?.hasPrefix("default") == true
        guard isDefault, definition == nil else { return nil }
        return usr.contains("DistributedNotificationCenter") ? "DistributedNotificationCenter.default" : Center.default
    }
}

extension Invocation {
    fileprivate var isOfMessage: Bool { created?.symbols.contains(where: \.isNotificationMessage) == true }

    fileprivate var isCenter: Bool { created?.symbols.contains { $0.name == "NotificationCenter" } == true }
}

extension Handler {
    /// Reads what is given to an operator: a closure, or the name of a function.
    fileprivate init?(_ syntax: ExprSyntax, in file: SourceFile, _ function: Symbol?) {
        if let closure = syntax.as(ClosureExprSyntax.self) {
            self.init(function: function, code: SourceRange(file: file, bytes: closure.bytes))
        } else if let name = syntax.lastName,
            let named = file.symbols(at: name.offset).first(where: { !$0.kind.isProperty && !$0.isType })
        {
            self.init(function: named, code: nil)
        } else {
            return nil
        }
    }
}

extension Symbol {
    /// The methods of Foundation, and what a program's protocols make of them.
    fileprivate var notificationEntryPoints: [EntryPoint] {
        let operations = [
            "addObserver": Operation.closure, "notifications": .sequence, "messages": .sequence,
            "postNotificationName": .post, "postNotification": .post, "post": .post, "enqueueNotification": .enqueue,
            "addObserverForName": .closure, "enqueue": .enqueue, "publisher": .publisher,
        ]
        var operation = isOfNotificationCenter ? operations[nameInEitherLanguage] : nil
        if isOfNotificationCenter, isInitializer, labels.first == "center" { operation = .publisher }
        if isExpectationOfNotification { operation = .expectation }
        if isOfCoreFoundation { operation = usr.contains("Observer") ? .closure : .post }
        guard var operation else { return [] }
        // Otherwise, the first parameter is a notification, a typed message, or the object with a selector.
        var positions = [
            ArgumentRole.channel: position(labeled: "name", "forName", "named", "for", "forNotification") ?? 0
        ]
        positions[.object] = position(labeled: "object", "of", "subject")
        positions[.queue] = position(labeled: "queue")
        positions[.userInfo] = position(labeled: "userInfo")
        positions[.handler] = position(labeled: "selector", "using", "handler")
        positions[.center] = position(labeled: "center", "notificationCenter")
        if position(labeled: "selector") != nil {
            positions[.observer] = 0
            operation = .selector
        }
        let reason = isOfCoreFoundation ? Unresolved.Reason.coreFoundation : nil
        return withOverridden.map {
            EntryPoint(function: $0, operation: operation, positions: positions, unreadReason: reason)
        }
    }

    /// The name of a method without its labels, which is also without the rest of a selector.
    var nameInEitherLanguage: String {
        usr.hasPrefix("c:") ? String(baseName.prefix { $0 != ":" }) : baseName
    }
}
