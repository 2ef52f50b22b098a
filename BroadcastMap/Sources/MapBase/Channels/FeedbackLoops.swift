import SwiftSyntax

/// Finds the observers whose code sends their channel again, through functions that it calls and channels that it
/// sends.
final class FeedbackLoops {
    private let channels: [Channel]
    private let calls: CallGraph
    private let conditions: Conditions
    private let resolver: Resolver
    private let sent: [Handler: [Sending]]

    private struct Sending {
        let channel: Int
        let use: Use
    }

    /// Code that runs, and what its caller passes, as far as conditions may depend on it.
    private struct Run: Hashable {
        let handler: Handler
        var object = CalledObject.unknown
        var constants: [Int: Fact] = [:]
    }

    /// Code that runs next, and the names on the way there: its own, after that of the channel that leads to it.
    private struct Step {
        let run: Run
        let names: [String]
    }

    private var known: [Run: [Step]] = [:]

    /// Returns channels with their feedback loops, except for those of frameworks.
    static func added(to channels: [Channel], _ resolver: Resolver) -> [Channel] {
        let loops = FeedbackLoops(among: channels, resolver)
        return channels.indices.map { position in
            var channel = channels[position]
            if channel.id.kind != .framework { channel.feedbackLoops = loops.ways(of: position) }
            return channel
        }
    }

    private init(among channels: [Channel], _ resolver: Resolver) {
        self.channels = channels
        self.resolver = resolver
        let sendings = channels.indices.flatMap { channel in
            channels[channel].senders.map { Sending(channel: channel, use: $0) }
        }
        let stored = StoredClosures(in: resolver.index)
        let handlers = channels.flatMap { $0.observers.flatMap(\.handlers) }
        let code = HandlerCode(of: handlers + stored.byProperty.values.joined())
        sent = Dictionary(grouping: sendings) { code.handler(around: $0.use.occurrence) }
        calls = CallGraph(of: resolver.index, in: code, storing: stored)
        conditions = Conditions(resolver.store)
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
        var reached = [(step: Step(run: Run(handler: first, object: .observer), names: [first.name]), previous: 0)]
        var seen: Set = [reached[0].step.run]
        var position = 0
        while position < reached.count {
            let run = reached[position].step.run
            let isSent = sendings(in: run).contains {
                $0.channel == channel && $0.use.mayReach(observer, calledOn: run.object)
            }
            if isSent {
                let way = sequence(first: position) { $0 == 0 ? nil : reached[$0].previous }
                return way.reversed().flatMap { reached[$0].step.names }
            }
            let next = steps(after: run).filter { seen.insert($0.run).inserted }
            reached += next.map { (step: $0, previous: position) }
            position += 1
        }
        return nil
    }

    private func sendings(in run: Run) -> [Sending] {
        sent[run.handler, default: []].filter { mayRun($0.use.occurrence, in: run) }
    }

    private func mayRun(_ occurrence: Occurrence, in run: Run) -> Bool {
        conditions.mayRun(occurrence, in: run.handler, passed: run.constants)
    }

    /// Returns the object on which code calls a function.
    private func object(of call: Occurrence, in run: Run) -> CalledObject {
        let store = resolver.store
        guard run.object != .unknown,
            let receiver = store.call(at: call)?.invocation.receiver ?? store.receiver(at: call)
        else { return .unknown }
        let closure = run.handler.code.map { Place(file: $0.file, offset: $0.bytes.lowerBound) }
        guard let path = resolver.path(to: receiver, in: closure), path.part == nil else { return .unknown }
        if path.holder == nil { return run.object }
        return run.object == .observer ? .held : .unknown
    }

    /// Returns the functions and the closures that code calls, and the observers of the channels that it sends.
    private func steps(after run: Run) -> [Step] {
        if let steps = known[run] { return steps }
        // A call of a message reaches the observers of its channel.
        let messages = Set(sent[run.handler, default: []].flatMap(\.use.methods))
        let called = calls.calls(in: run.handler).filter { !messages.contains($0.symbol) && mayRun($0, in: run) }
        let functions = called.flatMap { call in
            let constants = conditions.constants(passedBy: call, in: run.handler, run.constants)
            let object = object(of: call, in: run)
            return call.calledFunctions.map { function in
                let handler = Handler(function: function, code: nil)
                return Step(
                    run: Run(handler: handler, object: object, constants: constants), names: [function.nameInWay])
            }
        }
        let closures = calls.closures(calledIn: run.handler).map { Step(run: Run(handler: $0), names: [$0.name]) }
        let observers = sendings(in: run).flatMap { sending in
            let reached = channels[sending.channel].observers.filter {
                sending.use.mayReach($0, calledOn: run.object)
            }
            return reached.flatMap(\.handlers).map {
                Step(run: Run(handler: $0), names: [channels[sending.channel].name, $0.name])
            }
        }
        let steps = functions + closures + observers
        known[run] = steps
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

    /// Returns the calls that code makes, in order.
    func calls(in handler: Handler) -> [Occurrence] { (calls[handler] ?? []).sorted { $0.order < $1.order } }
}

extension Occurrence {
    /// What a call reaches: the function, with what overrides or witnesses it, or the observers of a property that is
    /// set.
    fileprivate var calledFunctions: [Symbol] {
        (mayReachOverride ? symbol.withOverrides : [symbol]) + symbol.propertyObservers
    }

    /// False if the call reaches the function itself: on `super`, or in Objective-C, of an object that is created
    /// there.
    private var mayReachOverride: Bool {
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
