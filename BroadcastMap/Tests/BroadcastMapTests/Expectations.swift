import Foundation
import Testing

@testable import ChannelMap

/// A file of a fixture, in which comments that begin with `//:` say what the map finds in the line of code below them.
struct ExpectedFile: CustomTestStringConvertible {
    private static let mark = "//: "
    /// The mark of a line that goes on with the fact above it.
    private static let continuation = "//:     "
    /// The beginning of a comment that belongs to the code below it.
    private static let documentation = "///"

    /// The folder of the fixture, to which the paths of the map are relative.
    let root: String
    let path: String

    var testDescription: String { path }

    /// The files of Swift in the folders of a fixture.
    static func all(in root: String, _ folders: [String] = ["Sources"]) -> [ExpectedFile] {
        let paths = folders.flatMap { "\(root)/\($0)".swiftFiles }.sorted()
        return paths.map { ExpectedFile(root: root, path: String($0.dropFirst(root.count + 1))) }
    }

    /// Records an issue at each line of which the map says something else.
    ///
    /// If `WRITE_EXPECTATIONS` is set, it writes the comments instead. Read the difference before you commit it.
    func check(_ map: FixtureMap) throws {
        let found = map.facts["\(root)/\(path)".realPath, default: [:]]
        if ProcessInfo.processInfo.environment["WRITE_EXPECTATIONS"] != nil { return try write(found) }
        let expected = try expectations()
        for line in Set(found.keys).union(expected.keys).sorted() {
            let missing = expected[line, default: []].removing(found[line, default: []])
            let unexpected = found[line, default: []].removing(expected[line, default: []])
            let place = SourceLocation(fileID: "Fixture/\(path)", filePath: "\(root)/\(path)", line: line, column: 1)
            for fact in missing { Issue.record("not found: \(fact)", sourceLocation: place) }
            for fact in unexpected { Issue.record("not expected: \(fact)", sourceLocation: place) }
        }
    }

    private func lines() throws -> [String] {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8).components(separatedBy: "\n")
    }

    /// Returns the facts that comments expect, by the number of the line below them.
    private func expectations() throws -> [Int: [String]] {
        var facts: [Int: [String]] = [:]
        var pending: [String] = []
        for (index, line) in try lines().enumerated() {
            let code = line.trimmingCharacters(in: .whitespaces)
            if code.hasPrefix(Self.continuation), let last = pending.popLast() {
                pending.append("\(last) \(code.dropFirst(Self.continuation.count))")
            } else if code.hasPrefix(Self.mark) {
                pending.append(String(code.dropFirst(Self.mark.count)))
            } else if !pending.isEmpty, !code.hasPrefix(Self.documentation) {
                facts[index + 1] = pending
                pending = []
            }
        }
        return facts
    }

    private func write(_ facts: [Int: [String]]) throws {
        var written: [String] = []
        var documentation: [String] = []
        for (index, line) in try lines().enumerated() {
            let code = line.trimmingCharacters(in: .whitespaces)
            if code.hasPrefix(Self.mark) { continue }
            documentation.append(line)
            if code.hasPrefix(Self.documentation) { continue }
            let indentation = String(line.prefix { $0 == " " })
            written += facts[index + 1, default: []].flatMap { wrapped($0, indentation) } + documentation
            documentation = []
        }
        try written.joined(separator: "\n").write(toFile: "\(root)/\(path)", atomically: true, encoding: .utf8)
    }

    /// Returns a fact as comments of at most 120 columns, which are broken where a single space is.
    private func wrapped(_ fact: String, _ indentation: String) -> [String] {
        var rows: [String] = []
        var row = indentation + Self.mark
        for (index, word) in fact.components(separatedBy: " ").enumerated() {
            let isBreakable = index > 0 && !word.isEmpty && row.last != " "
            if isBreakable, row.count + 1 + word.count > 120 {
                rows.append(row)
                row = indentation + Self.continuation + word
            } else {
                row += (index > 0 ? " " : "") + word
            }
        }
        return rows + [row]
    }
}

extension [String] {
    /// Returns the texts that another list lacks, counting those that are equal.
    fileprivate func removing(_ others: [String]) -> [String] {
        var rest = self
        for other in others { if let index = rest.firstIndex(of: other) { rest.remove(at: index) } }
        return rest
    }
}

/// The maps of channels and of notifications, and what they say of each line.
struct FixtureMap: Sendable {
    let channels: Report
    let notifications: Report
    /// The sentences about each line, by the path of the file.
    let facts: [String: [Int: [String]]]

    init(_ index: Index, trace: Trace? = nil) {
        channels = Report(of: .channels, in: index, package: "Fixture", joining: trace)
        notifications = Report(of: .notifications, in: index, package: "Fixture")
        let byFile = Dictionary(grouping: channels.facts + notifications.facts) { $0.file ?? "" }
        let found = byFile.map { file, facts in
            (file.realPath, Dictionary(grouping: facts) { $0.line ?? 0 }.mapValues { $0.map(\.text).sorted() })
        }
        facts = Dictionary(uniqueKeysWithValues: found)
    }
}

extension Report {
    /// A sentence of the map, and the line that it is about.
    fileprivate struct Fact {
        let text: String
        let file: String?
        let line: Int?
    }

    fileprivate var facts: [Fact] {
        channels.flatMap(facts) + unresolved.map(fact) + problems.map(fact) + notInThisBuild.map(fact)
    }

    private func facts(about channel: Channel) -> [Fact] {
        let messages = channel.messages.map { $0.name + ($0.isProperty ? " (property)" : "") }
        let declaration = Fact(
            text: (["channel \(channel.name)"] + (messages.isEmpty ? [] : [messages.joined(separator: ", ")]))
                .joined(separator: ": "),
            file: channel.file, line: channel.line)
        let uses = channel.senders + channel.observers
        // What has no declaration has its notes where it is first used.
        let file = channel.file ?? uses.first?.file
        let line = channel.line ?? uses.first?.line
        let notes = channel.notes.map { Fact(text: "check \($0.kind): \($0.text)", file: file, line: line) }
        let conformers = (channel.conformers ?? []).map {
            Fact(text: "never registered for \(channel.name)", file: $0.file, line: $0.line)
        }
        return [declaration] + notes + conformers + uses.map { fact(about: $0, of: channel) }
    }

    private func fact(about use: Use, of channel: Channel) -> Fact {
        var parts = ["\(use.how) \(channel.name): \(use.summary)"]
        func add(_ title: String, _ text: String?) { parts += text.map { ["\(title) \($0)"] } ?? [] }
        func list(_ texts: [String]?) -> String? {
            texts.map { $0.isEmpty ? "nothing" : $0.joined(separator: ", ") }
        }
        if let broadcast = use.broadcast {
            add("calls", list(broadcast.methods))
            add("handles", list(broadcast.handles?.wrappedValue))
            add("for:", broadcast.key)
        }
        add("object:", use.notification?.object)
        add("queue:", use.notification?.queue?.wrappedValue)
        add("center:", use.center)
        if let notification = use.notification {
            func names(_ texts: [String]?) -> String? { texts?.isEmpty == false ? list(texts) : nil }
            add("userInfo:", names(notification.userInfo?.wrappedValue))
            add("userInfo in", notification.userInfoVariable)
            add("handler", notification.handler?.wrappedValue)
            add("reads", names(notification.reads))
            add("removals", notification.removals.flatMap { $0 == 0 ? nil : "\($0)" })
        }
        if let traced = use.broadcast?.traced, traced > 0 {
            parts.append("traced \(traced)\(use.broadcast?.sharesTrace == true ? ", shared" : "")")
        }
        return Fact(text: parts.joined(separator: "; "), file: use.file, line: use.line)
    }

    private func fact(about use: Unresolved) -> Fact {
        let expression = use.expression.map { ": \($0)" } ?? ""
        let callers = use.callers.map { "; callers \($0.count)" } ?? ""
        let traced = use.tracedChannels.map { "; traced \(use.traced ?? 0) (\($0.joined(separator: ", ")))" } ?? ""
        let text = "unresolved \(use.name): \(use.reason.rawValue)\(expression)\(callers)\(traced)"
        return Fact(text: text, file: use.file, line: use.line)
    }

    private func fact(about problem: Problem) -> Fact {
        // Comments move the lines that a problem mentions, and its paths begin in the current folder.
        let place = #"(?:[^ /]+/)*([^ /]+\.swift):\d+"#
        let text = problem.text.replacingOccurrences(of: place, with: "$1", options: .regularExpression)
        return Fact(text: "\(problem.kind): \(text)", file: problem.file, line: problem.line)
    }

    private func fact(about code: InactiveCode) -> Fact {
        Fact(text: "not in this build: \(code.text); \(code.condition)", file: code.file, line: code.line)
    }
}
