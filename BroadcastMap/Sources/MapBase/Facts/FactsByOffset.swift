/// Facts by where they are written in a file.
package struct FactsByOffset<Element> {
    private var elements: [Int: Element] = [:]
    /// The offsets, in order, so that a range is found without a look at the rest of the file.
    private var offsets: [Int] = []

    package subscript(offset: Int) -> Element? {
        get { elements[offset] }
        set {
            let position = offsets.firstIndex(from: offset)
            if !offsets[position...].starts(with: [offset]) { offsets.insert(offset, at: position) }
            elements[offset] = newValue
        }
    }

    /// All facts, in no order.
    var all: some Collection<Element> { elements.values }

    /// Returns the facts that are written inside a range, in order.
    package func within(_ range: Range<Int>) -> [(offset: Int, element: Element)] {
        let found = offsets[offsets.firstIndex(from: range.lowerBound)..<offsets.firstIndex(from: range.upperBound)]
        return found.compactMap { offset in elements[offset].map { (offset, $0) } }
    }
}
