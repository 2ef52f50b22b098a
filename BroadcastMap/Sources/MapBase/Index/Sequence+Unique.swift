extension Sequence where Element: Hashable {
    /// The elements, each once, in order.
    package var unique: [Element] {
        var known: Set<Element> = []
        return filter { known.insert($0).inserted }
    }
}

extension Collection {
    /// The element, if there is one alone.
    package var only: Element? { count == 1 ? first : nil }
}
