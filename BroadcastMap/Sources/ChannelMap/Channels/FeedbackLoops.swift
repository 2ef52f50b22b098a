/// Finds the ways from a handler, through the functions that it calls, to what sends the handler's own channel.
///
/// Conditions aren't read: one that ends a loop inside `post` may not end it when messages are delivered later.
final class FeedbackLoops {
    /// The closures and the loops of observers, which don't run where they are written.
    private let closures: [SourceFile: NestedRanges]
    private var calls: [Handler: [Occurrence]] = [:]
    private var known: [Handler: [Symbol]] = [:]

    init(among channels: [Channel], in index: Index) {
        let code = channels.flatMap { $0.observers.flatMap(\.handlers) }.compactMap(\.code)
        closures = Dictionary(grouping: code, by: \.file).mapValues { NestedRanges($0.map(\.bytes)) }
        let all = index.symbols.values.flatMap { $0.references.filter { $0.roles.contains(.call) } }
        calls = Dictionary(grouping: all, by: handler)
    }

    /// Returns a note on each observer that may lead to what it observes, the shortest way first.
    func notes(on channel: Channel, _ end: String) -> [Note] {
        if channel.id.kind == .framework || channel.senders.isEmpty { return [] }
        let senders = Dictionary(grouping: channel.senders) { handler(around: $0.occurrence) }
            .mapValues { Set($0.map(\.address)) }
        let ways = channel.observers.flatMap { observer in
            observer.handlers.compactMap { first in
                way(from: first) { senders[$0]?.contains { $0.mayReach(observer.address) } == true }
            }
        }
        let texts = ways.unique.sorted { ($0.count, $0.joined()) < ($1.count, $1.joined()) }.map(\.text)
        return texts.map { Note(kind: .echo, text: "feedback loop: \($0) \(end) it may never end") }
    }

    /// Returns the names on the shortest way from a handler to code that sends.
    private func way(from first: Handler, to isEnd: (Handler) -> Bool) -> [String]? {
        var reached = [(code: first, name: first.name, previous: 0)]
        var seen: Set = [first]
        var position = 0
        while position < reached.count {
            let code = reached[position].code
            if isEnd(code) {
                let way = sequence(first: position) { $0 == 0 ? nil : reached[$0].previous }
                return way.map { reached[$0].name }.reversed()
            }
            for function in functions(calledBy: code) {
                let next = Handler(function: function, code: nil)
                if seen.insert(next).inserted { reached.append((next, function.nameInWay, position)) }
            }
            position += 1
        }
        return nil
    }

    /// Returns the functions that code calls, and those that override them.
    private func functions(calledBy code: Handler) -> [Symbol] {
        if let known = known[code] { return known }
        let found = (calls[code] ?? []).sorted { $0.order < $1.order }.flatMap { call in
            let isOverridden = !call.symbol.witnesses.isEmpty && !call.isOnSuper
            return (isOverridden ? call.symbol.withOverrides : [call.symbol]) + call.symbol.propertyObservers
        }
        known[code] = found
        return found
    }

    /// Returns the code that an occurrence belongs to: the innermost closure or loop of an observer, or the function.
    private func handler(around occurrence: Occurrence) -> Handler {
        let bytes = closures[occurrence.file]?.innermost(around: occurrence.offset)
        let range = bytes.map { Handler.SourceRange(file: occurrence.file, bytes: $0) }
        return Handler(function: occurrence.function, code: range)
    }
}

extension [String] {
    /// The names of a way, or the first and the last ones of a long way.
    fileprivate var text: String {
        let shown = count > 8 ? prefix(4) + ["… \(count - 7) more …"] + suffix(3) : self[...]
        return shown.joined(separator: " → ")
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
