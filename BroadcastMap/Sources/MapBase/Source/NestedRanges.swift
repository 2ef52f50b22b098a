/// Ranges of the code of a file, each inside another one or apart from it.
struct NestedRanges {
    /// In the order of the code, an outer range before those inside it.
    private let ranges: [Range<Int>]
    private let starts: [Int]
    /// The index of the range around each one.
    private let parents: [Int?]

    init(_ ranges: some Sequence<Range<Int>>) {
        let ranges = Set(ranges).sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
        var parents: [Int?] = []
        var open: [Int] = []
        for (index, range) in ranges.enumerated() {
            while let last = open.last, ranges[last].upperBound <= range.lowerBound { open.removeLast() }
            parents.append(open.last)
            open.append(index)
        }
        self.ranges = ranges
        self.parents = parents
        starts = ranges.map(\.lowerBound)
    }

    /// Returns the innermost range that contains an offset.
    func innermost(at offset: Int) -> Range<Int>? {
        let before = starts.firstIndex(from: offset + 1)
        var index = before > 0 ? before - 1 : nil
        while let found = index, !ranges[found].contains(offset) { index = parents[found] }
        return index.map { ranges[$0] }
    }
}
