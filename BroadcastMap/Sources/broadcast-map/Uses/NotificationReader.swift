/// Reads the uses of notification centers, whose channels are names.
struct NotificationReader: ChannelReader {
    let index: Index
    /// The first property that declares a text to be a name, by the text in its quotation marks.
    private(set) var declared: [String: Symbol] = [:]

    init(index: Index) {
        self.index = index
        let users = index.symbols.values.filter(\.isNotification).flatMap(\.references).compactMap(\.user)
        let properties = Set(users.compactMap { $0.kind.isProperty ? $0 : $0.parent }).filter { $0.definition != nil }
        for property in properties.sorted(by: { $0.definition!.order < $1.definition!.order }) {
            let name = property.value.flatMap(name)
            if let name, name.kind == .literal { declared[name.name] = property }
        }
    }

    /// The methods of Foundation, and what a program's protocols make of them.
    var entryPoints: [EntryPoint] {
        let verbs = ["addObserver": Verb.closure, "notifications": .sequence, "messages": .sequence]
        return index.symbols.values.flatMap { function -> [EntryPoint] in
            let verb = verbs[function.baseName] ?? Verb(rawValue: function.baseName)
            guard let verb, function.isOfNotificationCenter else { return [] }
            // Otherwise, the first parameter is a notification, a typed message, or the object with a selector.
            var arguments = [Role.channel: function.parameter("name", "forName", "named", "for") ?? .parameter(0)]
            arguments[.object] = function.parameter("object", "of", "subject")
            for role in [Role.queue, .userInfo] { arguments[role] = function.parameter("\(role)") }
            arguments[.observer] = function.parameter("selector").map { _ in .parameter(0) }
            return function.withOverridden.map {
                EntryPoint(function: $0, verb: arguments[.observer] == nil ? verb : .selector, arguments: arguments)
            }
        }
    }

    func read(_ call: Call) -> Reading {
        let scope = Scope(around: call.occurrence)
        var (call, argument) = (call, call.channel)
        while let inside = inside(argument, in: scope) {
            argument.expression.last.map { call.unpack($0) }
            argument = inside
        }
        if call.isolation == .caller { call.isolation = isolation(of: call, in: scope) }
        if argument.expression.texts == ["nil"] { return .unresolved(.everyName) }
        if let parameter = index.parameter(in: argument) { return .passedOn(parameter: parameter, by: call) }
        return name(of: argument).map { .use(use(of: call), of: $0) } ?? .unresolved(.computed)
    }

    private func use(of call: Call) -> Use {
        let verb = call.entry.verb
        let info = call.arguments[.userInfo].flatMap { $0.expression.texts == ["nil"] ? nil : $0.expression }
        let list = info.map { $0.count == 1 && $0.code.hasPrefix("[") ? $0[$0.startIndex].elements : nil } ?? []
        let keys = list?.map { $0.prefix { $0.text != ":" }.code }.filter { !$0.isEmpty }
        let (object, queue) = (call.code(.object), call.code(.queue))
        return Use(
            verb: verb, occurrence: call.occurrence, form: nil, methods: [],
            observer: call.arguments[.observer].flatMap(index.type), handled: nil,
            arguments: verb.isSender
                ? [.object: object, .userInfo: keys?.joined(separator: ", ")] : [.object: object, .queue: queue],
            keys: keys, isOnMainActor: call.isolation == .mainActor,
            isLater: [.enqueue, .sequence].contains(verb) || call.entry.function.usr.contains("12AsyncMessage")
                || call.chain.map(\.text).contains("receive"))
    }

    /// Where code of a declaration runs, as far as the sources and the classes of frameworks say.
    private func isolation(of call: Call, in scope: Scope) -> Isolation {
        if call.entry.function.usr.contains("16MainActorMessage") { return .mainActor }
        guard let user = call.occurrence.user, !user.modifiers.contains("nonisolated") else { return scope.isolation }
        let isIsolated = sequence(first: user, next: \.parent).contains {
            $0.modifiers.contains("@MainActor") || $0.kind.isType && $0.isOfUserInterface
        }
        return isIsolated && scope.isolation == .caller ? .mainActor : scope.isolation
    }
}
