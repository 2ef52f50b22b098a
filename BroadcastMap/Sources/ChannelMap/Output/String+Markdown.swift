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
