import Foundation

/// A page that has a map between two marks.
package struct MarkedPage {
    private static let end = "<!-- /broadcast-map -->"
    private let path: String
    /// The path as the user wrote it.
    private let name: String
    /// The options that choose what is between the marks.
    private let options: [String]
    /// The lines with their ends, or `nil` if there is no page yet.
    private let lines: [Substring]?

    private var mark: String { "<!-- \((["broadcast-map"] + options).joined(separator: " ")) -->" }

    /// Reads a page, which must have the marks if it exists.
    package init(_ name: String, holding options: [String]) throws {
        self.name = name
        self.options = options
        path = name.absolutePath.realPath
        guard FileManager.default.fileExists(atPath: path) else {
            lines = nil
            return
        }
        guard let data = FileManager.default.contents(atPath: path), let text = String(data: data, encoding: .utf8)
        else { throw Failure("\(name): the page can't be read.") }
        lines = text.lines
        if blocks.isEmpty {
            throw Failure("\(name) has no place for this map. Add these lines where it belongs:\n\(mark)\n\(Self.end)")
        }
    }

    /// Puts a map between the marks, or makes the page with it.
    ///
    /// A page that can't be written whole stays as it was.
    package func write(_ map: String) throws {
        let text = lines(with: map).joined()
        if text == lines?.joined() { return }
        do {
            let permissions = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            // It is another file now.
            if let permissions {
                try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
            }
        } catch {
            throw Failure("\(name) isn't written: \(error.reason).", status: Failure.outputStatus)
        }
    }

    /// Returns what writing a map would change, line by line.
    package func changes(with map: String) -> [String] {
        let changes = lines(with: map).difference(from: lines ?? [])
        let rows = changes.map { change in
            switch change {
            case .remove(let offset, let line, _): (line: offset + 1, sign: "-", text: line)
            case .insert(let offset, let line, _): (line: offset + 1, sign: "+", text: line)
            }
        }
        return rows.sorted { ($0.line, $1.sign) < ($1.line, $0.sign) }.map { row in
            "\(name):\(row.line): \(row.sign) \(row.text.trimmingCharacters(in: .newlines))"
        }
    }

    /// Where each block is whose mark has these options: the lines between the marks.
    private var blocks: [Range<Int>] {
        var blocks: [Range<Int>] = []
        var start: Int?
        var fence: String?
        for (position, line) in (lines ?? []).enumerated() {
            let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
            if let first = start {
                guard text == Self.end else { continue }
                blocks.append(first..<position)
                start = nil
            } else if let open = fence {
                if text.hasPrefix(open) { fence = nil }
            } else if text.hasPrefix("```") || text.hasPrefix("~~~") {
                fence = String(text.prefix { $0 == text.first })
            } else if text == mark {
                start = position + 1
            }
        }
        return blocks
    }

    private func lines(with map: String) -> [Substring] {
        guard let lines else { return "\(mark)\n\n\(map)\n\n\(Self.end)\n".lines }
        // The ends of lines are those of the page.
        let end = lines.first?.hasSuffix("\r\n") == true ? "\r\n" : "\n"
        let block = ([""] + map.components(separatedBy: "\n") + [""]).map { "\($0)\(end)"[...] }
        var changed = lines
        for range in blocks.reversed() { changed.replaceSubrange(range, with: block) }
        return changed
    }
}

extension String {
    /// The lines with their ends.
    fileprivate var lines: [Substring] {
        var lines: [Substring] = []
        var start = startIndex
        for position in indices where ["\n", "\r\n"].contains(self[position]) {
            lines.append(self[start...position])
            start = index(after: position)
        }
        return start == endIndex ? lines : lines + [self[start...]]
    }
}
