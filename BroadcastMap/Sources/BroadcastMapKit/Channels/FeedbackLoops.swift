import SwiftSyntax

/// Finds the observers whose code sends their channel again, through functions that it calls and channels that it sends.
struct FeedbackLoops {
    private let channels: [Channel]
    /// The code that the observers of each channel run.
    private let handlers: [[Handler]]
    private let calls: CallGraph
    private let sent: [Handler: [Sending]]

    private struct Sending {
        let channel: Int
        let use: Use
    }

    /// Code, and how it was reached.
    private struct Step {
        let handler: Handler
        let names: [String]
    }

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

    /// Returns the shortest way from each observer of a channel to where it is sent again.
    private func ways(of channel: Int) -> [String] {
        var ways: [String] = []
        var seen: Set<Handler> = []
        for observer in channels[channel].observers {
            for handler in observer.handlers where seen.insert(handler).inserted {
                if let way = way(from: handler, of: observer, to: channel), !ways.contains(way) { ways.append(way) }
            }
        }
        return ways
    }

    private func way(from first: Handler, of observer: Use, to channel: Int) -> String? {
        var steps = [Step(handler: first, names: [first.name])]
        var seen: Set = [first]
        var next = 0
        while next < steps.count {
            let step = steps[next]
            next += 1
            let sendings = sent[step.handler] ?? []
            if sendings.contains(where: { $0.channel == channel && $0.use.mayMeet(observer) }) {
                return step.names.joined(separator: " → ")
            }
            let functions = calls.functions(calledIn: step.handler).map { function in
                Step(handler: Handler(function: function, code: nil), names: step.names + [function.nameInWay])
            }
            let closures = calls.closures(calledIn: step.handler).map {
                Step(handler: $0, names: step.names + [$0.name])
            }
            let observers = sendings.flatMap { sending in
                handlers[sending.channel].map {
                    Step(handler: $0, names: step.names + [channels[sending.channel].name, $0.name])
                }
            }
            steps += (functions + closures + observers).filter { seen.insert($0.handler).inserted }
        }
        return nil
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

/// The closures that code only stores in properties, in the files that are parsed.
private struct StoredClosures {
    let byProperty: [Symbol: [Handler]]

    init(in index: Index) {
        let found = index.symbols.values.filter(\.kind.isProperty).map { property in
            let writes = property.references.filter { $0.roles.contains(.write) && $0.file.isParsed }
            let closures = writes.flatMap { write in
                (write.token?.assignedValues ?? []).compactMap { value -> Handler? in
                    guard let closure = value.as(ClosureExprSyntax.self) else { return nil }
                    let code = Handler.SourceRange(file: write.file, bytes: closure.bytes)
                    return Handler(function: write.function, code: code)
                }
            }
            return (property, closures)
        }
        byProperty = Dictionary(uniqueKeysWithValues: found.filter { !$0.1.isEmpty })
    }
}

extension Occurrence {
    /// True if code may call the closure in the property, as far as its file is parsed.
    fileprivate var mayBeCalled: Bool {
        if roles.contains(.implicit) { return false }
        guard file.isParsed, let name = token?.parent?.as(DeclReferenceExprSyntax.self) else { return true }
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
        let called = stored.byProperty.flatMap { property, closures in
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
        let functions = (calls[handler] ?? []).sorted { $0.order < $1.order }.map(\.symbol)
        return functions.flatMap(\.withImplementations) + functions.flatMap(\.propertyObservers)
    }
}

extension Symbol {
    /// The name, with the observer of a property if it is one.
    fileprivate var nameInWay: String {
        propertyObserver.map { "\(propertyOrSelf.name) (\($0))" } ?? propertyOrSelf.name
    }

    /// `didSet` or `willSet`, if it is one.
    private var propertyObserver: String? { ["didSet", "willSet"].first { name.hasPrefix("\($0):") } }

    /// This function, and all that overrides or witnesses it.
    fileprivate var withImplementations: [Symbol] { [self] + witnesses.flatMap(\.symbol.withImplementations) }

    /// The property observers that run when this setter is called.
    fileprivate var propertyObservers: [Symbol] {
        guard name.hasPrefix("setter:"), let property = parent else { return [] }
        return property.members.filter { $0.propertyObserver != nil }
    }
}
