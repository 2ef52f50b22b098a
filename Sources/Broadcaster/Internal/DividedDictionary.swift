/// A dictionary that is divided into parts when it is large.
///
/// Growing a dictionary, shrinking it, or visiting all its elements takes time in proportion to them, while a lock is
/// held. So each of these happens to one part at a time. An undivided dictionary of 100,000 keys holds the lock for
/// 30 ms when it grows.
struct DividedDictionary<Key: DividedKey, Value> {
    /// No part before the first element, then one, and ``partCount`` of them when that has become large.
    ///
    /// They aren't joined again, because an empty part costs only a word.
    private(set) var parts: [[Key: Value]] = []

    /// The value of a key; `nil` removes it.
    subscript(key: Key) -> Value? {
        get { parts.isEmpty ? nil : parts[part(of: key)][key] }
        _modify {
            if parts.isEmpty { parts = [[:]] }
            if parts.count == 1, parts[0].count == Self.largestUndivided { divide() }
            let part = part(of: key)
            yield &parts[part][key]
            parts[part].shrinkIfSparse()
        }
    }

    private mutating func divide() {
        let whole = parts[0]
        parts = Array(repeating: [:], count: Self.partCount)
        for (key, value) in whole { parts[part(of: key)][key] = value }
    }

    private func part(of key: Key) -> Int {
        parts.count == 1 ? 0 : TypeTable.place(of: key.bits, among: Self.partCount)
    }

    private static var largestUndivided: Int { 1000 }
    /// A power of two: of 100,000 elements, a part has 1,600.
    private static var partCount: Int { 64 }
}

/// What the part of a key is chosen by, without hashing it.
protocol DividedKey: Hashable {
    var bits: UInt { get }
}

extension ObjectIdentifier: DividedKey {
    var bits: UInt { UInt(bitPattern: self) }
}

extension Dictionary {
    /// Gives back memory if most of it is unused, because a dictionary keeps its capacity when elements are removed.
    @inline(__always)
    mutating func shrinkIfSparse() { if capacity > Swift.max(4 * count, 32) { shrink() } }

    private mutating func shrink() { self = reduce(into: Dictionary(minimumCapacity: count)) { $0[$1.key] = $1.value } }
}
