/// A line of a file, as the map names it.
package struct SourceLine: Encodable, Hashable {
    package let file: String
    package let line: Int

    /// The place, which Xcode and editors turn into a link.
    package var link: String { "\(file):\(line)" }
}
