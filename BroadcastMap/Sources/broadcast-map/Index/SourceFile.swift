import Foundation

/// A file of the mapped targets, where offsets count bytes.
final class SourceFile {
    let path: String
    let module: String
    private(set) var occurrences: [Occurrence] = []
    private(set) lazy var bytes = FileManager.default.contents(atPath: path).map(Array.init) ?? []
    /// Where each line begins.
    private lazy var lines = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    /// The symbols by where their names are written.
    private(set) lazy var symbols = Dictionary(grouping: occurrences, by: \.offset).mapValues { $0.map(\.symbol) }

    init(path: String, module: String) { (self.path, self.module) = (path, module) }

    func add(_ occurrence: Occurrence) { if !occurrence.roles.contains(.implicit) { occurrences.append(occurrence) } }

    func offset(line: Int, column: Int) -> Int { min(lines[min(line, lines.count) - 1] + column - 1, bytes.count) }

    func code(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func symbols(in range: Range<Int>) -> [Symbol] { symbols.filter { range.contains($0.key) }.flatMap(\.value) }
}
