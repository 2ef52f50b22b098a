import Foundation

/// Joins a trace with a map by files and lines: how often each sender and each observer ran, and the connections that
/// didn't.
struct TraceJoin {
    /// The map with what the trace says of it.
    private(set) var report: Report
    private let channels: [Channel]
    private let classes: [String: [Symbol]]
    private var used: Set<[Int]> = []

    /// A sender or an observer, by its positions in the map.
    private struct UseID: Hashable {
        let channel: Int
        let use: Int
    }

    init(_ trace: Trace, with report: Report, of channels: [Channel], _ unresolved: [Unresolved], in index: Index) {
        self.report = report
        self.channels = channels
        classes = Dictionary(grouping: index.symbols.values.filter { $0.kind == .class }, by: \.tracedName)
        begin()
        // By what `#fileID` is in each.
        let files = index.files.map { ("\($0.module)/\($0.path.split(separator: "/").last ?? "")", $0.path) }
        let paths = Dictionary(files) { first, _ in first }
        var otherLines: Set<SourceLine> = []
        for (delivery, count) in trace.counts {
            let named = channels.indices.filter { channels[$0].tracedName == delivery.channel.tracedName }
            // A file that the map doesn't have, such as one of a test, sends to its observers.
            let line = paths[delivery.fileID].map { SourceLine(file: $0, line: delivery.line) }
            let senders = named.flatMap { channel in
                let found = channels[channel].senders.enumerated().filter { _, sender in
                    line.map(sender.lines.contains) == true
                }
                return found.map { UseID(channel: channel, use: $0.offset) }
            }
            let uses = unresolved.indices.filter { unresolved[$0].occurrence.sourceLine == line }
            for sender in senders { add(count, to: \.senders, sender, isShared: senders.count > 1) }
            if senders.isEmpty {
                for use in uses { self.report.unresolved[use].add(count, of: delivery.channel) }
                if uses.isEmpty, let line { otherLines.insert(line) }
            }
            let observed = senders.isEmpty ? named : senders.map(\.channel).unique
            for called in delivery.observers { add(count, to: observers(called, on: observed), from: senders) }
        }
        self.report.notInThisTrace = unusedConnections
        self.report.linesWithoutSender = otherLines.sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    }

    /// Sets the counts to zero of what a trace would have.
    private mutating func begin() {
        for channel in report.channels.indices {
            let senders = report.channels[channel].senders
            for sender in senders.indices where senders[sender].isInTraces {
                report.channels[channel].senders[sender].broadcast?.traced = 0
            }
            // What calls its observers itself, as the library calls monitors, isn't in a trace.
            guard senders.isEmpty || senders.contains(where: \.isInTraces) else { continue }
            guard report.channels[channel].name != Channel.monitors else { continue }
            for observer in report.channels[channel].observers.indices {
                report.channels[channel].observers[observer].broadcast?.traced = 0
            }
        }
        for use in report.unresolved.indices { report.unresolved[use].traced = 0 }
    }

    private mutating func add(_ count: Int, to observers: [UseID], from senders: [UseID]) {
        for observer in observers {
            add(count, to: \.observers, observer, isShared: observers.count > 1)
            for sender in senders where sender.channel == observer.channel {
                used.insert([sender.channel, sender.use, observer.use])
            }
        }
    }

    private mutating func add(
        _ count: Int, to uses: WritableKeyPath<Report.Channel, [Report.Use]>, _ id: UseID, isShared: Bool
    ) {
        report.channels[id.channel][keyPath: uses][id.use].broadcast?.traced? += count
        if isShared { report.channels[id.channel][keyPath: uses][id.use].broadcast?.sharesTrace = true }
    }

    /// Returns the observers that one in a trace may be: those of its class or of one above it, or else those whose class
    /// isn't known.
    private func observers(_ called: Trace.Observer, on channels: [Int]) -> [UseID] {
        let types = classes[called.name.tracedName, default: []].flatMap(\.withSuperclasses)
        let candidates = channels.flatMap { channel in
            self.channels[channel].observers.enumerated().filter { $0.element.mayBe(called.kind) }
                .map { (id: UseID(channel: channel, use: $0.offset), type: $0.element.observer) }
        }
        let known = candidates.filter { $0.type.map(types.contains) == true }
        return (known.isEmpty ? candidates.filter { $0.type == nil } : known).map(\.id)
    }

    /// The connections that a trace would have, and that this one doesn't, in the order of the map.
    private var unusedConnections: [Report.Connection] {
        report.channels.enumerated().flatMap { position, channel in
            let pairs = channel.pairs.filter { pair in
                channel.senders[pair.sender].broadcast?.traced != nil
                    && !used.contains([position, pair.sender, pair.observer])
            }
            return pairs.flatMap(channel.connections)
        }.unique
    }
}

extension Report.Unresolved {
    fileprivate mutating func add(_ count: Int, of channel: String) {
        traced? += count
        tracedChannels = Set((tracedChannels ?? []) + [channel]).sorted()
    }
}

extension Report.Use {
    /// True if a trace shows how often a sender ran, because it doesn't call the observers itself.
    fileprivate var isInTraces: Bool { how == .notify }
}

extension Use {
    /// Returns true if an observer may be of a kind in a trace, where a publisher is a closure or a loop.
    fileprivate func mayBe(_ kind: Trace.Observer.Kind) -> Bool {
        switch kind {
        case .object: [.register, .record].contains(operation)
        case .owner: operation == .observe
        case .closure: ![.register, .messages].contains(operation) && observer == nil
        case .loop: ![.register, .observe].contains(operation)
        }
    }
}

extension Channel {
    fileprivate var tracedName: String { id.symbols.map(\.tracedName).sorted().joined(separator: " & ") }
}

extension Symbol {
    /// The name of a type in a trace, which names no function around it.
    fileprivate var tracedName: String {
        let module = definition?.file.module ?? String(fullName.prefix { $0 != "." })
        return "\(typeAround?.tracedName ?? module).\(name)"
    }
}

extension String {
    /// The name of a type in a trace without generic arguments, and without the module of an extension.
    var tracedName: String {
        var depth = 0
        let plain = replacing("->", with: "").filter { character in
            if character == "<" { depth += 1 }
            defer { if character == ">" { depth -= 1 } }
            return depth == 0
        }
        let types = plain.replacingOccurrences(
            of: #"^any |\(extension in \S+\):"#, with: "", options: .regularExpression)
        return types.components(separatedBy: " & ").filter { $0 != "Swift.AnyObject" }.sorted().joined(separator: " & ")
    }
}
