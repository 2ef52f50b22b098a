import Foundation

extension Report {
    /// The map for other programs.
    package var json: String { get throws { try jsonText(self) } }
}

/// The JSON of a value, with the keys in order.
func jsonText(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
