import Foundation

extension Report {
    /// Each channel with its messages, their senders, and its observers, in 120 columns where the names allow it.
    ///
    /// Problems begin at the first column, where Xcode and editors find their places. Of the notifications of frameworks,
    /// only a part that names select has the posts and observers.
    package func text(listingFrameworks listsFrameworks: Bool) -> String {
        let mapped = channels.filter { listsFrameworks || $0.kind != .framework }
        // A feedback loop of a protocol decides nothing, so its channel isn't listed apart.
        let looping = mapped.filter { subject == .notifications && $0.hasFeedbackLoop }
        let others = mapped.filter { subject == .channels || !$0.hasFeedbackLoop }
        let faulty = Set(problems.map(\.channel))
        func needsLook(_ channel: Channel) -> Bool { !channel.notes.isEmpty || faulty.contains(channel.name) }
        let unremarkable = others.filter { !needsLook($0) }.map { $0.rows(of: subject) }
        let remarkable = others.filter(needsLook).map { $0.rows(of: subject) }
        var parts = [inactiveSummary] + unremarkable
        if !unremarkable.isEmpty, !remarkable.isEmpty { parts.append(["To check, because of a note or a warning:"]) }
        parts += remarkable
        if !looping.isEmpty { parts.append(["Feedback loops, which decide whether a name stays synchronous:"]) }
        parts += looping.map { $0.rows(of: subject) }
        if !listsFrameworks { parts.append(frameworkRows) }
        parts.append(inactiveRows)
        parts.append(unresolvedRows)
        parts.append(untracedRows(notInThisTrace ?? []))
        return printed(parts, warnings: warnings + (warnings.isEmpty ? [] : [""]) + [totals])
    }

    /// The problems, each with its place, as Xcode and editors read them.
    package var warnings: [String] { problems.map { "\($0.place): warning: \($0.text)".oneLine } }

    /// A line for each channel, with the number of its senders and of its observers.
    package var list: String { channels.map { $0.countRow(of: subject).oneLine }.joined(separator: "\n") }

    /// How much the map has.
    private var totals: String {
        let always: [(String, Int)] = [
            (subject == .channels ? "channel" : "notification", channels.count),
            (subject.senderNoun, channels.map(\.senders.count).reduce(0, +)),
            ("observer", channels.map(\.observers.count).reduce(0, +)),
        ]
        let ifAny: [(String, Int)] = [
            ("feedback loop", channels.flatMap(\.notes).filter(\.isFeedbackLoop).count), ("problem", problems.count),
            ("unresolved use", unresolved.count),
        ]
        let counts = always + ifAny.filter { $0.1 > 0 }
        return counts.map { "\($0.1) \($0.0)\($0.1 == 1 ? "" : "s")" }.joined(separator: ", ")
    }

    /// How many of the uses the map lacks because this build leaves them out, by their conditions.
    private var inactiveSummary: [String] {
        let inactive = notInThisBuild.filter(\.isUse)
        guard !inactive.isEmpty else { return [] }
        let known = channels.map { $0.senders.count + $0.observers.count }.reduce(unresolved.count, +)
        let counts = Dictionary(grouping: inactive, by: \.directive).mapValues(\.count)
        let parts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) in \($0.key)" }
        let verb = inactive.count == 1 ? "is" : "are"
        let number = "\(inactive.count) of \(known + inactive.count) uses"
        return ["\(number) \(verb) not in this build: \(parts.joined(separator: ", "))"]
    }

    /// How often the program posts and observes the notifications of frameworks.
    private var frameworkRows: [String] {
        let frameworks = channels.filter { $0.kind == .framework }
        guard !frameworks.isEmpty else { return [] }
        let rows = frameworks.map { "  \($0.countRow(of: subject))" }
        return ["Of frameworks, which stay notifications:"] + rows
    }

    private var inactiveRows: [String] {
        guard !notInThisBuild.isEmpty else { return [] }
        let rows = notInThisBuild.map { placedRow("  \($0.text)", at: $0.place) + "    \($0.directive)" }
        return ["Not in this build (search before you delete):"] + rows
    }

    private var unresolvedRows: [String] {
        guard !unresolved.isEmpty else { return [] }
        let rows = unresolved.map {
            placedRow("  \($0.name)", at: $0.place) + "    \($0.how.verb): \($0.explanation)\($0.traceMark)"
        }
        return ["Unresolved (each may account for a problem):"] + rows
    }
}

extension Report.Unresolved {
    /// The reason, and what chooses the name.
    fileprivate var explanation: String {
        guard let expression else { return reason.rawValue }
        let callers = (callers ?? []).map(\.place).joined(separator: ", ")
        return "\(reason.rawValue): \(expression)" + (callers.isEmpty ? "" : "    called at \(callers)")
    }

    /// How often it sent in a trace, and on which channels.
    fileprivate var traceMark: String {
        guard let traced, let tracedChannels else { return "" }
        return "    traced: \(traced) (\(tracedChannels.joined(separator: ", ")))"
    }
}

extension Report.Channel {
    fileprivate var hasFeedbackLoop: Bool { notes.contains { $0.isFeedbackLoop } }

    /// The name, and how often it is sent and observed.
    fileprivate func countRow(of subject: Report.Subject) -> String {
        "\(name) (\(subject.senderNoun)s: \(senders.count), observers: \(observers.count))"
    }

    fileprivate func rows(of subject: Report.Subject) -> [String] {
        var rows = [placedRow(name, at: place)]
        rows += row("  ", documentation: documentation).map { [$0] } ?? []
        let shownMethods = messages.filter { $0.isCalled || !$0.isProperty }
        let shown = shownMethods.map(\.name)
        for method in shownMethods {
            let message = method.name
            rows.append(row(of: method))
            rows += senders.filter { $0.messages.contains(message) }.map { $0.row("    sent by      ") }
            rows += observerRows("    observed by  ", observers.filter { $0.messages.contains(message) })
        }
        let unknown = senders.filter { $0.messages.isEmpty }
        if subject == .notifications {
            rows += unknown.map { $0.row("  posted by      ") }
        } else if !unknown.isEmpty {
            rows.append("  an unknown message")
            rows += unknown.map { $0.row("    sent by      ") }
        }
        rows += observerRows(
            "  observed by    ", observers.filter { Set(shown).isDisjoint(with: $0.messages) })
        if let mentions { rows.append("  mentioned at   " + mentions.map(\.place).joined(separator: ", ")) }
        for (index, text) in notes.map(\.text).enumerated() {
            rows.append((index == 0 ? "  check          " : "                 ") + text)
        }
        return rows
    }

    /// The name of a message, with its documentation in the column of places if it fits there.
    private func row(of message: Report.Message) -> String {
        let name = "  \(message.name)".oneLine
        let gap = String(repeating: " ", count: max(2, placeColumn - name.count))
        return row(name + gap, documentation: message.documentation) ?? name
    }

    /// A row that ends with documentation as it is written, or `nil` if there is none, or it doesn't fit.
    private func row(_ beginning: String, documentation: String?) -> String? {
        guard let documentation else { return nil }
        let row = "\(beginning)/// \(documentation.oneLine)"
        return row.count > lineLimit ? nil : row
    }

    /// The rows of observers by name, where those of senders are in the order of the sources.
    private func observerRows(_ title: String, _ observers: [Report.Use]) -> [String] {
        observers.map { $0.row(title) }.sorted()
    }
}

extension Report.Use {
    fileprivate func row(_ title: String) -> String {
        placedRow(title + summary, at: place) + marks.map { "    \($0)" }.joined()
    }

    /// The arguments as they are written, and facts about the handler.
    private var marks: [String] {
        var marks: [String] = []
        func add(_ title: String, _ text: String?) {
            if let text, !text.isEmpty { marks.append("\(title): \(text)") }
        }
        add(broadcast == nil ? "center" : "broadcaster", center)
        add("for", broadcast?.key)
        // A post that passes nothing is as one without the argument.
        if notification?.object != "nil" || !isSender { add("object", notification?.object) }
        add("queue", notification?.queue?.wrappedValue)
        let variable = notification?.userInfoVariable.map { "in a variable, \($0)" }
        add("userInfo", variable ?? notification?.userInfo?.wrappedValue?.joined(separator: ", "))
        add("through", through?.joined(separator: ", "))
        if handles?.isEmpty == true { marks.append("handles no message") }
        add("handler", notification?.handler?.wrappedValue)
        add("reads", notification?.reads?.joined(separator: ", "))
        if let removals = notification?.removals, removals > 0 { add("removals", "\(removals)") }
        if !file.hasSuffix(".swift") { marks.append("Objective-C") }
        if let traced = broadcast?.traced {
            add("traced", "\(traced)" + (broadcast?.sharesTrace == true ? ", shared" : ""))
        }
        return marks
    }
}

extension InactiveCode {
    var directive: String { condition == "else" ? "#else" : "#if \(condition)" }
}

/// Returns the connections that a trace lacks, below their channels.
func untracedRows(_ connections: [Report.Connection]) -> [String] {
    guard !connections.isEmpty else { return [] }
    let rows = connections.map(\.channel).unique.flatMap { channel in
        let ofChannel = connections.filter { $0.channel == channel }
        return ["  \(channel)".oneLine] + ofChannel.map { placedRow("    \($0.text)", at: $0.place) }
    }
    return ["Not in this trace (each may lack a test):"] + rows
}

/// Returns paragraphs of rows, with an empty line between them, and warnings below.
///
/// A warning stays on one line, because Xcode and editors read only the first.
func printed(_ parts: [[String]], warnings: [String]) -> String {
    let paragraphs = parts.map { rows in rows.flatMap { $0.components(separatedBy: "\n") }.flatMap { wrapped($0) } }
    return (paragraphs + [warnings]).filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
        .joined(separator: "\n\n")
}

/// The most columns that a line has if its names allow it.
private let lineLimit = 120

/// The column of places.
private let placeColumn = 58

/// Returns a line, or several if it is too long, of which the next ones are indented.
///
/// A line ends where a mark begins, or else at a space. A name that is longer than a line stays whole.
private func wrapped(_ line: String, below first: String? = nil) -> [String] {
    guard line.count > lineLimit else { return [line] }
    let indentation = String(repeating: " ", count: (first ?? line).hasPrefix("  ") ? 17 : 4)
    let text = line.index(line.startIndex, offsetBy: indentation.count)
    let end = line.index(line.startIndex, offsetBy: lineLimit + 1)
    let space = String(repeating: " ", count: 4)
    let gap =
        line.range(of: space, options: .backwards, range: text..<end)
        ?? line.range(of: " ", options: .backwards, range: text..<end)
        ?? line.range(of: " ", range: text..<line.endIndex)
    guard let gap else { return [line] }
    return [String(line[..<gap.lowerBound])] + wrapped(indentation + line[gap.upperBound...], below: first ?? line)
}

/// Returns a text with its place in a column of its own, or on a line of its own if the text reaches that column.
func placedRow(_ text: String, at place: String?) -> String {
    guard let place else { return text.oneLine }
    let column = min(placeColumn, 100 - place.count)
    let gap = column - text.count
    let space = gap > 1 ? String(repeating: " ", count: gap) : "\n                 "
    return text.oneLine + space + place.oneLine
}

extension String {
    /// The text with spaces in place of line ends and of other control characters, which end a line or hide a part of
    /// it.
    var oneLine: String {
        let scalars = unicodeScalars.map { scalar in
            let isControl = [.control, .format, .lineSeparator, .paragraphSeparator]
                .contains(scalar.properties.generalCategory)
            return isControl ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
