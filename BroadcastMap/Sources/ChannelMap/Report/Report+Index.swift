import Foundation

extension Report {
    /// Maps the channels of one kind: from the occurrences in the index to uses, to channels, to what is wrong with
    /// them.
    ///
    /// It calls itself for each level of nested code, so it needs a large stack.
    init(
        of subject: Subject, in index: Index, package: String, by rules: any ChannelRules, joining trace: Trace? = nil
    ) {
        var channels = ChannelMap.Channel.all(rules.uses)
        let loops = FeedbackLoops(among: channels, in: index)
        let end = subject == .channels ? "sends it again;" : "posts it again; delivered later,"
        for position in channels.indices {
            channels[position].notes = loops.notes(on: channels[position], end) + channels[position].notificationNotes
        }
        channels = channels.inOrder
        let helpers = rules.passingNames
        let inactiveCode = index.files.flatMap { $0.inactiveCode(calling: helpers, where: rules.concernsChannel) }
        channels.parseDeclarations()
        let problems = channels.flatMap { channel in
            channel.problems(besides: inactiveCode.filter { rules.mayName(channel.id, in: $0) })
        }.sorted { $0.text < $1.text }
        self.init(
            subject: subject, package: package, root: FileManager.default.currentDirectoryPath.realPath,
            channels: channels.map(Channel.init), unresolved: rules.unresolved.map(Unresolved.init),
            problems: problems, notInThisBuild: inactiveCode)
        if let trace { self = TraceJoin(trace, with: self, of: channels, rules.unresolved, in: index).report }
    }

    /// The map for other programs.
    package var json: String { get throws { try jsonText(self) } }

    /// True if nothing sends or observes.
    package var isEmpty: Bool { channels.isEmpty && unresolved.isEmpty }

    /// A warning if a trace has broadcasts from lines where the map has no sender.
    package var warningOfTrace: String? {
        guard let lines = linesWithoutSender, let first = lines.first else { return nil }
        let more = lines.count > 1 ? ", and from \(lines.count - 1) more" : ""
        return """
            \(first.place): warning: the trace has a broadcast from this line\(more), where the map has no sender, so it \
            may be of another version of the sources
            """
    }

    /// True if there is a problem, an unresolved use, or a connection that a trace doesn't have.
    package var hasProblem: Bool { !problems.isEmpty || !unresolved.isEmpty || notInThisTrace?.isEmpty == false }
}

extension Report.Channel {
    fileprivate init(_ channel: Channel) {
        let names = channel.id.messageNames
        let addresses = Dictionary(grouping: channel.observers.indices) { channel.observers[$0].address }
        self.init(
            name: channel.name, module: channel.module, kind: channel.id.kind,
            file: channel.definition?.file.path, line: channel.definition?.place.line,
            senders: channel.senders.map { sender in
                var use = Report.Use(sender, names)
                let missed = addresses.filter { !sender.address.mayReach($0.key) }.flatMap(\.value).sorted()
                if !missed.isEmpty { use.misses = missed }
                return use
            },
            observers: channel.observers.map { Report.Use($0, names) },
            notes: channel.notes, documentation: channel.documentation)
        if kind.isNotification {
            let places = channel.mentions
            mentions = places.isEmpty ? nil : places
            return
        }
        methods = channel.methods.map {
            Report.Message(
                name: names[$0] ?? $0.name, isCalled: channel.isCalled($0), isProperty: $0.kind.isProperty,
                documentation: $0.documentation)
        }
        conformers = channel.conformers.map {
            Report.Declaration(name: $0.fullName, file: $0.definition?.file.path, line: $0.definition?.place.line)
        }
    }
}

extension Report.Use {
    /// A use, with the names of the messages of its channel.
    fileprivate init(_ use: Use, _ messageNames: [Symbol: String]) {
        self.init(
            name: use.occurrence.functionName, file: use.occurrence.file.path, line: use.occurrence.place.line,
            module: use.module, in: use.occurrence.function?.typeAround?.fullName, how: use.operation,
            summary: use.summary, owner: use.typeOrFunctionName,
            through: use.wrappers.isEmpty ? nil : use.wrappers.map(\.path).unique,
            type: use.isSender ? nil : Nullable(wrappedValue: use.observer?.fullName), center: use.center?.code)
        if let details = use.notification {
            notification = Report.NotificationUse(use, details)
        } else {
            broadcast = Report.BroadcastUse(use, messageNames)
        }
    }
}

extension Report.Unresolved {
    fileprivate init(_ use: Unresolved) {
        self.init(
            name: use.name, module: use.occurrence.file.module, how: use.operation, reason: use.reason,
            file: use.occurrence.file.path, line: use.occurrence.place.line,
            expression: use.code, callers: use.code.map { _ in use.callers.map(\.sourceLine) })
    }
}

/// The JSON of a value, with the keys in order.
func jsonText(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
