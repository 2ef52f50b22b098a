import Foundation

@testable import ChannelMap

extension Report {
    /// A map of one channel with two messages, as the tests of outputs and comparisons change it.
    static var sample: Report {
        Report(
            subject: .channels, package: "App", root: "/App",
            channels: [
                Channel(
                    name: "Mail.Inbox", module: "Mail", kind: .protocol, file: "Mail.swift", line: 3,
                    methods: [
                        Message(name: "received(_:)", isCalled: true, isProperty: false),
                        Message(name: "deleted()", isCalled: false, isProperty: false),
                    ],
                    senders: [.sender("Server.poll()", at: 20, sends: ["received(_:)"])],
                    observers: [.observer("List", in: "List.init()", at: 40, handles: ["received(_:)"])],
                    conformers: [],
                    notes: [Note(kind: .echo, text: "feedback loop: List.received(_:) sends it again")])
            ],
            unresolved: [
                Unresolved(
                    name: "any(_:)", module: "Tools", how: .notify, reason: .computed, file: "Tools.swift", line: 7)
            ],
            problems: [
                Problem(
                    kind: .uncalled, name: "Mail.Inbox.deleted()", channel: "Mail.Inbox", message: "deleted()",
                    text: "Mail.Inbox.deleted() is never called", file: "Mail.swift", line: 5)
            ],
            notInThisBuild: [
                InactiveCode(
                    text: "notify(Inbox.self)", module: "Mail", file: "Mail.swift", line: 60, condition: "else",
                    isUse: true)
            ])
    }

    /// The map with a change.
    func with(_ change: (inout Report) -> Void) -> Report {
        var report = self
        change(&report)
        return report
    }
}

extension Report.Channel {
    func named(_ name: String) -> Self {
        var channel = self
        channel.name = name
        return channel
    }

    func with(
        senders: [Report.Use]? = nil, observers: [Report.Use]? = nil, conformers: [Report.Declaration]? = nil,
        notes: [Note]? = nil
    ) -> Self {
        var channel = self
        if let senders { channel.senders = senders }
        if let observers { channel.observers = observers }
        if let conformers { channel.conformers = conformers }
        if let notes { channel.notes = notes }
        return channel
    }
}

extension Report.Use {
    static func sender(_ name: String, at line: Int, sends messages: [String], key: String? = nil) -> Self {
        Self(
            name: name, file: "Mail.swift", line: line, module: "Mail", in: "Mail.Server", how: .notify, summary: name,
            owner: "Server", broadcast: Report.BroadcastUse(methods: messages, key: key))
    }

    static func observer(_ type: String?, in name: String, at line: Int, handles messages: [String]?) -> Self {
        Self(
            name: name, file: "Mail.swift", line: line, module: "Mail", in: nil,
            how: type == nil ? .observe : .register,
            summary: type.map { "\($0) (registered in its init)" } ?? "a closure in \(name)", owner: type ?? name,
            type: Nullable(wrappedValue: type.map { "Mail.\($0)" }),
            broadcast: Report.BroadcastUse(handles: Nullable(wrappedValue: messages), key: nil))
    }

    /// The use as one of a notification.
    func with(_ notification: Report.NotificationUse) -> Self {
        var use = self
        use.broadcast = nil
        use.notification = notification
        return use
    }
}

extension Report {
    /// The text of all channels.
    var text: String { text(listingFrameworks: false) }

    /// The connections of all channels.
    var connections: [Connection] {
        channels.flatMap { channel in channel.pairs.flatMap(channel.connections) }
    }
}
