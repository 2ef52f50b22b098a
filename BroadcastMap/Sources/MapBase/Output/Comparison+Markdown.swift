extension Comparison {
    /// The comparison for a comment, in which no name becomes markup or mentions a user.
    package var markdown: String {
        if isEmpty { return nothingChanged }
        var parts = ["### \(title)"]
        let problems =
            added(.echo).map { "- New feedback loop: \($0.feedbackLoop.markdownCode)\($0.markdownPlace)" }
            + added(.problem).map { "- New problem: \($0.text.markdownCode)\($0.markdownPlace)" }
            + added(.unresolved).map {
                "- New unresolved use: \($0.id.name.markdownCode)\($0.markdownPlace), because \($0.text)"
            }
            + (notInThisTrace ?? []).map { connection in
                let text = "\(connection.channel): \(connection.text)".markdownCode
                return "- New connection that isn't in the trace: \(text) at \(connection.place.markdownCode)"
            }
            + removed(.echo).map { "- No longer a feedback loop: \($0.feedbackLoop.markdownCode)" }
            + removed(.problem).map { "- No longer a problem: \($0.text.markdownCode)" }
            + removed(.unresolved).map { "- No longer unresolved: \($0.id.name.markdownCode)" }
        if !problems.isEmpty { parts.append(problems.joined(separator: "\n")) }
        if !channelRows.isEmpty {
            let rows = channelRows.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
            let fence = rows.fence(atLeast: 3)
            parts.append("\(fence)diff\n\(rows)\n\(fence)")
        }
        return parts.joined(separator: "\n\n")
    }
}

extension Comparison.Entry {
    fileprivate var markdownPlace: String { place.map { " at \($0.markdownCode)" } ?? "" }
}

extension String {
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
