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
        Self(
            name: name, module: module, kind: kind, file: file, line: line, methods: methods, senders: senders,
            observers: observers, conformers: conformers, notes: notes)
    }

    func with(
        senders: [Report.Use]? = nil, observers: [Report.Use]? = nil, conformers: [Report.Declaration]? = nil,
        notes: [Note]? = nil
    ) -> Self {
        Self(
            name: name, module: module, kind: kind, file: file, line: line, methods: methods,
            senders: senders ?? self.senders, observers: observers ?? self.observers,
            conformers: conformers ?? self.conformers, notes: notes ?? self.notes)
    }
}

extension Report.Use {
    static func sender(_ name: String, at line: Int, sends messages: [String], key: String? = nil) -> Self {
        var use = Self(
            name: name, file: "Mail.swift", line: line, module: "Mail", in: "Mail.Server", how: .notify, summary: name,
            owner: "Server")
        use.methods = messages
        use.key = Nullable(wrappedValue: key)
        return use
    }

    static func observer(_ type: String?, in name: String, at line: Int, handles messages: [String]?) -> Self {
        var use = Self(
            name: name, file: "Mail.swift", line: line, module: "Mail", in: nil,
            how: type == nil ? .observe : .register,
            summary: type.map { "\($0) (registered in its init)" } ?? "a closure in \(name)", owner: type ?? name)
        use.type = Nullable(wrappedValue: type.map { "Mail.\($0)" })
        use.handles = Nullable(wrappedValue: messages)
        use.key = Nullable(wrappedValue: nil)
        return use
    }
}

extension Report {
    /// The connections of all channels.
    var connections: [Connection] {
        channels.flatMap { channel in channel.pairs.flatMap(channel.connections) }
    }
}
