import Foundation

extension Report {
    /// The map for a page: a table for each channel, with names and without places, which each edit would change.
    package func markdown(listingFrameworks listsFrameworks: Bool) -> String {
        let listed = channels.filter { listsFrameworks || $0.kind != .framework }.sorted { $0.name < $1.name }
        let others = [
            list(
                "Not in this build:", notInThisBuild.map { "\($0.text.markdownCode) in \($0.directive.markdownCode)" }),
            list(
                "Unresolved:",
                unresolved.map { "\($0.name.markdownCode) \($0.how.verb), and \($0.reason.rawValue)" }),
        ]
        return (listed.flatMap { $0.markdown(of: subject) } + others.compactMap { $0 }).joined(separator: "\n\n")
    }

    private func list(_ title: String, _ items: [String]) -> String? {
        items.isEmpty ? nil : "\(title)\n\n" + items.unique.sorted().map { "- \($0)" }.joined(separator: "\n")
    }
}

extension Report.Channel {
    /// A heading, the documentation, and the table.
    fileprivate func markdown(of subject: Report.Subject) -> [String] {
        let isOfNotification = subject == .notifications
        let head =
            isOfNotification
            ? ["Posted by", "Keys", "Observed by"] : ["Message", "Sent by", "Keys", "Observed by"]
        let rows = isOfNotification ? [cells(senders, observers)] : messageRows
        let lines = [head, head.map { _ in "---" }] + rows
        let table = lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
        return ["### \(name.markdownCode)"] + [documentation?.oneLine].compactMap { $0 } + [table]
    }

    /// A row for each message, and others for what sends an unknown message or handles none.
    private var messageRows: [[String]] {
        let messages = self.messages.filter { $0.isCalled || !$0.isProperty }.map(\.name)
        // A closure, a stream, or an object whose class isn't known may receive each message.
        let receivers = observers.filter { $0.handles == nil }
        let known = messages.map { message in
            let handlers = observers.filter { $0.messages.contains(message) }
            return [message.tableCode] + cells(senders.filter { $0.messages.contains(message) }, receivers + handlers)
        }
        let unknown = senders.filter { Set(messages).isDisjoint(with: $0.messages) }
        let idle = observers.filter { use in
            Set(messages).isDisjoint(with: use.messages) && (messages.isEmpty || use.handles != nil)
        }
        return known + (unknown.isEmpty ? [] : [["an unknown message"] + cells(unknown, receivers)])
            + (idle.isEmpty ? [] : [["no message"] + cells([], idle)])
    }

    private func cells(_ senders: [Report.Use], _ observers: [Report.Use]) -> [String] {
        let keys = senders.compactMap(\.broadcast?.key) + senders.compactMap(\.notification).flatMap(\.userInfoCode)
        let names = observers.map { use in
            use.observerName.tableCode + (use.broadcast?.key.map { " for \($0.tableCode)" } ?? "")
        }
        return [senders.map(\.name.tableCode), keys.map(\.tableCode), names].map { items in
            items.isEmpty ? "—" : items.unique.sorted().joined(separator: ", ")
        }
    }
}

extension String {
    /// The text as code in a cell, which a vertical bar would end.
    fileprivate var tableCode: String { markdownCode.replacingOccurrences(of: "|", with: "\\|") }

    /// More backticks than the text has in a row, so that none of them ends the code.
    fileprivate func fence(atLeast count: Int) -> String {
        let longest = split { $0 != "`" }.map(\.count).max() ?? 0
        return String(repeating: "`", count: max(count, longest + 1))
    }

    /// The text as code on one line, in which Markdown has no other markup.
    var markdownCode: String {
        let fence = fence(atLeast: 1)
        // The space keeps a backtick of the text apart, and isn't shown.
        let space = hasPrefix("`") || hasSuffix("`") ? " " : ""
        return fence + space + oneLine + space + fence
    }
}
