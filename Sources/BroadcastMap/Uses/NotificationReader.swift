/// Reads the uses of notification centers, whose channels are names.
struct NotificationReader: ChannelReader {
    let subject = "posts or observes notifications"
    private let index: Index
    private let names: NotificationNames
    /// The functions, the properties and the types that are declared to be on the main actor.
    private let isolated: Set<Symbol>

    init(index: Index) {
        (self.index, names) = (index, NotificationNames(index))
        isolated = Set((index.symbols["s:ScM"]?.references ?? []).compactMap(\.isolatedDeclaration))
    }

    private static let verbs: [String: Verb] = [
        "post": .post, "enqueue": .enqueue, "addObserver": .closure, "notifications": .sequence,
        "messages": .sequence, "publisher": .publisher,
    ]
    private static let labels: [Role: Set<Substring>] = [
        .channel: ["name", "forName", "named", "for"], .object: ["object", "of", "subject"], .queue: ["queue"],
        .userInfo: ["userInfo"],
    ]

    /// The methods of Foundation, and what a program's protocols make of them.
    var entryPoints: [EntryPoint] {
        index.symbols.values.filter(\.isOfNotificationCenter).flatMap { function -> [EntryPoint] in
            guard var verb = Self.verbs[function.baseName] else { return [] }
            var arguments = Self.labels.compactMapValues { labels in
                function.labels.firstIndex(where: labels.contains).map { EntryPoint.Argument.parameter($0) }
            }
            // The first parameter is the notification, or the observer.
            if arguments[.channel] == nil { arguments[.channel] = .parameter(0) }
            if function.labels.contains("selector") { (verb, arguments[.observer]) = (.selector, .parameter(0)) }
            return function.withOverridden.map { EntryPoint(function: $0, verb: verb, arguments: arguments) }
        }
    }

    func parameter(in argument: Expression, of function: Symbol?) -> EntryPoint.Argument? {
        names.parameter(in: argument, of: function)
    }

    func read(_ call: Call) -> Reading {
        guard var argument = call.expression(.channel) else { return .unresolved(.defaultArgument) }
        let (user, scope) = (call.occurrence.user, Scope(around: call.occurrence))
        if let name = argument.first?.text, argument.count == 1, let values = scope.values(of: name), values.count == 1 {
            argument = values[0]
        }
        var call = call
        if argument.dropLast().last?.symbols.contains(where: \.isNotification) == true {
            argument.last.map { call.unpack($0) }
        }
        if call.isolation == .caller { call.isolation = isolation(of: scope, in: user) }
        switch names.value(of: argument, in: scope, of: user) {
        case .passed(let channel): return .passedOn(channel, by: call)
        case .unresolved(let reason): return .unresolved(reason)
        case .names(let channels):
            let use = Use(
                verb: call.entry.verb, occurrence: call.occurrence, form: nil, methods: [],
                observer: observer(of: call), handled: nil,
                arguments: [Role.object: call.code(.object), .queue: call.code(.queue)].compactMapValues { $0 },
                keys: keys(of: call), isOnMainActor: call.isolation == .mainActor, isLater: isLater(call))
            return .use(use, of: channels)
        }
    }

    private func isolation(of scope: Scope, in user: Symbol?) -> Isolation {
        guard scope.isolation == .caller, let user else { return scope.isolation }
        let declarations = sequence(first: user, next: \.parent)
        let isIsolated = declarations.contains { isolated.contains($0) || $0.isType && $0.isOfUserInterface }
        return isIsolated && !user.isNonisolated ? .mainActor : .caller
    }

    /// Returns the class of an observer with a selector, which may stand in a function that passes on a name.
    private func observer(of call: Call) -> Symbol? {
        if case .written(let observer) = call.entry.arguments[.observer] {
            return observer.texts == ["self"] ? call.entry.function.typeAround : nil
        }
        return call.arguments[.observer].flatMap { index.type(ofValue: $0, in: call.occurrence.user) }
    }

    /// Returns the keys of the user info, which is empty without any, and `nil` if they aren't written.
    private func keys(of call: Call) -> [String]? {
        guard let info = call.expression(.userInfo), info.texts != ["nil"] else { return [] }
        guard let list = info.first, info.count == 1, list.text.hasPrefix("[") else { return nil }
        return list.elements.map { $0.prefix { $0.text != ":" }.code }.filter { !$0.isEmpty }
    }

    /// Whether observers are called later than the post returns.
    private func isLater(_ call: Call) -> Bool {
        switch call.entry.verb {
        case .enqueue, .sequence: true
        case .publisher: call.chain.contains { $0.text == "receive" }
        default: call.entry.function.usr.contains("12AsyncMessage")
        }
    }
}

extension Occurrence {
    /// What an attribute at this place is attached to, and `nil` for one inside a declaration.
    fileprivate var isolatedDeclaration: Symbol? {
        if let user { return user.definition.map { offset < $0.offset } == true ? user : nil }
        return Tokens(at: self).prefix(20).lazy.flatMap(\.symbols).first { $0.isType && $0.definition?.offset ?? 0 > offset }
    }
}

extension Symbol {
    /// Whether its declaration has `nonisolated` in its line.
    fileprivate var isNonisolated: Bool {
        guard let definition else { return false }
        let (file, offset) = (definition.file, definition.offset)
        return file.code(file.offset(line: definition.place.line, column: 1)..<offset).contains("nonisolated")
    }
}
