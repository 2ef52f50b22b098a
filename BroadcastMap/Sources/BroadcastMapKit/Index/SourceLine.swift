/// A line of a file, as the map names it.
struct SourceLine: Codable, Hashable {
    let file: String
    let line: Int

    /// The place, which Xcode and editors turn into a link.
    var link: String { "\(file):\(line)" }
}
