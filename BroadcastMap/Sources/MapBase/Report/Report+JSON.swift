import Foundation

extension Report {
    /// Reads what `--json` wrote, or throws an error if this is no map of this version.
    package init(json: Data) throws {
        let version = Self.version(ofJSON: json)
        if let version, version != Self.version {
            throw Failure("the map has version \(version), and this program reads version \(Self.version)")
        }
        self = try JSONDecoder().decode(Report.self, from: json)
    }

    private static func version(ofJSON json: Data) -> Int? {
        struct Header: Decodable { let version: Int }
        return try? JSONDecoder().decode(Header.self, from: json).version
    }

    /// The map for other programs.
    package var json: String { get throws { try jsonText(self) } }
}

/// The JSON of a value, with the keys in order.
func jsonText(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
