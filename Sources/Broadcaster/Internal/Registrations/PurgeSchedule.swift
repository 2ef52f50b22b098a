/// When to look for what was deallocated: after twice as many additions as the lowest number of elements since the last
/// purge, and when there are at least eight.
///
/// So a purge visits at most three elements for every two additions, which is amortized O(1). Until then, there are at
/// most three times as many elements as were alive at the last purge, or eight more. With fewer than eight, the memory
/// saved isn't worth a purge, which may be a hop to the main queue.
struct PurgeSchedule {
    private static let fewest = 8
    private var additionsLeft = fewest
    /// Whether a purge is due, and hasn't begun: it may be a block on the main queue.
    private var isPending = false

    /// Counts an addition, and returns whether a purge became due.
    mutating func countAddition(reaching count: Int) -> Bool {
        additionsLeft -= 1
        guard additionsLeft <= 0, count >= Self.fewest, !isPending else { return false }
        additionsLeft = Self.additions(for: count)
        isPending = true
        return true
    }

    /// Notes that a purge begins: what becomes due from here on needs another one.
    mutating func begin() { isPending = false }

    /// Counts removals, those of a purge included, that leave this many elements.
    mutating func countRemoval(leaving count: Int) {
        additionsLeft = min(additionsLeft, Self.additions(for: count))
    }

    private static func additions(for count: Int) -> Int { max(2 * count, fewest) }
}
