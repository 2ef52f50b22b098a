/// Reads the uses of notification centers, whose channels are names.
struct NotificationReader: ChannelReader {
    let subject = "posts or observes notifications"
    let index: Index
    private let names: NotificationNames

    init(index: Index) { (self.index, names) = (index, NotificationNames(index)) }

    /// The methods of Foundation, and what a program's protocols make of them.
    var entryPoints: [EntryPoint] {
        let verbs: [String: Verb] = [
            "post": .post, "enqueue": .enqueue, "addObserver": .closure, "notifications": .sequence,
            "messages": .sequence, "publisher": .publisher,
        ]
        let roles: [Role: Set<Substring>] = [
            .channel: ["name", "forName", "named", "for"], .object: ["object", "of", "subject"],
            .queue: ["queue"], .userInfo: ["userInfo"],
        ]
        return index.symbols.values.filter(\.isOfNotificationCenter).flatMap { function -> [EntryPoint] in
            guard let verb = verbs[function.baseName] else { return [] }
            var arguments = roles.compactMapValues { labels in
                function.labels.firstIndex(where: labels.contains).map { EntryPoint.Argument.parameter($0) }
            }
            // The first parameter is a notification, a typed message, or the object with a selector.
            arguments[.channel] = arguments[.channel] ?? .parameter(0)
            let isSelector = function.labels.contains("selector")
            if isSelector { arguments[.observer] = .parameter(0) }
            return function.withOverridden.map {
                EntryPoint(function: $0, verb: isSelector ? .selector : verb, arguments: arguments)
            }
        }
    }

    func parameter(in argument: Expression, of function: Symbol?) -> EntryPoint.Argument? {
        let isSelf = argument.isEmpty || argument.texts == ["self"]
        if isSelf { return function?.typeAround?.path == "Name" ? .receiver : nil }
        return index.parameter(in: argument, of: function).map { .parameter($0.offset) }
    }

    func read(_ call: Call) -> Reading {
        guard var name = call.expression(.channel) else { return .unresolved(.defaultArgument) }
        let (user, scope) = (call.occurrence.user, Scope(around: call.occurrence))
        var call = call
        while let inside = names.inside(name, in: scope) {
            name.last.map { call.unpack($0) }
            name = inside
        }
        if call.isolation == .caller { call.isolation = isolation(of: call, in: scope) }
        if name.texts == ["nil"] { return .unresolved(.everyName) }
        if let parameter = parameter(in: name, of: user) { return .passedOn(parameter, by: call) }
        guard let channels = names.names(of: name, in: scope, of: user) else { return .unresolved(.computed) }
        let (keys, object) = (keys(of: call), call.code(.object))
        let isSender = call.entry.verb.isSender
        let use = Use(
            verb: call.entry.verb, occurrence: call.occurrence, form: nil, methods: [], observer: observer(of: call),
            handled: nil,
            arguments: isSender
                ? [.object: object, .userInfo: keys.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") }]
                : [.object: object, .queue: call.code(.queue)],
            keys: keys, isOnMainActor: call.isolation == .mainActor, isLater: isLater(call))
        return .use(use, of: channels)
    }

    /// Where code of a declaration runs, as far as the sources and the classes of frameworks say.
    private func isolation(of call: Call, in scope: Scope) -> Isolation {
        if call.entry.function.usr.contains("16MainActorMessage") { return .mainActor }
        guard scope.isolation == .caller, let user = call.occurrence.user, !user.modifiers.contains("nonisolated")
        else {
            return scope.isolation
        }
        let isIsolated = sequence(first: user, next: \.parent).contains {
            $0.modifiers.contains("@MainActor") || $0.kind.isType && $0.isOfUserInterface
        }
        return isIsolated ? .mainActor : .caller
    }

    /// Returns the class of an object with a selector, which may stand in a function that passes on a name.
    private func observer(of call: Call) -> Symbol? {
        if case .written(let object) = call.entry.arguments[.observer] {
            return object.texts == ["self"] ? call.entry.function.typeAround : nil
        }
        return call.arguments[.observer].flatMap { index.type(ofValue: $0, in: call.occurrence.user) }
    }

    /// Returns the keys of the user info, which are none without it, and `nil` if they aren't written.
    private func keys(of call: Call) -> [String]? {
        guard let info = call.expression(.userInfo), info.texts != ["nil"] else { return [] }
        guard info.count == 1, info.first?.text.hasPrefix("[") == true else { return nil }
        return info.first?.elements.map { $0.prefix { $0.text != ":" }.code }.filter { !$0.isEmpty }
    }

    /// Whether observers are called after the post returned.
    private func isLater(_ call: Call) -> Bool {
        switch call.entry.verb {
        case .enqueue, .sequence: true
        case .publisher: call.chain.contains { $0.text == "receive" }
        default: call.entry.function.usr.contains("12AsyncMessage")
        }
    }
}
