import Foundation

extension Report {
    /// The map as a page for a browser, which is `page.html` with this map in place of its sample.
    package func html(link: String?, comparison: Comparison?) throws -> String {
        // No name can end the element, because its text has no markup.
        let data = try jsonText(PageData(report: self, link: link, comparison: comparison))
            .replacingOccurrences(of: "<", with: "\\u003c")

        var page = String(decoding: PackageResources.page_html, as: UTF8.self)
        let start = page.range(of: "id=\"map\">")!.upperBound
        let end = page[start...].range(of: "</script>")!.lowerBound
        page.replaceSubrange(start..<end, with: data)
        return page
    }
}

/// What the script of the page reads: the map, with two more fields.
private struct PageData: Encodable {
    enum CodingKeys: CodingKey {
        case link, comparison
    }

    let report: Report
    let link: String?
    let comparison: Comparison?

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(link, forKey: .link)
        try container.encodeIfPresent(comparison, forKey: .comparison)
    }
}
