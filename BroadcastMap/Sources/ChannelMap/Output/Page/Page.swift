import Foundation

extension Report {
    /// The map as one file for a browser: the markup, with the style, the script, and this map in their elements.
    package func html(link: String?) throws -> String {
        // No name can end the element, because its text has no markup.
        let data = try jsonText(PageData(report: self, link: link))
            .replacingOccurrences(of: "<", with: "\\u003c")
        // The data comes last, because a name may have the text of another element.
        return text(PackageResources.page_html)
            .replacingOccurrences(of: "<style></style>", with: "<style>\n\(text(PackageResources.page_css))</style>")
            .replacingOccurrences(of: "<script></script>", with: "<script>\n\(text(PackageResources.page_js))</script>")
            .replacingOccurrences(of: "id=\"map\"></script>", with: "id=\"map\">\(data)</script>")
    }

    private func text(_ resource: [UInt8]) -> String { String(decoding: resource, as: UTF8.self) }
}

/// The data of the page's script: the map, with one more field.
private struct PageData: Encodable {
    enum CodingKeys: CodingKey {
        case link
    }

    let report: Report
    let link: String?

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(link, forKey: .link)
    }
}
