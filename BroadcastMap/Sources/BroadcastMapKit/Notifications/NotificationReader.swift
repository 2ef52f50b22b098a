import SwiftSyntax

/// Reads the uses of notification centers, whose channels are names.
struct NotificationReader: ChannelReader {
    let index: Index
    private let names: NotificationNames
    var evaluator: Evaluator { names.evaluator }
    private let removals: [Removal]

    init(index: Index) {
        self.index = index
        let names = NotificationNames(index: index)
        self.names = names
        let methods = index.symbols.values.filter {
            $0.nameInEitherLanguage == "removeObserver" && $0.isOfNotificationCenter
        }
        removals = methods.flatMap(\.withOverridden).unique.flatMap(\.references).compactMap { Removal(at: $0, names) }
    }

    /// The methods of Foundation, and what a program's protocols make of them.
    var entryPoints: [EntryPoint] {
        let operations = [
            "addObserver": Operation.closure, "notifications": .sequence, "messages": .sequence,
            "postNotificationName": .post, "postNotification": .post, "post": .post, "enqueueNotification": .enqueue,
            "addObserverForName": .closure, "enqueue": .enqueue, "publisher": .publisher,
        ]
        let entries = index.symbols.values.flatMap { function -> [EntryPoint] in
            var operation = function.isOfNotificationCenter ? operations[function.nameInEitherLanguage] : nil
            if function.isOfNotificationCenter, function.isInitializer, function.labels.first == "center" {
                operation = .publisher
            }
            if function.isExpectationOfNotification { operation = .expectation }
            if function.isOfCoreFoundation { operation = function.usr.contains("Observer") ? .closure : .post }
            guard let operation else { return [] }
            // Otherwise, the first parameter is a notification, a typed message, or the object with a selector.
            var arguments = [
                ArgumentRole.channel: function.parameter("name", "forName", "named", "for", "forNotification")
                    ?? .parameter(0)
            ]
            arguments[.object] = function.parameter("object", "of", "subject")
            arguments[.queue] = function.parameter("queue")
            arguments[.userInfo] = function.parameter("userInfo")
            arguments[.handler] = function.parameter("selector", "using", "handler")
            arguments[.center] =
                function.parameter("center", "notificationCenter") ?? (operation == .expectation ? nil : .receiver)
            arguments[.observer] = function.parameter("selector").map { _ in .parameter(0) }
            return function.withOverridden.map {
                EntryPoint(
                    function: $0, operation: arguments[.observer] == nil ? operation : .selector, arguments: arguments)
            }
        }
        return entries.sorted { $0.function.usr < $1.function.usr }
    }

    func read(_ call: Call) -> [CallMeaning] {
        // The callers handle a notification if this function only calls what they pass.
        if let passing = call.passingHandler { return [.passedOn(by: passing)] }
        // Only what callers decide is left to them.
        let alternatives = call.channel.alternatives
        if alternatives.count > 1 {
            return alternatives.flatMap { alternative in
                var call = call
                call.arguments[.channel] = alternative
                return read(call)
            }
        }
        return meanings(of: names.names(of: call.channel), in: call)
    }

    func readObjectiveC(_ entry: EntryPoint, at occurrence: Occurrence) -> [CallMeaning] {
        guard let message = ObjectiveCMessage(at: occurrence) else { return [] }
        func argument(_ role: ArgumentRole) -> ObjectiveCExpression? {
            guard case .parameter(let position) = entry.arguments[role], message.arguments.indices.contains(position)
            else { return nil }
            return message.arguments[position]
        }
        guard let name = argument(.channel) else { return [] }
        let isSender = entry.operation.isSender
        let type = occurrence.function?.typeAround
        let observer = argument(.observer)?.code == "self" ? type : nil
        let userInfo = argument(.userInfo).flatMap { $0.isNothing ? nil : $0 }
        let keys = userInfo.map { ($0.localValue(in: occurrence.function) ?? $0).keys } ?? []
        let handlers = [argument(.handler).flatMap { handler(in: $0, of: observer, at: occurrence) }].compactMap { $0 }
        let returnsToken = entry.operation == .closure && entry.function.definition == nil
        var call = Call(of: entry, inObjectiveC: message.bytes, naming: name.code, at: occurrence)
        // A helper has the center to which it posts, unless that is its receiver.
        let hasCenter = entry.function.definition != nil && entry.arguments[.center] != .receiver
        let center = hasCenter ? entry.center : message.center(in: occurrence.function)
        if let parameters = occurrence.function?.objectiveCParameters, call.hasCallers,
            parameters.contains(name.code)
        {
            for role in entry.arguments.keys {
                let position = argument(role).flatMap { parameters.firstIndex(of: $0.code) }
                call.passed[role] = position.map { .parameter($0) }
            }
            call.passed[.center] = message.receiver.code == "self" ? .receiver : nil
            call.center = center
            return [.passedOn(by: call)]
        }
        let use = Use(
            call: call, observer: observer,
            argumentTexts: isSender
                ? [.object: argument(.object)?.code, .userInfo: keys?.codes ?? userInfo?.code]
                : [.object: argument(.object)?.code, .queue: argument(.queue)?.code],
            keys: keys, center: center,
            handlers: handlers, keysRead: handlers.flatMap(evaluator.keysRead),
            dropsToken: returnsToken && message.isStatement)
        return names.names(of: name).compactMap { name in
            switch name.kind {
            case .known(let name):
                switch name.kind {
                case .channel(let channel): .use(countingRemovals(of: use, in: channel), of: channel)
                // No post is of all names.
                case .everyName: isSender ? nil : .unresolved(.everyName)
                case .received: nil
                }
            case .unknown(let code): .unresolved(.computed, code: code)
            case .passed: nil
            }
        }
    }

    /// Returns the method of an observer that a selector of Objective-C names, or a block.
    private func handler(
        in argument: ObjectiveCExpression, of observer: Symbol?, at occurrence: Occurrence
    ) -> Handler? {
        guard case .selector(let selector) = argument.kind else {
            let code = Handler.SourceRange(file: argument.file, bytes: argument.bytes)
            return Handler(function: occurrence.function, code: code)
        }
        let classes = observer?.withSuperclasses ?? []
        let method = classes.lazy.compactMap { index.symbols["\($0.usr)(im)\(selector)"] }.first
        return method.map { Handler(function: $0, code: nil) }
    }

    func readWithoutCallers(_ call: Call) -> [CallMeaning] {
        if call.syntax == nil { return [.unresolved(.notPassed, code: call.channelCode)] }
        let names = evaluator.askingCallers { self.names.names(of: call.channel) }
        // No caller is left to pass a name.
        let uses = meanings(of: names, in: call).filter { if case .passedOn = $0 { false } else { true } }
        return uses.contains { if case .use = $0 { true } else { false } }
            ? uses : [.unresolved(.notPassed, code: call.channelCode)]
    }

    /// Returns what a call is for each name that it may have, and once for those that callers pass.
    private func meanings(of names: [Found<NotificationName>], in call: Call) -> [CallMeaning] {
        let known = names.compactMap { name -> CallMeaning? in
            switch name.kind {
            case .unknown(let code): return .unresolved(.computed, code: code)
            case .passed: return nil
            case .known(let known):
                switch known.kind {
                // No post is of all names, but an optional may be `nil` before `??`.
                case .everyName: return call.entry.operation.isSender ? nil : .unresolved(.everyName)
                case .received(let code): return .received(call, by: code)
                case .channel(let channel):
                    var call = call
                    if let notification = known.notification {
                        call.arguments[.object] = notification.object?.inCaller
                        call.arguments[.userInfo] = notification.userInfo?.inCaller
                    }
                    return .use(countingRemovals(of: use(of: call, through: name.path), in: channel), of: channel)
                }
            }
        }
        return names.contains(where: \.isPassed) ? [.passedOn(by: call)] + known : known
    }

    func use(of call: Call, sending channel: ChannelID) -> Use { use(of: call, through: []) }

    func aliases(of channel: ChannelID) -> [Symbol] { channel.symbols.flatMap { names.aliases[$0] ?? [] } }

    func concernsChannel(_ syntax: Syntax) -> Bool {
        if let property = syntax.as(PatternBindingSyntax.self) {
            let type = property.typeAnnotation?.type.trimmedDescription ?? ""
            let created = property.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression.path ?? []
            return type.hasSuffix("Notification.Name") || created.suffix(2) == ["Notification", "Name"]
        }
        guard let call = syntax.as(FunctionCallExprSyntax.self) else { return false }
        let labels: Set = ["name", "forName", "named"]
        let isMethod = ["post", "enqueue", "addObserver", "notifications", "publisher"].contains(
            call.calledExpression.path.last)
        let names = call.calledExpression.path.dropLast().map { $0.lowercased() }
        return isMethod
            && (call.arguments.contains { labels.contains($0.label?.text ?? "") }
                || names.contains { $0.hasPrefix("notification") || $0.hasSuffix("center") })
    }

    private func use(of call: Call, through path: [Step]) -> Use {
        let operation = call.entry.operation
        let keys = call.arguments[.userInfo].map(keys) ?? []
        let userInfo = keys?.codes ?? call.code(.userInfo)
        let object = call.code(.object)
        let center = names.center(of: call)
        let observer = call.arguments[.observer].flatMap(evaluator.type)
        let handlers = evaluator.handlers(of: call)
        return Use(
            call: call, observer: observer,
            argumentTexts: operation.isSender
                ? [.object: object, .userInfo: userInfo]
                : [.object: object, .queue: call.code(.queue)],
            keys: keys, path: path, center: center,
            objectIdentity: names.objectIdentity(of: call.arguments[.object]),
            isScheduled: call.syntax?.isScheduled == true,
            handlers: handlers, keysRead: handlers.flatMap(evaluator.keysRead), dropsToken: call.dropsToken)
    }

    /// Returns the keys of a dictionary, or `nil` if they aren't written.
    private func keys(of dictionary: Expression) -> [UserInfoKey]? {
        guard let value = evaluator.values(of: dictionary).only?.expression, let syntax = value.syntax
        else { return nil }
        if syntax.is(NilLiteralExprSyntax.self) { return [] }
        guard let dictionary = syntax.as(DictionaryExprSyntax.self) else { return nil }
        guard case .elements(let elements) = dictionary.content else { return [] }
        return elements.map { evaluator.key(value.with($0.key)) }
    }

    /// Returns a use with the number of calls that end it, if it is an observer.
    private func countingRemovals(of use: Use, in channel: ChannelID) -> Use {
        guard let type = use.type, [.selector, .closure].contains(use.operation) else { return use }
        // The token of an observer that is dropped removes nothing.
        let isKept = use.operation == .selector || !use.dropsToken
        var use = use
        use.removals =
            isKept
            ? removals.filter { removal in
                removal.type == type && removal.isOfSelf == (use.operation == .selector)
                    && removal.channels?.contains(channel) != false
            }.count : 0
        return use
    }
}

/// A call that removes observers.
private struct Removal {
    let type: Symbol
    /// True if it removes those that selectors registered, and not a token.
    let isOfSelf: Bool
    /// The notifications that it is for, or `nil` if it is for all.
    let channels: Set<ChannelID>?

    init?(at occurrence: Occurrence, _ names: NotificationNames) {
        guard let type = occurrence.function?.typeAround else { return nil }
        self.type = type
        let found: [Found<NotificationName>]
        if occurrence.file.isSwift {
            let syntax = occurrence.token.flatMap { CallSyntax(at: $0) }
            let arguments = syntax?.arguments(for: ["_", "name"]) ?? []
            isOfSelf = arguments.first??.value.isSelf == true
            let name = arguments.last.flatMap { $0 }.map(occurrence.expression)
            found = name.map(names.names) ?? []
        } else {
            let arguments = ObjectiveCMessage(at: occurrence)?.arguments ?? []
            isOfSelf = arguments.first?.code == "self"
            found = arguments.dropFirst().first.map(names.names) ?? []
        }
        let channels = found.compactMap { name -> ChannelID? in
            if case .channel(let channel) = name.content?.kind { return channel }
            return nil
        }
        // A name that isn't known may be each.
        self.channels = found.isEmpty || channels.count < found.count ? nil : Set(channels)
    }
}

extension Call {
    /// The call with the parameter that its closure calls as the handler, if callers pass what handles a notification.
    fileprivate var passingHandler: Call? {
        guard !entry.operation.isSender, hasCallers, let function = occurrence.function,
            let handler = arguments[.handler], handler.context == nil, handler.function == function
        else { return nil }
        if case .parameter(let parameter) = handler.binding, function.position(of: parameter) != nil { return self }
        guard let closure = handler.syntax?.as(ClosureExprSyntax.self) else { return nil }
        for called in closure.calls {
            let name = handler.with(called.calledExpression)
            guard case .parameter(let parameter) = name.binding, function.position(of: parameter) != nil else {
                continue
            }
            var call = self
            call.arguments[.handler] = name
            return call
        }
        return nil
    }
}

extension Symbol {
    /// The name of a method without its labels, which is also without the rest of a selector.
    fileprivate var nameInEitherLanguage: String {
        usr.hasPrefix("c:") ? String(baseName.prefix { $0 != ":" }) : baseName
    }
}

extension Expression {
    /// The argument for the parameter that it is, if a caller is known.
    fileprivate var inCaller: Expression {
        guard let context, case .parameter(let parameter) = binding, let passed = context.arguments(for: parameter)
        else { return self }
        return passed.first?.inCaller ?? parameter.defaultValue.map { with($0.value) } ?? self
    }
}

extension [UserInfoKey] {
    /// The keys as they are written, in one line.
    fileprivate var codes: String { map(\.code).joined(separator: ", ") }
}
