import Foundation

/// A file of the mapped targets, where offsets count bytes.
final class SourceFile {
    let path: String
    let module: String
    private(set) var occurrences: [Occurrence] = []
    /// True if the file changed since its index was written.
    let isStale: Bool
    private lazy var contents = FileManager.default.contents(atPath: path)
    private(set) lazy var bytes: [UInt8] = contents.map(Array.init) ?? []
    /// The offsets where lines begin, as the compiler counts lines.
    private lazy var lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    /// The symbols by where their names are written.
    private lazy var symbolsByOffset = Dictionary(grouping: occurrences.filter { !$0.isUncertain }, by: \.offset)
        .mapValues { $0.map(\.symbol) }
    /// The lines with a carriage return that isn't at their end: the compiler counts no line there, but columns anew.
    private lazy var linesWithReturns = Set(
        bytes.indices.filter { bytes[$0] == UInt8(ascii: "\r") && bytes[$0...].dropFirst().first != UInt8(ascii: "\n") }
            .map(line))
    private lazy var offsets = symbolsByOffset.keys.sorted()
    /// The syntax of the file, once a later step has parsed it.
    var syntax: (any Sendable)?

    /// Makes a file whose code is read when it is needed.
    init(path: String, module: String, isStale: Bool) {
        self.path = path
        self.module = module
        self.isStale = isStale
    }

    var isReadable: Bool { contents != nil }

    /// The key that sorts files, of which several modules may have one.
    var order: (String, String) { (path, module) }

    /// True unless it is a file of Objective-C, whose syntax has no tree.
    var isSwift: Bool { path.hasSuffix(".swift") }

    func add(_ occurrence: Occurrence) {
        if !occurrence.roles.contains(.implicit) { occurrences.append(occurrence) }
    }

    func offset(of place: SourcePlace) -> Int {
        // The index is of the file as it was, and may be damaged.
        let line = min(max(place.line, 1), lineStarts.count)
        return min(max(lineStarts[line - 1] + place.column - 1, 0), bytes.count)
    }

    /// Returns true if the columns of the line of a place aren't counted from the beginning of the line.
    func hasReturn(in place: SourcePlace) -> Bool { linesWithReturns.contains(place.line) }

    func place(of offset: Int) -> SourcePlace {
        let line = line(of: offset)
        return SourcePlace(line: line, column: offset - lineStarts[line - 1] + 1)
    }

    /// Returns the line of an offset, as the compiler counts lines.
    func line(of offset: Int) -> Int { lineStarts.firstIndex(from: offset + 1) }

    func symbols(at offset: Int) -> [Symbol] { symbolsByOffset[offset] ?? [] }

    /// Returns where names of symbols are written inside a range, in order.
    func symbolOffsets(in range: Range<Int>) -> ArraySlice<Int> {
        offsets[offsets.firstIndex(from: range.lowerBound)..<offsets.firstIndex(from: range.upperBound)]
    }
}

extension SourceFile: Hashable {
    static func == (left: SourceFile, right: SourceFile) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A line and a column, which counts bytes, both from 1 on.
struct SourcePlace {
    let line: Int
    let column: Int
}

extension [Int] {
    /// Returns the index of the first number that isn't below another, in numbers that are sorted.
    func firstIndex(from number: Int) -> Int {
        var lower = 0
        var upper = count
        while lower < upper {
            let middle = (lower + upper) / 2
            if self[middle] < number { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}

/// A line of a file, as the map names it.
struct SourceLine: Encodable, Hashable, Placed {
    let file: String
    let line: Int
}

/// Ranges of which two are apart, or one is inside of the other.
struct NestedRanges {
    private let ranges: [Range<Int>]
    private let starts: [Int]
    /// For each range, the position of the innermost one around it.
    private var outer: [Int?] = []

    init(_ all: [Range<Int>]) {
        ranges = all.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
        starts = ranges.map(\.lowerBound)
        var open: [Int] = []
        for (position, range) in ranges.enumerated() {
            while let last = open.last, ranges[last].upperBound <= range.lowerBound { open.removeLast() }
            outer.append(open.last)
            open.append(position)
        }
    }

    func innermost(around offset: Int) -> Range<Int>? {
        let before = starts.firstIndex(from: offset + 1)
        var position = before == 0 ? nil : before - 1
        while let current = position, !ranges[current].contains(offset) { position = outer[current] }
        return position.map { ranges[$0] }
    }
}
