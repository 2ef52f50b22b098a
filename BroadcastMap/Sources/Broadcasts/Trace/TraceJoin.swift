import MapBase

/// Joins a trace with a map: how often each sender and each observer ran, and the connections that didn't.
package struct TraceJoin {
    /// The map with what the trace says of it.
    package private(set) var report: Report
    /// A warning if places of the trace send nothing in these sources, at the first one.
    package private(set) var otherVersion: String?

    private let code: TracedCode
    /// The positions of the channels by their names in a trace, which private protocols may share.
    private let channels: [String: [Int]]
    /// The connections over which a broadcast went.
    private var used: Set<ChannelPair> = []

    /// A sender and an observer of a channel, by their positions in the map.
    private struct ChannelPair: Hashable {
        let channel: Int
        let pair: Report.Channel.Pair
    }

    /// A sender or an observer, by its positions in the map.
    private struct UseID: Hashable {
        let channel: Int
        let use: Int
    }

    /// What sent a broadcast, by its place.
    private enum Origin {
        case senders([UseID])
        /// The positions of unresolved uses.
        case unresolved([Int])
        /// A file that isn't mapped, or a function that no sender of the map calls.
        case unmapped
        /// A line of these sources that sends nothing.
        case otherLine(SourceLine)
    }

    package init(_ trace: Trace, with report: Report, in index: Index) {
        self.report = report
        code = TracedCode(index)
        channels = Dictionary(grouping: report.channels.indices) { report.channels[$0].name.tracedName }
        begin()
        let deliveries = trace.counts.map { delivery, count in
            (delivery: delivery, count: count, origin: origin(of: delivery))
        }
        let otherLines = deliveries.compactMap { delivery -> SourceLine? in
            if case .otherLine(let line) = delivery.origin { line } else { nil }
        }
        let otherFiles = Set(otherLines.map(\.file))
        let joined = otherFiles.isEmpty ? [:] : onlySenders(of: Array(trace.counts.keys), in: otherFiles)
        let uncounted = dropCounts(in: otherFiles, except: Set(joined.values))
        for (delivery, count, origin) in deliveries {
            let line = code.line(delivery.line, of: delivery.fileID)
            if let line, otherFiles.contains(line.file) {
                add(delivery, count, from: .senders([joined[delivery.place]].compactMap { $0 }))
            } else {
                add(delivery, count, from: origin)
            }
        }
        self.report.notInThisTrace = unusedConnections
        if let first = otherLines.min(by: { ($0.file, $0.line) < ($1.file, $1.line) }) {
            let files = "this source" + (otherFiles.count == 1 ? "" : " and \(otherFiles.count - 1) more")
            let senders = uncounted == 1 ? "1 sender has" : "\(uncounted) senders have"
            otherVersion =
                "\(first.link): warning: the trace is of another version of \(files), and sends from this line, so "
                + "\(senders) no count"
        }
    }

    /// Sets the counts to zero of what a trace would have.
    private mutating func begin() {
        for channel in report.channels.indices {
            let senders = report.channels[channel].senders
            for sender in senders.indices where senders[sender].isInTraces {
                report.channels[channel].senders[sender].traced = 0
            }
            // What calls its observers itself, as the library calls monitors, isn't in a trace.
            guard senders.isEmpty || senders.contains(where: \.isInTraces) else { continue }
            guard report.channels[channel].name != Channel.monitors else { continue }
            for observer in report.channels[channel].observers.indices {
                report.channels[channel].observers[observer].traced = 0
            }
        }
        for use in report.unresolved.indices { report.unresolved[use].traced = 0 }
    }

    /// Returns the senders on a channel that a file has only one of, if the trace has one place of it there.
    private func onlySenders(of deliveries: [Trace.Delivery], in files: Set<String>) -> [Trace.Place: UseID] {
        let places = Dictionary(grouping: Set(deliveries.map(\.place))) { [$0.fileID, $0.channel] }
        var joined: [Trace.Place: UseID] = [:]
        for place in places.values.compactMap(\.only) {
            guard let line = code.line(place.line, of: place.fileID), files.contains(line.file) else { continue }
            let senders = senders(on: channels[place.channel.tracedName] ?? []) { $0.file == line.file }
            joined[place] = senders.only
        }
        return joined
    }

    /// Removes the counts of what files of another version send, and returns of how many senders.
    private mutating func dropCounts(in files: Set<String>, except joined: Set<UseID>) -> Int {
        if files.isEmpty { return 0 }
        let helpers = code.senders(in: files)
        let dropped = senders(on: Array(report.channels.indices)) { [code] sender in
            if files.contains(sender.file) { return true }
            let place = sender.sourceLine
            return code.senders(at: place).isEmpty && !code.functions(reachedAt: place).isDisjoint(with: helpers)
        }.filter { !joined.contains($0) }
        for sender in dropped { report.channels[sender.channel].senders[sender.use].traced = nil }
        for use in report.unresolved.indices where files.contains(report.unresolved[use].file) {
            report.unresolved[use].traced = nil
        }
        return dropped.count
    }

    private mutating func add(_ delivery: Trace.Delivery, _ count: Int, from origin: Origin) {
        let named = channels[delivery.channel.tracedName] ?? []
        var senders: [UseID] = []
        switch origin {
        case .senders(let found): senders = found
        case .unresolved(let uses):
            for use in uses { add(count, of: delivery.channel, to: use) }
        case .unmapped, .otherLine: break
        }
        for sender in senders { add(count, to: \.senders, sender, isShared: senders.count > 1) }
        // Of channels that share a name, those of the senders.
        let sent = Set(senders.map(\.channel))
        let observed = sent.isEmpty ? named : sent.sorted()
        for called in delivery.observers {
            let observers = observers(called, on: observed)
            for observer in observers {
                add(count, to: \.observers, observer, isShared: observers.count > 1)
                for sender in senders where sender.channel == observer.channel {
                    let pair = Report.Channel.Pair(sender: sender.use, observer: observer.use)
                    used.insert(ChannelPair(channel: sender.channel, pair: pair))
                }
            }
        }
    }

    private mutating func add(
        _ count: Int, to uses: WritableKeyPath<Report.Channel, [Report.Use]>, _ id: UseID, isShared: Bool
    ) {
        report.channels[id.channel][keyPath: uses][id.use].traced? += count
        if isShared { report.channels[id.channel][keyPath: uses][id.use].sharesTrace = true }
    }

    /// Returns the senders that a broadcast may be from: those at its place, or the callers of the function there.
    private func origin(of delivery: Trace.Delivery) -> Origin {
        guard let line = code.line(delivery.line, of: delivery.fileID) else { return .unmapped }
        let named = channels[delivery.channel.tracedName] ?? []
        // A name that the map doesn't have may be another spelling.
        let candidates = named.isEmpty ? Array(report.channels.indices) : named
        let written = senders(on: candidates) { $0.sourceLine == line }
        if !written.isEmpty { return .senders(written) }
        let unresolved = unresolved { $0 == line }
        if !unresolved.isEmpty { return .unresolved(unresolved) }
        let isOtherSender = !senders(on: Array(report.channels.indices)) { $0.sourceLine == line }.isEmpty
        let helpers = isOtherSender ? [] : code.senders(at: line)
        let callers = senders(on: named) { [code] sender in
            let place = sender.sourceLine
            return code.senders(at: place).isEmpty && !code.functions(reachedAt: place).isDisjoint(with: helpers)
        }
        if !callers.isEmpty || !helpers.isEmpty { return callers.isEmpty ? .unmapped : .senders(callers) }
        // A function that passes the place of its caller on.
        let called = code.functions(calledAt: line)
        let passing = self.unresolved { [code] in !called.isDisjoint(with: code.functions(around: $0)) }
        return passing.isEmpty ? .otherLine(line) : .unresolved(passing)
    }

    private func senders(on channels: [Int], where isFound: (Report.Use) -> Bool) -> [UseID] {
        channels.flatMap { channel in
            let senders = report.channels[channel].senders
            return senders.indices.filter { senders[$0].isInTraces && isFound(senders[$0]) }
                .map { UseID(channel: channel, use: $0) }
        }
    }

    private func unresolved(where isFound: (SourceLine) -> Bool) -> [Int] {
        report.unresolved.indices.filter { isFound(report.unresolved[$0].sourceLine) }
    }

    /// Counts a broadcast on a channel for an unresolved use.
    private mutating func add(_ count: Int, of channel: String, to use: Int) {
        report.unresolved[use].traced? += count
        let known = report.unresolved[use].tracedChannels ?? []
        report.unresolved[use].tracedChannels = Set(known + [channel]).sorted()
    }

    /// Returns the observers that one in a trace may be.
    private func observers(_ called: Trace.Observer, on channels: [Int]) -> [UseID] {
        let ofKind = observers(named: called.name.tracedName, on: channels) { $0.mayBe(called.kind) }
        // The map takes the closure of an owner whose class it doesn't know for one without an owner.
        return ofKind.isEmpty ? observers(named: called.name.tracedName, on: channels) { _ in true } : ofKind
    }

    private func observers(
        named name: String, on channels: [Int], where isCandidate: (Report.Use) -> Bool
    ) -> [UseID] {
        let candidates = channels.flatMap { channel in
            let observers = report.channels[channel].observers
            return observers.indices.filter { isCandidate(observers[$0]) }.map { UseID(channel: channel, use: $0) }
        }
        func observers(where isFound: (Report.Use) -> Bool) -> [UseID] {
            candidates.filter { isFound(report.channels[$0.channel].observers[$0.use]) }
        }
        let superclasses = code.superclasses(of: name)
        func isInherited(_ observer: Report.Use) -> Bool {
            observer.className.map { superclasses.contains($0.tracedName) } ?? false
        }
        // The class, and the superclasses whose own code registers it.
        let own = observers { $0.className?.tracedName == name || isInherited($0) && $0.in == $0.className }
        if !own.isEmpty { return own }
        let inherited = observers(where: isInherited)
        if !inherited.isEmpty { return inherited }
        // An object of a class that no code names, or what a type of messages made.
        return observers { $0.className == nil }
    }

    /// The connections that a trace would have, and that this one doesn't, in the order of the map.
    private var unusedConnections: [Report.Connection] {
        report.channels.enumerated().flatMap { position, channel in
            let pairs = channel.pairs.filter { pair in
                channel.senders[pair.sender].traced != nil && !used.contains(ChannelPair(channel: position, pair: pair))
            }
            return pairs.flatMap(channel.connections)
        }.unique
    }
}

extension Placed {
    fileprivate var sourceLine: SourceLine { SourceLine(file: file, line: line) }
}

extension Report.Use {
    fileprivate var className: String? { type?.wrappedValue }

    /// Returns true if an observer may be of a kind in a trace, where a publisher is a closure or a loop.
    fileprivate func mayBe(_ kind: Trace.Observer.Kind) -> Bool {
        switch kind {
        case .object: how == .register || how == .record
        case .owner: how == .observe && className != nil
        case .closure: how != .register && how != .messages && className == nil
        case .loop: how != .register && how != .observe
        }
    }
}
