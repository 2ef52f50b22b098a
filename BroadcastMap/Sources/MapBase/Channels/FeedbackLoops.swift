/// Finds the observers whose code sends their channel again, through functions that it calls and channels that it
/// sends.
final class FeedbackLoops {
    private let channels: [Channel]
    private let calls: CallGraph
    private let conditions: Conditions
    private let resolver: Resolver
    private let sent: [Handler: [Sending]]
    private var known: [Run: [Step]] = [:]

    private struct Sending {
        let channel: Int
        let use: Use
    }

    /// Code that runs, the object that runs it, and what its caller passes, as far as conditions may depend on it.
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
        conditions = Conditions(resolver.store)
        let calls = CallGraph(of: resolver.index, observers: channels.flatMap { $0.observers.flatMap(\.handlers) })
        let sendings = channels.indices.flatMap { channel in
            channels[channel].senders.map { Sending(channel: channel, use: $0) }
        }
        sent = Dictionary(grouping: sendings) { calls.handler(around: $0.use.occurrence) }
        self.calls = calls
    }

    // MARK: Ways

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

    private func steps(after run: Run) -> [Step] {
        if let found = known[run] { return found }
        let called = calls(in: run).flatMap { steps(calledBy: $0, in: run) }
        let found = called + sendings(in: run).flatMap { steps(to: $0, in: run) }
        known[run] = found
        return found
    }

    private func mayRun(_ occurrence: Occurrence, in run: Run) -> Bool {
        conditions.mayRun(occurrence, in: run.handler, passed: run.constants)
    }

    // MARK: Broadcasts

    private func sendings(in run: Run) -> [Sending] {
        sent[run.handler, default: []].filter { mayRun($0.use.occurrence, in: run) }
    }

    /// Returns the code of the observers that a sender may reach.
    private func steps(to sending: Sending, in run: Run) -> [Step] {
        let channel = channels[sending.channel]
        let observers = channel.observers.filter { sending.use.mayReach($0, calledOn: run.object) }
        return observers.flatMap(\.handlers).map { Step(run: Run(handler: $0), names: [channel.name, $0.name]) }
    }

    // MARK: Calls

    private func calls(in run: Run) -> [Occurrence] {
        // A call of a message reaches the observers of its channel.
        let messages = Set(sent[run.handler, default: []].flatMap(\.use.methods))
        return calls.calls(in: run.handler).filter { !messages.contains($0.symbol) && mayRun($0, in: run) }
    }

    /// Returns the functions that a call reaches, or the closures that the property which it calls may have.
    private func steps(calledBy call: Occurrence, in run: Run) -> [Step] {
        if let closures = calls.closures[call.symbol] {
            return closures.map { Step(run: Run(handler: $0), names: [$0.name]) }
        }
        let receiver = resolver.store.call(at: call)?.invocation.receiver ?? resolver.store.receiver(at: call)
        let object = object(receiver, in: run)
        let constants = conditions.constants(passedBy: call, in: run.handler, run.constants)
        let overrides = call.mayReachOverride ? resolver.functions(calledBy: call.symbol, on: receiver) : [call.symbol]
        return (overrides + call.symbol.propertyObservers).map { function in
            let handler = Handler(function: function, code: nil)
            return Step(run: Run(handler: handler, object: object, constants: constants), names: [function.nameInWay])
        }
    }

    /// Returns which object code calls a function on.
    private func object(_ receiver: Fact?, in run: Run) -> CalledObject {
        let closure = run.handler.code.map { Place(file: $0.file, offset: $0.bytes.lowerBound) }
        guard run.object != .unknown, let path = receiver.flatMap({ resolver.path(to: $0, in: closure) }),
            path.part == nil
        else { return .unknown }
        if path.holder == nil { return run.object }
        return run.object == .observer ? .held : .unknown
    }
}

extension [String] {
    /// The names of a way, or the first and the last ones of a long way.
    fileprivate var text: String {
        let shown = count > 8 ? prefix(4) + ["… \(count - 7) more …"] + suffix(3) : self[...]
        return shown.joined(separator: " → ")
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
