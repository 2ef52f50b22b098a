import Foundation

/// A file in the temporary directory, which is removed at the end.
final class TemporaryFile: Sendable {
    let url: URL

    init(_ name: String = "\(UUID()).json") {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var text: String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }
}
