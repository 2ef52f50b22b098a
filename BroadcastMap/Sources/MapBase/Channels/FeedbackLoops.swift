import SwiftSyntax

/// Finds the observers whose code sends their channel again, through functions that it calls and channels that it
/// sends.
final class FeedbackLoops {
    private let channels: [Channel]
    /// The code that the observers of each channel run.
    private let handlers: [[Handler]]
    private let calls: CallGraph
    private let sent: [Handler: [Sending]]

    private struct Sending {
        let channel: Int
        let use: Use
    }

    /// Code that runs next, and the names on the way there: its own, after that of the channel that leads to it.
    private struct Step {
        let handler: Handler
        let names: [String]
    }

    private var known: [Handler: [Step]] = [:]

    /// Returns channels with their feedback loops, except for those of frameworks.
    static func added(to channels: [Channel], in index: Index) -> [Channel] {
        let loops = FeedbackLoops(among: channels, in: index)
        return channels.indices.map { position in
            var channel = channels[position]
            if channel.id.kind != .framework { channel.feedbackLoops = loops.ways(of: position) }
            return channel
        }
    }

    private init(among channels: [Channel], in index: Index) {
        self.channels = channels
        let sendings = channels.indices.flatMap { channel in
            channels[channel].senders.map { Sending(channel: channel, use: $0) }
        }
        handlers = channels.map { $0.observers.flatMap(\.handlers) }
        let stored = StoredClosures(in: index)
        let code = HandlerCode(of: handlers.flatMap { $0 } + stored.byProperty.values.joined())
        sent = Dictionary(grouping: sendings) { code.handler(around: $0.use.occurrence) }
        calls = CallGraph(of: index, in: code, storing: stored)
    }

    /// Returns the shortest way from each observer of a channel to where it is sent again, and the shortest of these
    /// first.
    private func ways(of channel: Int) -> [String] {
        var ways: [[String]] = []
        var seen: Set<Handler> = []
        for observer in channels[channel].observers {
            for handler in observer.handlers where seen.insert(handler).inserted {
                if let way = way(from: handler, of: observer, to: channel), !ways.contains(way) { ways.append(way) }
            }
        }
        return ways.sorted { ($0.count, $0.text) < ($1.count, $1.text) }.map(\.text)
    }

    private func way(from first: Handler, of observer: Use, to channel: Int) -> [String]? {
        var reached = [(step: Step(handler: first, names: [first.name]), previous: 0)]
        var seen: Set = [first]
        var position = 0
        while position < reached.count {
            let handler = reached[position].step.handler
            if sent[handler, default: []].contains(where: { $0.channel == channel && $0.use.mayReach(observer) }) {
                let way = sequence(first: position) { $0 == 0 ? nil : reached[$0].previous }
                return way.reversed().flatMap { reached[$0].step.names }
            }
            let next = steps(after: handler).filter { seen.insert($0.handler).inserted }
            reached += next.map { (step: $0, previous: position) }
            position += 1
        }
        return nil
    }

    /// Returns the functions and the closures that code calls, and the observers of the channels that it sends.
    private func steps(after handler: Handler) -> [Step] {
        if let steps = known[handler] { return steps }
        let functions = calls.functions(calledIn: handler).map { function in
            Step(handler: Handler(function: function, code: nil), names: [function.nameInWay])
        }
        let closures = calls.closures(calledIn: handler).map { Step(handler: $0, names: [$0.name]) }
        let observers = sent[handler, default: []].flatMap { sending in
            handlers[sending.channel].map {
                Step(handler: $0, names: [channels[sending.channel].name, $0.name])
            }
        }
        let steps = functions + closures + observers
        known[handler] = steps
        return steps
    }
}

extension [String] {
    /// The names of a way, or the first and the last ones of a long way.
    fileprivate var text: String {
        let shown = count > 8 ? prefix(4) + ["… \(count - 7) more …"] + suffix(3) : self[...]
        return shown.joined(separator: " → ")
    }
}

/// Finds the closures and the loops of observers, whose code doesn't run where it is written.
private struct HandlerCode {
    private let byFile: [SourceFile: NestedRanges]

    init(of handlers: [Handler]) {
        let ranges = Dictionary(grouping: handlers.compactMap(\.code), by: \.file)
        byFile = ranges.mapValues { NestedRanges($0.map(\.bytes)) }
    }

    /// Returns the code that an occurrence belongs to: the innermost closure or loop of an observer, or the function.
    func handler(around occurrence: Occurrence) -> Handler {
        let bytes = byFile[occurrence.file]?.innermost(at: occurrence.offset)
        let code = bytes.map { Handler.SourceRange(file: occurrence.file, bytes: $0) }
        return Handler(function: occurrence.function, code: code)
    }
}

/// The closures that code only stores in properties.
private struct StoredClosures {
    let byProperty: [Symbol: [Handler]]

    init(in index: Index) {
        let writes = index.symbols.values.filter(\.kind.isProperty).flatMap(\.references).filter {
            $0.roles.contains(.write) && $0.symbol.mayHoldClosure
        }
        writes.map(\.file).parse()
        let found = Dictionary(grouping: writes, by: \.symbol).mapValues { $0.flatMap(\.assignedClosures) }
        byProperty = found.filter { !$0.value.isEmpty }
    }
}

extension Occurrence {
    /// The closures that are assigned here.
    fileprivate var assignedClosures: [Handler] {
        (token?.assignedValues ?? []).compactMap { value in
            guard let closure = value.as(ClosureExprSyntax.self) else { return nil }
            return Handler(function: function, code: Handler.SourceRange(file: file, bytes: closure.bytes))
        }
    }

    /// True if code may call the closure in the property.
    fileprivate var mayBeCalled: Bool {
        if roles.contains(.implicit) { return false }
        guard let name = token?.parent?.as(DeclReferenceExprSyntax.self) else { return true }
        var callee = name.withBase
        while let next = callee.parent?.as(ExprSyntax.self),
            next.is(OptionalChainingExprSyntax.self)
                || next.is(ForceUnwrapExprSyntax.self)
        {
            callee = next
        }
        return callee.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == callee.id
    }
}

/// The calls of each function, by the index.
private struct CallGraph {
    private let calls: [Handler: [Occurrence]]
    private let closures: [Handler: [Handler]]

    init(of index: Index, in code: HandlerCode, storing stored: StoredClosures) {
        let called = stored.byProperty.sorted { $0.key.usr < $1.key.usr }.flatMap { property, closures in
            property.references.filter(\.mayBeCalled).map { (code.handler(around: $0), closures) }
        }
        closures = Dictionary(called) { $0 + $1 }
        let all = index.symbols.values.flatMap { $0.references.filter { $0.roles.contains(.call) } }
        calls = Dictionary(grouping: all, by: code.handler)
    }

    /// Returns the closures in the properties that code calls.
    func closures(calledIn handler: Handler) -> [Handler] { closures[handler] ?? [] }

    /// Returns what code calls, with what overrides or witnesses it, and with the observers of a property that it sets.
    func functions(calledIn handler: Handler) -> [Symbol] {
        let calls = (calls[handler] ?? []).sorted { $0.order < $1.order }
        return calls.flatMap { $0.mayReachOverride ? $0.symbol.withOverrides : [$0.symbol] }
            + calls.flatMap(\.symbol.propertyObservers)
    }
}

extension Occurrence {
    /// False if the call reaches the function itself: on `super`, or in Objective-C, of an object that is created
    /// there.
    fileprivate var mayReachOverride: Bool {
        roles.contains(.dynamic) || file.isSwift && (symbol.witnesses.isEmpty || !isOnSuper)
    }
}

extension Symbol {
    /// True if the type of this property is that of a function, or isn't known because the property is for Objective-C.
    fileprivate var mayHoldClosure: Bool { !usr.hasPrefix("s:") || fullName.contains(" -> ") }

    /// The name, with the observer of a property if it is one.
    fileprivate var nameInWay: String {
        propertyObserver.map { "\(propertyOrSelf.name) (\($0))" } ?? propertyOrSelf.name
    }

    /// `didSet` or `willSet`, if it is one.
    private var propertyObserver: String? { ["didSet", "willSet"].first { name.hasPrefix("\($0):") } }

    /// The property observers that run when this setter is called.
    fileprivate var propertyObservers: [Symbol] {
        guard name.hasPrefix("setter:"), let property = parent else { return [] }
        return property.members.filter { $0.propertyObserver != nil }
    }
}
